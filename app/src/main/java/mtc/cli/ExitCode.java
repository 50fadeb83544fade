package mtc.cli;

/** What the process's exit code tells a script. Part of the contract: the numbers never change. */
public final class ExitCode {
  /** Every level holds on every history. */
  public static final int OK = 0;

  public static final int VIOLATION = 1;
  public static final int USAGE = 2;

  /** At least one verdict is unknown, and there is no violation. */
  public static final int UNKNOWN = 3;

  /** An input could not be read, or an output could not be written. */
  public static final int IO = 4;

  public static final int BUG = 5;

  private ExitCode() {}

  /** Of several inputs, a violation wins, then a bug, then what could not be read. */
  public static int worse(int one, int other) {
    return rank(one) >= rank(other) ? one : other;
  }

  private static int rank(int code) {
    return switch (code) {
      case VIOLATION -> 4;
      case BUG -> 3;
      case IO -> 2;
      case UNKNOWN -> 1;
      default -> 0;
    };
  }
}
