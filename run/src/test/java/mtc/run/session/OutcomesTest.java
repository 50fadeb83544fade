package mtc.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import mtc.generate.KeyDistribution;
import mtc.generate.Mix;
import mtc.generate.Workload;
import mtc.run.log.RunLog;
import mtc.run.log.Syntax;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Plan;
import mtc.run.workload.Transaction;
import mtc.run.workload.TransactionQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a session does after each outcome; a scripted store gives them, as no real one does at will.
 */
class OutcomesTest {
  @TempDir Path folder;

  private static final class Scripted implements Store {
    private final List<Outcome> script;
    private int connections;
    private int at;

    Scripted(Outcome... script) {
      this.script = List.of(script);
    }

    @Override
    public String describe() {
      return "scripted";
    }

    @Override
    public Claim claim() {
      return null;
    }

    @Override
    public void prepare(boolean replace) {}

    @Override
    public Client connect(int session, boolean reads) throws StoreException {
      if (++connections == 3) {
        throw new StoreException("not yet");
      }
      return new Client() {
        @Override
        public Outcome run(Transaction transaction) {
          return script.get(at++);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void close() {}
  }

  private List<String> run(Scripted store) throws Exception {
    var plan = new Plan(1, store.script.size(), 4, false, 0, true, 0, 0);
    var queue =
        new TransactionQueue(
            plan, new Workload(new KeyDistribution.Uniform(4), Mix.mini(0.5, 0.5), 1), 1);
    var file = folder.resolve("log.edn");
    try (var log = new RunLog(file, Syntax.EDN, false, "test")) {
      var ending = new Sessions.Ending(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
      var sessions = new Sessions(store, queue, log, 1, false, ending);
      sessions.start();
      assertTrue(sessions.awaitEnd(60_000));
    }
    var process = Pattern.compile("\\{:type :(\\w+), :process (\\d+),.*");
    return Files.readAllLines(file).stream()
        .map(process::matcher)
        .filter(java.util.regex.Matcher::matches)
        .map(m -> m.group(1) + m.group(2))
        .toList();
  }

  @Test
  void afterAnUnknownOutcomeTheSessionIsSomebodyElseOnANewConnection() throws Exception {
    var store =
        new Scripted(
            Outcome.COMMITTED,
            Outcome.rolledBack("40001"),
            Outcome.broken(false, "gone"),
            Outcome.COMMITTED,
            Outcome.broken(true, "gone before COMMIT"),
            Outcome.COMMITTED);
    assertEquals(
        List.of(
            "invoke0", "ok0", "invoke0", "fail0", "invoke0", "info0", "invoke1", "ok1", "invoke1",
            "fail1", "invoke1", "ok1"),
        run(store));
    // The first, one after each of the two that broke, and one more that was refused.
    assertEquals(4, store.connections);
  }
}
