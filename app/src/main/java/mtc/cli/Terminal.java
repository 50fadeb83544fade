package mtc.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Whether a person is looking. */
public final class Terminal {
  public static final int OUTPUT = 1;
  public static final int ERRORS = 2;

  private static final int NARROWEST = 60;
  private static final int USUAL = 80;
  private static final int WIDEST = 100;

  private Terminal() {}

  /** How wide help should be: as the terminal, within reason; 80 where there is none. */
  static int columns() {
    if (!is(OUTPUT)) {
      return USUAL;
    }
    try {
      var told = System.getenv("COLUMNS");
      var columns = Integer.parseInt(told == null ? askedOfStty() : told.strip());
      return Math.clamp(columns, NARROWEST, WIDEST);
    } catch (NumberFormatException | IOException e) {
      return USUAL;
    }
  }

  /** Java cannot ask the terminal itself; {@code stty size} prints rows and columns. */
  private static String askedOfStty() throws IOException {
    var stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
    var size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    return size.strip().replaceFirst(".* ", "");
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
