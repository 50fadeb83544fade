package mtc.solve;

import java.util.Arrays;
import mtc.column.Ints;

/** Arcs that literals switch on. Those of one literal are linked, the one added last first. */
public final class LiteralArcs {
  private static final int NONE = -1;

  /** By literal. */
  private int[] first = new int[32];

  private final Ints from = new Ints();
  private final Ints to = new Ints();
  private final Ints next = new Ints();

  LiteralArcs() {}

  /** An arc, and the literal that it is there for. */
  @FunctionalInterface
  public interface Arc {
    void accept(int from, int to, int literal);
  }

  /** Two more literals, without arcs. */
  void addVariable(int variable) {
    if (2 * variable == first.length) {
      first = Arrays.copyOf(first, 2 * first.length);
    }
    first[2 * variable] = NONE;
    first[2 * variable + 1] = NONE;
  }

  void add(int source, int target, int literal) {
    next.add(first[literal]);
    first[literal] = from.size();
    from.add(source);
    to.add(target);
  }

  /** An arc of a literal; below 0 if there is none. */
  int first(int literal) {
    return first[literal];
  }

  /** Another arc of the same literal; below 0 if there is none. */
  int next(int arc) {
    return next.get(arc);
  }

  int from(int arc) {
    return from.get(arc);
  }

  int to(int arc) {
    return to.get(arc);
  }

  void forEachOf(int literal, Arc consumer) {
    for (var arc = first(literal); arc >= 0; arc = next(arc)) {
      consumer.accept(from(arc), to(arc), literal);
    }
  }
}
