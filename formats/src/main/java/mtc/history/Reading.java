package mtc.history;

import java.util.Set;

/**
 * What a user says of a log that the log itself does not say.
 *
 * @param only the functions ({@code :f}) to read; empty for all
 * @param ignored the functions to leave out
 * @param workload the workload that it is one of; null to find that out
 * @param initial what registers hold at first; null for what the format says
 * @param nilIsUnknown whether a read of nil may have seen anything, as it may for Knossos
 * @param ignoresVersions whether the order of versions that the log gives does not count
 */
public record Reading(
    Set<String> only,
    Set<String> ignored,
    String workload,
    GivenInitialValues initial,
    boolean nilIsUnknown,
    boolean ignoresVersions) {
  public static final Reading AS_IT_STANDS =
      new Reading(Set.of(), Set.of(), null, null, false, false);

  /** Whether something is said of the log's functions. */
  boolean isOfFunctions() {
    return !only.isEmpty() || !ignored.isEmpty() || workload != null;
  }
}
