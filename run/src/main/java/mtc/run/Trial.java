package mtc.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import mtc.check.CheckOptions;
import mtc.cli.Interrupt;
import mtc.run.live.LiveCheck;
import mtc.run.live.PrefixCheck;
import mtc.run.log.RunLog;
import mtc.run.log.Syntax;
import mtc.run.session.Sessions;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.TransactionQueue;
import mtc.verdict.Level;

/**
 * One run of a workload on a store, from the first table made to the last one dropped: sessions
 * run, the log grows, and is checked while it does.
 */
final class Trial {
  /**
   * How to run.
   *
   * @param levels what is checked while it runs
   * @param goesOn whether it goes on after a violation
   */
  record Settings(
      Path file,
      Syntax syntax,
      boolean replaces,
      String header,
      int sessions,
      boolean readsApart,
      Sessions.Ending ending,
      List<Level> levels,
      boolean goesOn,
      CheckOptions options,
      long stuckMillis,
      List<Faults.Fault> faults) {}

  /**
   * What came out.
   *
   * @param finding the first violation that was seen while it ran; null if none was
   * @param trouble what ended the run early; null if nothing did
   * @param checkNanos how long the checks took, beside the sessions
   */
  record Result(
      RunLog log,
      RunLog.Extent extent,
      LiveCheck.Finding finding,
      PrefixCheck check,
      String trouble,
      long checkNanos,
      long median,
      long slowest) {}

  private static final long LOOK_MILLIS = 100;

  private final Store store;
  private final TransactionQueue queue;
  private final Settings settings;
  private final Interrupt interrupt;
  private final Progress progress;

  Trial(
      Store store,
      TransactionQueue queue,
      Settings settings,
      Interrupt interrupt,
      Progress progress) {
    this.store = store;
    this.queue = queue;
    this.settings = settings;
    this.interrupt = interrupt;
    this.progress = progress;
  }

  /** Runs on a store that is prepared. */
  Result run() throws IOException, StoreException {
    var header = store.describe() + "\n" + settings.header();
    try (var log = new RunLog(settings.file(), settings.syntax(), settings.replaces(), header)) {
      var sessions =
          new Sessions(
              store, queue, log, settings.sessions(), settings.readsApart(), settings.ending());
      interrupt.watch(sessions::stop);
      sessions.start();
      var check = new PrefixCheck(log, settings.levels(), settings.options());
      var live = new LiveCheck(log, check, settings.goesOn() ? () -> {} : sessions::stop);
      try (var _ = Faults.start(settings.faults(), log)) {
        while (!sessions.awaitEnd(LOOK_MILLIS) && !sessions.isStopped()) {
          progress.show(log.extent(), sessions, live);
        }
      }
      if (!sessions.awaitEnd(settings.stuckMillis())) {
        // What they are in stays indeterminate.
        log.seal();
      }
      progress.clear();
      live.stop();
      return new Result(
          log,
          log.extent(),
          live.finding(),
          check,
          sessions.trouble(),
          live.costNanos(),
          sessions.latency(0.5),
          sessions.latency(0.99));
    }
  }
}
