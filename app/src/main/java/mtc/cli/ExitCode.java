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

  // The same for people, as picocli wants it in a list.

  static final String OK_MEANS = "0:every level holds on every history";
  static final String VIOLATION_MEANS = "1:at least one violation";
  public static final String USAGE_MEANS = "2:usage error";
  static final String UNKNOWN_MEANS = "3:at least one verdict is unknown, no violation";
  static final String IO_MEANS = "4:an input could not be read, or an output not be written";
  public static final String BUG_MEANS = "5:a bug in mtc";

  /**
   * What only mtc itself ends with: the system passes on the lower eight bits, {@link #VIOLATION}.
   */
  private static final int OWN_VIOLATION = 0x101;

  private ExitCode() {}

  /**
   * What the process is ended with. The executable's own end, for what nobody caught, is 1, and
   * must not pass for a violation: it tells the two apart by this.
   */
  static int ofProcess(int code) {
    var isExecutable = "Substrate VM".equals(System.getProperty("java.vm.name"));
    return code == VIOLATION && isExecutable ? OWN_VIOLATION : code;
  }

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
