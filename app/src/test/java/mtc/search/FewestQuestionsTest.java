package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import mtc.solve.Budget;
import org.junit.jupiter.api.Test;

class FewestQuestionsTest {
  private static BitSet all(int count) {
    var all = new BitSet();
    all.set(0, count);
    return all;
  }

  private static BitSet of(int... questions) {
    var some = new BitSet();
    for (var question : questions) {
      some.set(question);
    }
    return some;
  }

  @Test
  void onlyThoseAreLeftThatTheContradictionNeeds() {
    for (var needed : new BitSet[] {of(), of(0), of(99), of(3, 40, 77), of(50, 51, 52, 98)}) {
      var asked = all(100);
      FewestQuestions.shrink(
          asked,
          () -> {
            var missing = (BitSet) needed.clone();
            missing.andNot(asked);
            return missing.isEmpty();
          },
          Budget.UNLIMITED);
      assertEquals(needed, asked);
    }
  }

  @Test
  void givesUpAfterAHundredTriesInVain() {
    var tries = new int[1];
    var asked = all(1000);
    FewestQuestions.shrink(
        asked,
        () -> {
          tries[0]++;
          return false;
        },
        Budget.UNLIMITED);
    assertEquals(101, tries[0]);
    assertEquals(all(1000), asked);
  }

  @Test
  void leavesAllIfTheBudgetIsExhausted() {
    var asked = all(10);
    FewestQuestions.shrink(asked, () -> true, () -> true);
    assertEquals(all(10), asked);
  }
}
