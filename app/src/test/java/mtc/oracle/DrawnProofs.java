package mtc.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import mtc.witness.Witness.Shape;

/**
 * Random events that are nearly a proof: the order of the log, or that of starts and ends, with a
 * few of them moved, and now and then one too many, one missing, or one of somebody else.
 */
final class DrawnProofs {
  private final Draft draft;
  private final SplittableRandom random;

  DrawnProofs(Draft draft, long seed) {
    this.draft = draft;
    this.random = new SplittableRandom(seed);
  }

  int[] next(Shape shape) {
    var events =
        switch (shape) {
          case SNAPSHOT, STRONG_SNAPSHOT, PREFIX -> snapshotsAndCommits();
          case PER_KEY -> keyByKey();
          default -> order();
        };
    for (var moves = random.nextInt(4); moves > 0 && !events.isEmpty(); moves--) {
      var event = events.remove(random.nextInt(events.size()));
      events.add(random.nextInt(events.size() + 1), event);
    }
    if (random.nextInt(4) == 0 && !events.isEmpty()) {
      spoil(events);
    }
    return events.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Whoever committed, as in the log, and some of those that may have. */
  private List<Integer> order() {
    var order = new ArrayList<Integer>();
    for (var t = 0; t < draft.size(); t++) {
      var txn = draft.txns().get(t);
      if (txn.mayHaveCommitted() && (!txn.indeterminate() || random.nextBoolean())) {
        order.add(t);
      }
    }
    return order;
  }

  private List<Integer> snapshotsAndCommits() {
    var events = new ArrayList<Integer>();
    for (var t : order()) {
      events.add(~t);
      events.add(t);
    }
    if (random.nextBoolean()) {
      events.sort(
          Comparator.comparingLong(
              e -> e < 0 ? draft.txns().get(~e).start() : draft.txns().get(e).end()));
    }
    return events;
  }

  private List<Integer> keyByKey() {
    var events = new ArrayList<Integer>();
    var order = order();
    for (var key = 0; key < draft.keyCount(); key++) {
      var ofKey = key;
      events.add(~key);
      for (var t : order) {
        if (draft.txns().get(t).ops().stream().anyMatch(op -> op.key() == ofKey)) {
          events.add(t);
        }
      }
    }
    return events;
  }

  private void spoil(List<Integer> events) {
    var at = random.nextInt(events.size());
    var event = events.get(at);
    var other = random.nextInt(draft.size() + 1);
    switch (random.nextInt(5)) {
      case 0 -> events.remove(at);
      case 1 -> events.add(random.nextInt(events.size() + 1), event);
      case 2 -> events.set(at, ~event);
      case 3 -> events.set(at, event < 0 ? ~other : other);
      default -> events.add(at, random.nextBoolean() ? ~other : other);
    }
  }
}
