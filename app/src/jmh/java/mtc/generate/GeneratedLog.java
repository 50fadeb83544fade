package mtc.generate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mtc.formats.jepsen.JepsenFormat;
import mtc.history.History;
import mtc.reading.HistoryReader;
import mtc.source.Limits;
import mtc.source.Output;

/** Logs for the micro-benchmarks, in memory. */
public final class GeneratedLog {
  private GeneratedLog() {}

  /** A Jepsen log in EDN, of 20 sessions. */
  public static byte[] edn(Isolation isolation, int transactions, int keys) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var plan =
        new HistoryPlan(
            isolation, 20, transactions / 20, keys, false, 1, 0, 0, false, List.of(), 1);
    var workload = new Workload(new KeyDistribution.Uniform(keys), Mix.mini(0.5, 0.5), 1);
    try (var writer = JepsenFormat.edn().writer(to(bytes))) {
      new Simulation(plan, workload, 1, writer).run();
    }
    return bytes.toByteArray();
  }

  /** The history in such a log. */
  public static History history(Isolation isolation, int transactions, int keys)
      throws IOException {
    var in = new ByteArrayInputStream(edn(isolation, transactions, keys));
    return new HistoryReader(in, null, Limits.DEFAULT).read("-");
  }

  private static Output to(OutputStream bytes) {
    return new Output() {
      @Override
      public OutputStream open() {
        return bytes;
      }

      @Override
      public OutputStream open(String name) {
        throw new IllegalStateException("a Jepsen log is one file");
      }
    };
  }
}
