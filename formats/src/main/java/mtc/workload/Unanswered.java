package mtc.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.history.History;
import mtc.history.Status;

/**
 * Calls that write a value which only their answer tells, and that got none; and values that were
 * read, though no answer tells of them. Of a key with one of either sort, they belong together.
 * With more, each such value gets a transaction that nothing is known of, which can only hide a
 * violation: then the history is relaxed.
 *
 * <p>All calls are looked at before the first transaction is put down: a call that turns out to
 * have written something did so in its place within its session.
 */
final class Unanswered {
  /** Puts the operations down that write a value to a key. */
  interface Writing {
    void of(int key, int value);
  }

  private static final class OfKey {
    final List<Integer> calls = new ArrayList<>();
    final Set<Integer> written = new HashSet<>();
    final Set<Integer> seen = new LinkedHashSet<>();

    /** Those of them that somebody read, and that do not only follow from what was. */
    final Set<Integer> read = new LinkedHashSet<>();

    boolean isWritten() {
      return !written.isEmpty() || !seen.isEmpty();
    }

    boolean belongTogether() {
      return calls.size() == 1 && seen.size() == 1;
    }
  }

  private final Calls calls;
  private final Transactions out;
  private final Map<Integer, OfKey> keys = new LinkedHashMap<>();

  Unanswered(Calls calls, Transactions out) {
    this.calls = calls;
    this.out = out;
  }

  private OfKey of(int key) {
    return keys.computeIfAbsent(key, _ -> new OfKey());
  }

  void call(int key, int call) {
    of(key).calls.add(call);
  }

  void wrote(int key, int value) {
    of(key).written.add(value);
  }

  /** Notes that somebody read a value; false if that was known, or an answer tells of it. */
  boolean saw(int key, int value) {
    of(key).read.add(value);
    return follows(key, value);
  }

  /** The same of a value that must have been there, because of another that was read. */
  boolean follows(int key, int value) {
    var here = of(key);
    return !here.written.contains(value) && here.seen.add(value);
  }

  /** Whether there are more values without a call than calls without an answer. */
  boolean hasTooMany(int key) {
    var here = of(key);
    return here.seen.size() > here.calls.size();
  }

  /** Whether a call may have written what others wrote or only one of them must have written. */
  boolean mayRepeat() {
    for (var here : keys.values()) {
      if (here.calls.size() > here.seen.size() && here.isWritten()) {
        return true;
      }
    }
    return false;
  }

  /** Now that all is noted: forgets what was seen before its answer came. */
  void settle() {
    for (var here : keys.values()) {
      here.seen.removeAll(here.written);
      here.read.removeAll(here.written);
    }
  }

  /** Puts a call without an answer down, in its place, if it is known what it wrote. */
  void explain(int key, Call call, Writing writing) {
    var here = of(key);
    if (here.belongTogether()) {
      out.begin(call);
      writing.of(key, here.seen.iterator().next());
      out.end(call);
    }
  }

  /**
   * Adds a transaction for each value that some call without an answer may have written. If there
   * are too few calls for those that follow from what was read, they wrote who knows what.
   */
  void explainRest(Writing writing) {
    keys.forEach((key, here) -> {
      if (here.calls.isEmpty()) {
        return;
      }
      if (here.seen.size() < here.calls.size() && succeeded(here.calls)) {
        out.into.relaxed("a call succeeded, and what it wrote is not in the log");
      }
      if (here.seen.isEmpty() || here.belongTogether()) {
        return;
      }
      if (here.seen.size() <= here.calls.size()) {
        out.into.relaxed("which of the calls without an answer wrote what was read is open");
        addEach(key, here.seen, here.calls, writing);
      } else if (here.read.size() <= here.calls.size()) {
        out.into.relaxed("what calls without an answer wrote is not in the log");
        addEach(key, here.read, here.calls, out::write);
      }
    });
  }

  private boolean succeeded(List<Integer> some) {
    var call = new Call();
    for (var i : some) {
      calls.get(i, call);
      if (call.isOk()) {
        return true;
      }
    }
    return false;
  }

  private void addEach(int key, Set<Integer> values, List<Integer> writers, Writing writing) {
    var first = new Call();
    calls.get(writers.getFirst(), first);
    for (var i : writers) {
      var other = new Call();
      calls.get(i, other);
      first.start = Math.min(first.start, other.start);
      first.startNanos = Math.min(first.startNanos, other.startNanos);
    }
    first.session = History.NO_SESSION;
    for (var value : values) {
      out.begin(first);
      writing.of(key, value);
      out.end(first, Status.INDETERMINATE);
    }
  }
}
