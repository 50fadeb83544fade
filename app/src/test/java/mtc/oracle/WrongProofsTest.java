package mtc.oracle;

import java.util.ArrayList;
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

  private static void expectNoProof(
      Draft draft, History history, boolean sessionOrder, Shape shape) {
    for (var order : orders(history)) {
      var refuted = new Replay(history, sessionOrder, 0).refute(new Witness(shape, order));
      if (refuted == null) {
        throw new AssertionError(
            shape
                + (sessionOrder ? "" : " without session order")
                + " is taken for proved by "
                + java.util.Arrays.toString(order)
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
          && java.util.Arrays.stream(order).noneMatch(other -> other == next)) {
        var longer = java.util.Arrays.copyOf(order, order.length + 1);
        longer[order.length] = t;
        extend(history, longer, orders);
      }
    }
  }
}
