package mtc.search;

import java.util.BitSet;
import java.util.function.BooleanSupplier;
import mtc.solve.Budget;

/** Finds the few among many questions that are enough for a contradiction. */
final class FewestQuestions {
  /** Tries on end that took nothing away: the rest mostly belongs together. */
  private static final int MOST_IN_VAIN = 100;

  private FewestQuestions() {}

  /** Leaves out questions, first many at a time, as long as the contradiction stays. */
  static void shrink(BitSet asked, BooleanSupplier isContradiction, Budget budget) {
    var inVain = 0;
    var questions = asked.stream().toArray();
    for (var size = questions.length / 2; size > 0; size /= 2) {
      for (var from = 0; from < questions.length; from += size) {
        if (inVain > MOST_IN_VAIN || budget.isExhausted()) {
          return;
        }
        var to = Math.min(from + size, questions.length);
        set(asked, questions, from, to, false);
        if (isContradiction.getAsBoolean()) {
          inVain = 0;
        } else {
          inVain++;
          set(asked, questions, from, to, true);
        }
      }
      questions = asked.stream().toArray();
    }
  }

  private static void set(BitSet asked, int[] questions, int from, int to, boolean value) {
    for (var i = from; i < to; i++) {
      asked.set(questions[i], value);
    }
  }
}
