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

  /** Notes that somebody saw a value; false if that was known, or an answer tells of it. */
  boolean saw(int key, int value) {
    var here = of(key);
    return !here.written.contains(value) && here.seen.add(value);
  }

  /** Whether there are more values without a call than calls without an answer. */
  boolean hasTooMany(int key) {
    var here = of(key);
    return here.seen.size() > here.calls.size();
  }

  /** Adds a transaction for each value that a call without an answer may have written. */
  void explain(Writing writing) {
    keys.forEach((key, here) -> {
      here.seen.removeAll(here.written);
      if (here.calls.isEmpty()) {
        return;
      }
      if (here.seen.size() < here.calls.size() && succeeded(here.calls)) {
        out.into.relaxed("a call succeeded, and what it wrote is not in the log");
      }
      if (here.seen.isEmpty()) {
        return;
      }
      var call = new Call();
      calls.get(here.calls.getFirst(), call);
      if (here.calls.size() == 1 && here.seen.size() == 1) {
        explainOne(key, here, call, writing);
      } else if (here.seen.size() <= here.calls.size()) {
        explainSeveral(key, here, call, writing);
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

  private void explainOne(int key, OfKey here, Call call, Writing writing) {
    out.begin(call);
    writing.of(key, here.seen.iterator().next());
    out.end(call);
  }

  private void explainSeveral(int key, OfKey here, Call first, Writing writing) {
    out.into.relaxed("which of the calls without an answer wrote what was read is open");
    for (var i : here.calls) {
      var other = new Call();
      calls.get(i, other);
      first.start = Math.min(first.start, other.start);
      first.startNanos = Math.min(first.startNanos, other.startNanos);
    }
    first.session = History.NO_SESSION;
    for (var value : here.seen) {
      out.begin(first);
      writing.of(key, value);
      out.end(first, Status.INDETERMINATE);
    }
  }
}
