package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** The generators reach the cases that the definitions turn on. */
class RandomHistoriesTest {
  private static final int SEEDS = 2000;

  @Test
  void everyAnomalyOfSingleReadsOccurs() {
    var found = EnumSet.noneOf(AnomalyKind.class);
    for (var kind : RandomHistories.Kind.values()) {
      for (var seed = 0L; seed < SEEDS; seed++) {
        found.addAll(Comparison.singleReads(RandomHistories.next(kind, seed, 7)).keySet());
      }
    }
    assertEquals(EnumSet.range(AnomalyKind.THIN_AIR_READ, AnomalyKind.NON_REPEATABLE_READS), found);
  }

  @Test
  void cornersOccur() {
    var counts = new TreeMap<String, Integer>();
    for (var kind : RandomHistories.Kind.values()) {
      for (var seed = 0L; seed < SEEDS; seed++) {
        var draft = RandomHistories.next(kind, seed, 7);
        count(
            counts,
            "value of an aborted and of a committed one",
            draft,
            hasSharedValue(Status.ABORTED));
        count(
            counts,
            "value of an indeterminate and of a committed one",
            draft,
            hasSharedValue(Status.INDETERMINATE));
        count(counts, "same value twice in one", draft, RandomHistoriesTest::repeatsOwnValue);
        count(
            counts,
            "indeterminate seen by indeterminate only",
            draft,
            RandomHistoriesTest::hasHiddenWitness);
        count(
            counts,
            "transaction after an indeterminate one of its session",
            draft,
            RandomHistoriesTest::goesOnAfterIndeterminate);
        count(
            counts,
            "initial value written",
            draft,
            d -> d.any(op -> op.writes() && op.value() == d.initial()));
        count(counts, "unknown read of a committed one", draft, RandomHistoriesTest::forgets);
        count(counts, "other value", draft, d -> d.any(op -> op.kind() == History.READ_OTHER));
      }
    }
    assertEquals(8, counts.size(), counts::toString);
    counts.forEach((what, count) -> assertTrue(count >= 10, () -> what + ": " + count));
  }

  @Test
  void levelsAreSeparated() {
    var snapshotOnly = 0;
    var notStrict = 0;
    for (var seed = 0L; seed < SEEDS; seed++) {
      var draft = RandomHistories.next(RandomHistories.Kind.MINI, seed, 7);
      var ser = Oracle.holds(draft, Level.SER, true);
      snapshotOnly += !ser && Oracle.holds(draft, Level.SI, true) ? 1 : 0;
      notStrict += ser && draft.realTime() && !Oracle.holds(draft, Level.SSER, true) ? 1 : 0;
    }
    assertTrue(snapshotOnly > SEEDS / 50, "si and not ser: " + snapshotOnly);
    assertTrue(notStrict > SEEDS / 100, "ser and not sser: " + notStrict);
  }

  private static void count(
      TreeMap<String, Integer> counts, String what, Draft draft, Predicate<Draft> has) {
    counts.merge(what, has.test(draft) ? 1 : 0, Integer::sum);
  }

  private static Predicate<Draft> hasSharedValue(Status status) {
    return draft ->
        draft.txns().stream()
            .filter(t -> t.status() == status)
            .flatMap(t -> t.ops().stream())
            .filter(Draft.Op::writes)
            .anyMatch(op ->
                draft.txns().stream()
                    .anyMatch(s -> s.status() == Status.COMMITTED && s.ops().contains(op)));
  }

  private static boolean repeatsOwnValue(Draft draft) {
    return draft.txns().stream()
        .map(t -> t.ops().stream().filter(Draft.Op::writes).toList())
        .anyMatch(writes -> writes.stream().distinct().count() < writes.size());
  }

  private static boolean hasHiddenWitness(Draft draft) {
    return draft.txns().stream()
        .filter(Draft.Txn::indeterminate)
        .flatMap(t -> t.ops().stream())
        .filter(Draft.Op::writes)
        .map(w -> Draft.Op.of(History.READ, w.key(), w.value()))
        .anyMatch(read ->
            draft.txns().stream().anyMatch(t -> t.indeterminate() && t.ops().contains(read))
                && draft.txns().stream()
                    .noneMatch(t -> t.status() == Status.COMMITTED && t.ops().contains(read)));
  }

  private static boolean goesOnAfterIndeterminate(Draft draft) {
    for (var t = 0; t < draft.size(); t++) {
      for (var s = t + 1; s < draft.size(); s++) {
        if (draft.txns().get(t).indeterminate()
            && draft.txns().get(t).session() >= 0
            && draft.txns().get(t).session() == draft.txns().get(s).session()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean forgets(Draft draft) {
    return draft.txns().stream()
        .filter(t -> t.status() == Status.COMMITTED)
        .flatMap(t -> t.ops().stream())
        .anyMatch(op -> op.kind() == History.READ && op.value() == Scalars.UNKNOWN);
  }
}
