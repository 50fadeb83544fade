package mtc.history;

import java.util.List;

/**
 * What the files beside a history say of the test run that it comes from; each null if none says.
 *
 * @param name of the test
 * @param start when it began, as its own files spell it
 * @param workload what its clients did
 * @param own the verdict that it came to itself
 */
public record Run(String name, String start, String workload, Own own) {
  /**
   * A verdict of the test's own checkers, all of them taken together.
   *
   * @param valid true, false, or null if they could not tell
   * @param anomalies what they found, as they call it
   * @param file that says so
   */
  public record Own(Boolean valid, List<String> anomalies, String file) {}

  /** What is known to either, this one first. */
  public Run or(Run other) {
    return new Run(
        name != null ? name : other.name,
        start != null ? start : other.start,
        workload != null ? workload : other.workload,
        own != null ? own : other.own);
  }

  /** This, or null if it says nothing. */
  public Run known() {
    return name == null && start == null && workload == null && own == null ? null : this;
  }
}
