package mtc.witness;

import java.util.HashMap;
import java.util.Map;
import mtc.history.History;

/**
 * Whether versions come in the order in which the log numbers them, where it does: beside the
 * writes, or beside the reads that saw them.
 */
final class NumberedVersions {
  static final int INITIAL = -1;

  private final History history;
  private final boolean hasAny;

  /** By key: the last write that has a number, + 1; 0 before the first. */
  private final int[] last;

  /** By write, or by key and for ⊥'s version: the number that reads of it name. */
  private final Map<Integer, Long> ofWrites = new HashMap<>();

  private final Map<Integer, Long> ofInitial = new HashMap<>();

  NumberedVersions(History history) {
    this.history = history;
    hasAny = history.givenVersions() != null;
    last = new int[hasAny ? history.keyCount() : 0];
  }

  /** Notes what a read saw, unless it names another version than that. */
  boolean names(int read, int write) {
    if (!hasAny || !history.hasVersion(read)) {
      return true;
    }
    var number = history.version(read);
    if (write == INITIAL) {
      return ofInitial.computeIfAbsent(history.key(read), _ -> number) == number;
    }
    return history.hasVersion(write)
        ? history.version(write) == number
        : ofWrites.computeIfAbsent(write, _ -> number) == number;
  }

  /** Notes a write, unless it is of an earlier version than one before it. */
  boolean accepts(int write) {
    if (!hasAny || !history.hasVersion(write) && !ofWrites.containsKey(write)) {
      return true;
    }
    var key = history.key(write);
    var before = last[key] - 1;
    last[key] = write + 1;
    var number = number(write);
    if (ofInitial.containsKey(key) && ofInitial.get(key) >= number) {
      return false;
    }
    // Only the log itself may give two writes one number; then it does not tell their order.
    return before < 0
        || before == write
        || number(before) < number
        || number(before) == number && history.hasVersion(before) && history.hasVersion(write);
  }

  private long number(int write) {
    return history.hasVersion(write) ? history.version(write) : ofWrites.get(write);
  }
}
