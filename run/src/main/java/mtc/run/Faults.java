package mtc.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mtc.run.log.RunLog;

/** Commands that run again and again beside the sessions, and stand in the log as the nemesis's. */
final class Faults implements AutoCloseable {
  /** A command of the shell, and after how long it comes (again). */
  record Fault(long everyNanos, String command) {}

  private final RunLog log;
  private final CountDownLatch end = new CountDownLatch(1);

  private Faults(RunLog log) {
    this.log = log;
  }

  /** Each in a thread of its own. */
  static Faults start(List<Fault> all, RunLog log) {
    var faults = new Faults(log);
    for (var fault : all) {
      Thread.ofPlatform().name("fault").daemon().start(() -> faults.repeat(fault));
    }
    return faults;
  }

  private void repeat(Fault fault) {
    try {
      while (!end.await(fault.everyNanos(), TimeUnit.NANOSECONDS)) {
        log.event("start-" + name(fault.command()), fault.command());
        var outcome = run(fault.command());
        log.event("stop-" + name(fault.command()), fault.command() + " " + outcome);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a page calls it: the program, without its folder. */
  static String name(String command) {
    var program = command.strip().split("\\s")[0];
    var name = program.substring(program.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "");
    return name.isEmpty() ? "command" : name;
  }

  /** What it prints is for the user, not for the verdict. */
  private static String run(String command) throws InterruptedException {
    try {
      var process =
          new ProcessBuilder("sh", "-c", "exec >&2\n" + command)
              .redirectInput(Redirect.from(new java.io.File("/dev/null")))
              .redirectError(Redirect.INHERIT)
              .start();
      return "exited with " + process.waitFor();
    } catch (IOException e) {
      return "cannot be run: " + e.getMessage();
    }
  }

  /** Lets no command start any more. */
  @Override
  public void close() {
    end.countDown();
  }
}
