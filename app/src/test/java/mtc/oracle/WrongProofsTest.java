package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Level;
import mtc.witness.Replay;
import mtc.witness.Witness;
import mtc.witness.Witness.Shape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No order whatsoever passes for a proof of a level that does not hold. */
class WrongProofsTest {
  private static final int LARGEST = 5;
  private static final int MOST_TRANSACTIONS = 6;
  private static final int DRAWN = 12;

  private static final Map<Shape, Level> PROVED =
      Map.of(
          Shape.SERIAL, Level.SER,
          Shape.PARALLEL, Level.PSI,
          Shape.CAUSAL, Level.CAUSAL,
          Shape.ATOMIC, Level.RA,
          Shape.MONOTONIC, Level.RC,
          Shape.COMMITTED, Level.PL2);

  @ParameterizedTest
  @EnumSource
  void ofSmallHistoriesInEveryOrder(RandomHistories.Kind kind) {
    for (var seed = 0L; seed < Seeds.count(150); seed++) {
      var draft = RandomHistories.next(kind, seed + 3_000_000, LARGEST);
      var sessionOrder = seed % 5 != 0;
      var history = draft.toHistory();
      if (history.transactionCount() > MOST_TRANSACTIONS) {
        continue;
      }
      var holding = CommitOrders.holding(draft, sessionOrder);
      for (var proved : PROVED.entrySet()) {
        if (!holding.contains(proved.getValue())) {
          expectNoProof(draft, history, sessionOrder, proved.getKey());
        }
      }
    }
  }

  /** Also of what holds, where they do not show it. */
  @ParameterizedTest
  @EnumSource
  void nearlyRightOnesAreTakenIfTheirShapeSaysSoAndNoOther(RandomHistories.Kind kind) {
    var taken = EnumSet.noneOf(Shape.class);
    var refused = EnumSet.noneOf(Shape.class);
    for (var seed = 0L; seed < Seeds.count(150); seed++) {
      var draft = RandomHistories.next(kind, seed + 4_000_000, LARGEST);
      var sessionOrder = seed % 5 != 0;
      var skew = draft.realTime() ? seed % 3 : 0;
      var isUnique = HistoryClass.hasUniqueValues(draft);
      var versions = isUnique && seed % 4 == 0 ? GivenOrderTest.versions(draft, seed) : null;
      var history = versions == null ? draft.toHistory() : draft.toHistory(versions, false);
      var oracle = new ProofOracle(draft.endingLater(skew), sessionOrder, versions);
      var drawn = new DrawnProofs(draft, seed);
      for (var shape : Shape.values()) {
        for (var i = 0; i < DRAWN && (draft.realTime() || !shape.isTimed()); i++) {
          var events = drawn.next(shape);
          var proves = oracle.proves(shape, events);
          var refuted = new Replay(history, sessionOrder, skew).refute(new Witness(shape, events));
          // Who of several was read from, events alone do not tell.
          var isTold =
              shape.compareTo(Shape.PARALLEL) < 0
                  || isUnique && !HistoryClass.hasFailedComparisons(draft);
          if (refuted == null ? !proves : proves && isTold) {
            throw new AssertionError(
                "seed %d, %s%s, skew %d, by %s: %s%n%s"
                    .formatted(
                        seed,
                        shape,
                        sessionOrder ? "" : " without session order",
                        skew,
                        Arrays.toString(events),
                        refuted,
                        HistoryText.print(draft)));
          }
          (refuted == null ? taken : refused).add(shape);
        }
      }
    }
    assertTrue(taken.size() >= Shape.values().length - 1, taken::toString);
    assertEquals(EnumSet.allOf(Shape.class), refused);
  }

  private static void expectNoProof(
      Draft draft, History history, boolean sessionOrder, Shape shape) {
    for (var order : orders(history)) {
      var refuted = new Replay(history, sessionOrder, 0).refute(new Witness(shape, order));
      if (refuted == null) {
        throw new AssertionError(
            shape
                + (sessionOrder ? "" : " without session order")
                + " is taken for proved by "
                + Arrays.toString(order)
                + " of\n"
                + HistoryText.print(draft));
      }
    }
  }

  /** All orders of those that committed and of some that may have. */
  private static List<int[]> orders(History history) {
    var orders = new ArrayList<int[]>();
    extend(history, new int[0], orders);
    return orders;
  }

  private static void extend(History history, int[] order, List<int[]> orders) {
    orders.add(order);
    for (var t = 0; t < history.transactionCount(); t++) {
      var next = t;
      if (history.status(t) != Status.ABORTED
          && Arrays.stream(order).noneMatch(other -> other == next)) {
        var longer = Arrays.copyOf(order, order.length + 1);
        longer[order.length] = t;
        extend(history, longer, orders);
      }
    }
  }
}
