package mtc.solve;

import java.util.Arrays;
import mtc.column.Ints;

/**
 * What each learnt clause was derived from, so that a failure can be traced back to the few
 * variables whose arcs and clauses it rests on: of those that some conflict involved, most had a
 * part only in conflicts that led nowhere.
 *
 * <p>A step of a derivation uses a cycle, by the variables that switched on its arcs; a clause; or
 * a variable whose value is known without a decision, which was derived itself.
 *
 * <p>Proposition 13 of docs/theory.md.
 */
final class Derivations {
  /** More steps than that are not kept: nobody waits for a search that long to be told why. */
  private static final int MOST_STEPS = 1 << 26;

  private static final int KINDS = 3;
  private static final int VARIABLE = 0;
  private static final int KNOWN_VARIABLE = 1;
  private static final int CLAUSE = 2;

  /** All derivations, one after the other: what is used, three times its number and a kind. */
  private final Ints steps = new Ints();

  /** By derivation, in the order of the clauses that they are of: the clause, and its end. */
  private final Ints clause = new Ints();

  private final Ints end = new Ints();
  private boolean isTooLong;

  /** A variable that switched on an arc of a cycle. */
  void use(int variable) {
    add(variable, VARIABLE);
  }

  /** A variable whose value is known without a decision. */
  void useKnown(int variable) {
    add(variable, KNOWN_VARIABLE);
  }

  void useClause(int at) {
    add(at, CLAUSE);
  }

  private void add(int number, int kind) {
    if (number > Integer.MAX_VALUE / KINDS - 1 || steps.size() >= MOST_STEPS) {
      isTooLong = true;
    }
    if (!isTooLong) {
      steps.add(KINDS * number + kind);
    }
  }

  /** What was used since the last one ended is what a clause was derived from. */
  void end(int at) {
    if (!isTooLong) {
      clause.add(at);
      end.add(steps.size());
    }
  }

  /**
   * By variable: whether a clause was derived from it; null if that is not known any more.
   *
   * @param clauses lengths and literals, back to back
   * @param reason by variable that is known without a decision: the clause that made it so, or -1
   */
  boolean[] variables(int ofClause, int variables, Ints clauses, int[] reason) {
    if (isTooLong) {
      return null;
    }
    var isUsed = new boolean[variables];
    var isKnownUsed = new boolean[variables];
    var isVisited = new boolean[clause.size()];
    var derived = clause.toArray();
    var open = new Ints();
    open.add(KINDS * ofClause + CLAUSE);
    while (open.size() > 0) {
      var step = open.removeLast();
      var number = step / KINDS;
      if (step % KINDS == CLAUSE) {
        var derivation = Arrays.binarySearch(derived, number);
        if (derivation < 0) {
          addGiven(number, clauses, isUsed);
        } else if (!isVisited[derivation]) {
          isVisited[derivation] = true;
          for (var i = derivation == 0 ? 0 : end.get(derivation - 1);
              i < end.get(derivation);
              i++) {
            open.add(steps.get(i));
          }
        }
      } else {
        isUsed[number] = true;
        if (step % KINDS == KNOWN_VARIABLE && !isKnownUsed[number]) {
          isKnownUsed[number] = true;
          addReason(number, clauses, reason, open);
        }
      }
    }
    return isUsed;
  }

  private static void addGiven(int at, Ints clauses, boolean[] isUsed) {
    for (var k = 1; k <= clauses.get(at); k++) {
      isUsed[clauses.get(at + k) >> 1] = true;
    }
  }

  /** Of the clause that made a variable known, all others are known as well. */
  private static void addReason(int variable, Ints clauses, int[] reason, Ints open) {
    var because = reason[variable];
    if (because < 0) {
      return;
    }
    open.add(KINDS * because + CLAUSE);
    for (var k = 1; k <= clauses.get(because); k++) {
      var other = clauses.get(because + k) >> 1;
      if (other != variable) {
        open.add(KINDS * other + KNOWN_VARIABLE);
      }
    }
  }
}
