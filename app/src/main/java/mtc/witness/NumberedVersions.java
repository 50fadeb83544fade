package mtc.witness;

import mtc.history.History;

/** Whether versions come in the order in which the log numbers them, where it does. */
final class NumberedVersions {
  private final History history;

  /** By key: the last write that the log numbers, + 1; 0 before the first. */
  private final int[] last;

  NumberedVersions(History history) {
    this.history = history;
    last = new int[history.givenVersions() == null ? 0 : history.keyCount()];
  }

  /** Notes a write, unless it is of an earlier version than one before it. */
  boolean accepts(int write) {
    if (last.length == 0 || !history.hasVersion(write)) {
      return true;
    }
    var key = history.key(write);
    var isInOrder = last[key] == 0 || history.version(last[key] - 1) <= history.version(write);
    last[key] = write + 1;
    return isInOrder;
  }
}
