package mtc.cli;

import java.io.File;
import java.io.PrintStream;
import mtc.source.Counted;
import mtc.source.Printable;

/** One line on a terminal that says how far the work is, and is gone when there is output. */
final class Progress {
  private static final int FIRST_AFTER_MILLIS = 500;
  private static final int EVERY_MILLIS = 200;
  private static final int WIDTH = 79;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final int count;
  private int done;
  private String path = "";
  private String doing = "";
  private long bytes;
  private long size;
  private long checkedSince;
  private boolean isShown;

  // Of the search, if there is one: what it does, and how far it is.
  private String searching = "";
  private long answered;
  private long open;
  private long conflicts;

  private Progress(PrintStream err, int count) {
    this.err = err;
    this.count = count;
  }

  /** Progress over so many inputs, or null if nobody is to see it. */
  static Progress of(When when, PrintStream err, int count) {
    if (when == When.NEVER || when == When.AUTO && !Terminal.is(Terminal.ERRORS)) {
      return null;
    }
    var progress = new Progress(err, count);
    Thread.ofPlatform().daemon().start(progress::show);
    return progress;
  }

  synchronized void reads(String input) {
    path = Printable.text(input);
    doing = "reading";
    bytes = 0;
    size = new File(input).isFile() ? new File(input).length() : 0;
  }

  synchronized void hasRead(long more) {
    bytes += more;
  }

  synchronized void checks(String input, String level) {
    path = Printable.text(input);
    doing = "checking " + level;
    bytes = 0;
    searching = "";
    checkedSince = System.nanoTime();
  }

  synchronized void searches(String what) {
    searching = what;
    hasSearched(0, 0, 0);
  }

  synchronized void hasSearched(long questionsAnswered, long questionsOpen, long conflictsMet) {
    answered = questionsAnswered;
    open = questionsOpen;
    conflicts = conflictsMet;
  }

  synchronized void isDone() {
    done++;
  }

  /** Runs something that prints, with the line out of its way. */
  synchronized void without(Runnable prints) {
    clear();
    prints.run();
  }

  private void clear() {
    if (isShown) {
      err.print(CLEAR);
      err.flush();
      isShown = false;
    }
  }

  private void show() {
    try {
      Thread.sleep(FIRST_AFTER_MILLIS);
      while (true) {
        synchronized (this) {
          if (done == count) {
            clear();
            return;
          }
          err.print(CLEAR + line());
          err.flush();
          isShown = true;
        }
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private String line() {
    var line = new StringBuilder("mtc: ");
    if (count > 1) {
      line.append(done).append(" of ").append(count).append(" done, ");
    }
    line.append(doing).append(' ').append(path);
    if (bytes > 0) {
      // What is compressed gives more bytes than the file has: then there is no telling how many.
      line.append(bytes <= size ? ": " + bytes * 100 / size + " %" : ": " + (bytes >> 20) + " MB");
    }
    var seconds = (System.nanoTime() - checkedSince) / 1_000_000_000;
    if (doing.startsWith("checking") && seconds > 0) {
      // Without a search no check takes long.
      var what = searching.isEmpty() ? "searching" : searching;
      line.append(": ").append(what).append(" for ").append(seconds).append(" s");
      if (answered + open > 0) {
        line.append(", ").append(open).append(" of ").append(answered + open).append(" open, ");
        line.append(Counted.of(conflicts, "conflict"));
      }
    }
    return line.length() <= WIDTH ? line.toString() : line.substring(0, WIDTH - 1) + "…";
  }
}
