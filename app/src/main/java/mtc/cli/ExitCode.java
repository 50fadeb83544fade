package mtc.cli;

/** What the process's exit code tells a script. Part of the contract: the numbers never change. */
final class ExitCode {
  /** Every level holds on every history. */
  static final int OK = 0;

  static final int VIOLATION = 1;
  static final int USAGE = 2;

  /** At least one verdict is unknown, and there is no violation. */
  static final int UNKNOWN = 3;

  /** An input could not be read, or an output could not be written. */
  static final int IO = 4;

  static final int BUG = 5;

  private ExitCode() {}
}
