package mtc.run;

import java.io.PrintStream;
import java.util.Locale;
import mtc.run.live.LiveCheck;
import mtc.run.log.RunLog;
import mtc.run.session.Sessions;

/** One line on a terminal that says how the run goes. */
final class Progress {
  private static final String CLEAR = "\r\u001b[K";
  private static final long EVERY_NANOS = 200_000_000;

  private final PrintStream err;
  private final boolean isShown;
  private long last;
  private long lastTransactions;

  Progress(PrintStream err, boolean isShown) {
    this.err = err;
    this.isShown = isShown;
  }

  void show(RunLog.Extent extent, Sessions sessions, LiveCheck live) {
    if (!isShown || extent.nanos() - last < EVERY_NANOS) {
      return;
    }
    var rate =
        (extent.transactions() - lastTransactions) * 1_000_000_000L / (extent.nanos() - last);
    last = extent.nanos();
    lastTransactions = extent.transactions();
    err.print(
        CLEAR
            + String.format(
                Locale.ROOT,
                "mtc-run: %d s: %d/s, %d committed, %d aborted, %d indeterminate, p50 %s p99 %s, %d"
                    + " checked%s",
                extent.nanos() / 1_000_000_000,
                rate,
                extent.committed(),
                extent.failed(),
                extent.unknown(),
                millis(sessions.latency(0.5)),
                millis(sessions.latency(0.99)),
                live.checkedTransactions(),
                live.finding() == null ? "" : ": violated"));
    err.flush();
  }

  void clear() {
    if (isShown) {
      err.print(CLEAR);
      err.flush();
    }
    last = 0;
    lastTransactions = 0;
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, nanos < 10_000_000 ? "%.2f ms" : "%.0f ms", nanos / 1e6);
  }
}
