package mtc.cli;

import java.io.File;
import java.io.IOException;

/** Whether a person is looking. */
public final class Terminal {
  public static final int OUTPUT = 1;
  public static final int ERRORS = 2;

  private static final int UNKNOWN = 0;
  private static final int NARROWEST = 60;
  private static final int USUAL = 80;
  private static final int WIDEST = 100;

  private Terminal() {}

  /**
   * How wide help should be: as {@code COLUMNS} says, or else the terminal, within reason; 80 where
   * nobody says it.
   */
  static int columns() {
    if (!is(OUTPUT)) {
      return USUAL;
    }
    var told = System.getenv("COLUMNS");
    try {
      var width = told == null ? width(OUTPUT) : Integer.parseInt(told.strip());
      return width == UNKNOWN ? USUAL : Math.clamp(width, NARROWEST, WIDEST);
    } catch (NumberFormatException e) {
      return USUAL;
    }
  }

  /**
   * What the terminal says of its width. Java cannot ask it; the executable can, and has something
   * else in the place of this.
   */
  private static int width(int descriptor) {
    return UNKNOWN;
  }

  public static boolean takesColour(int descriptor) {
    var noColour = System.getenv("NO_COLOR");
    var terminal = System.getenv("TERM");
    return (noColour == null || noColour.isEmpty())
        && terminal != null
        && !terminal.equals("dumb")
        && is(descriptor);
  }

  /**
   * Looks where the descriptor leads: {@code System.console()} would take a hundred times as long.
   * Where there is no {@code /proc}, it decides; it wants all three streams to be the terminal.
   */
  public static boolean is(int descriptor) {
    var link = new File("/proc/self/fd/" + descriptor);
    if (!link.exists()) {
      var console = System.console();
      return console != null && console.isTerminal();
    }
    try {
      var target = link.getCanonicalPath();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }
}
