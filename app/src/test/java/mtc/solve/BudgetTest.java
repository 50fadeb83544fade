package mtc.solve;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BudgetTest {
  /** Has time, but no room. */
  private static final Budget NO_ROOM =
      new Budget() {
        @Override
        public boolean isExhausted() {
          return false;
        }

        @Override
        public boolean allows(long bytes) {
          return false;
        }
      };

  @Test
  void aPartOfItIsExhaustedAfterItWasAskedSoManyTimes() {
    var part = Budget.UNLIMITED.atMost(2);
    assertFalse(part.isExhausted());
    assertFalse(part.isExhausted());
    assertTrue(part.isExhausted());
    assertTrue(part.isExhausted());
  }

  @Test
  void aPartOfWhatIsExhaustedIsExhausted() {
    Budget exhausted = () -> true;
    assertTrue(exhausted.atMost(2).isExhausted());
  }

  @Test
  void whoRequiresWhatIsNotLeftIsEnded() {
    assertDoesNotThrow(Budget.UNLIMITED::require);
    assertDoesNotThrow(() -> Budget.UNLIMITED.requireRoom(1L << 40));
    assertDoesNotThrow(NO_ROOM::require);
    assertThrows(Budget.Exhausted.class, () -> NO_ROOM.requireRoom(1));
    Budget exhausted = () -> true;
    assertThrows(Budget.Exhausted.class, exhausted::require);
    assertEquals("time or memory", exhausted.ranOutOf());
  }
}
