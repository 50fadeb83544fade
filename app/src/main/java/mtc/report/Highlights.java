package mtc.report;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.Verdict;

/**
 * The operations of an example's transactions as people are shown them: all if they are few, else
 * those that the example is about, and how many were left out between them.
 */
public final class Highlights {
  /** Room for this many characters of operations, before those that do not matter are left out. */
  static final int ROOM = 100;

  /** Also of the operations that matter, a transaction shows no more than this many. */
  private static final int MOST = 12;

  /**
   * A piece of a transaction.
   *
   * @param operation its number, or -1 for a run of operations that were left out
   */
  public record Piece(int operation, String text, boolean matters) {}

  private final Subject subject;
  private final History history;
  private final Anomaly.Example example;
  private final int[] openKeys;

  private Highlights(Subject subject, Anomaly.Example example, int[] openKeys) {
    this.subject = subject;
    this.history = subject.history();
    this.example = example;
    this.openKeys = openKeys;
  }

  public static Highlights of(Subject subject, Anomaly.Example example) {
    return new Highlights(subject, example, new int[0]);
  }

  /** What matters where no version order is known: the operations on the keys that are open. */
  public static Highlights of(Subject subject, Verdict.Open open) {
    var example = new Anomaly.Example(open.transactions(), -1, List.of(), "");
    return new Highlights(subject, example, open.keys());
  }

  public int[] transactions() {
    return example.transactions();
  }

  public boolean isFault(Piece piece) {
    return piece.operation() >= 0 && piece.operation() == example.operation();
  }

  public List<Piece> of(int transaction) {
    var first = history.firstOperation(transaction);
    var end = history.endOperation(transaction);
    var showsAll = fits(first, end);
    var pieces = new ArrayList<Piece>();
    var mattering = 0;
    var leftOut = 0;
    for (var op = first; op < end; op++) {
      var matters = op == example.operation() || mattering < MOST && matters(op);
      if (showsAll || matters) {
        addLeftOut(pieces, leftOut);
        leftOut = 0;
        pieces.add(new Piece(op, subject.operation(op), matters));
        mattering += matters ? 1 : 0;
      } else {
        leftOut++;
      }
    }
    addLeftOut(pieces, leftOut);
    return pieces;
  }

  private static void addLeftOut(List<Piece> pieces, int count) {
    if (count > 0) {
      pieces.add(new Piece(-1, "…" + count + " more…", false));
    }
  }

  private boolean fits(int first, int end) {
    var length = 0;
    for (var op = first; op < end && length <= ROOM; op++) {
      length += subject.operation(op).length() + 2;
    }
    return length <= ROOM + 2;
  }

  private boolean matters(int op) {
    var fault = example.operation();
    if (fault >= 0 && history.key(op) == history.key(fault)) {
      return true;
    }
    for (var key : openKeys) {
      if (key == history.key(op)) {
        return true;
      }
    }
    for (var cycle : Cases.of(example)) {
      for (var edge : cycle) {
        if (edge.key() == history.key(op) && isOf(edge, op)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isOf(Edge edge, int op) {
    if (edge.key() < 0) {
      return false;
    }
    var value = history.value(op);
    if (history.kind(op) == History.READ_LIST) {
      var size = history.listSize(value);
      value = size == 0 ? Scalars.NIL : history.listElement(value, size - 1);
    }
    return value == edge.fromValue() || value == edge.toValue();
  }
}
