package mtc.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryBuilderTest {
  private final HistoryBuilder builder = new HistoryBuilder("test");
  private int key;

  @BeforeEach
  void aKeyHoldsAList() {
    key = builder.key(builder.scalars().integer(7));
    builder.begin(History.NO_SESSION, 0, 1);
    builder.operation(History.APPEND, key, builder.scalars().integer(1));
  }

  @Test
  void readOfNothingIsThatOfAnEmptyList() {
    builder.operation(History.READ, key, Scalars.NIL);
    builder.end(Status.COMMITTED);
    var history = builder.build();
    assertEquals(History.READ_LIST, history.kind(1));
    assertEquals(0, history.listSize(history.value(1)));
  }

  @Test
  void readOfUnknownStaysOne() {
    builder.operation(History.READ, key, Scalars.UNKNOWN);
    builder.end(Status.COMMITTED);
    assertEquals(History.READ, builder.build().kind(1));
  }

  @Test
  void aListIsNoRegister() {
    builder.operation(History.WRITE, key, builder.scalars().integer(2));
    builder.end(Status.COMMITTED);
    assertThrows(IllegalStateException.class, builder::build);
  }

  @Test
  void aListIsNotReadAsAScalar() {
    builder.operation(History.READ, key, builder.scalars().integer(1));
    builder.end(Status.COMMITTED);
    assertThrows(IllegalStateException.class, builder::build);
  }

  @Test
  void whatDoesNotFitIsRefusedBeforeItIsCounted() {
    var builder = new HistoryBuilder("test", 3);
    builder.begin(0, 0, 1);
    for (var i = 0; i < 3; i++) {
      builder.operation(History.WRITE, 0, i);
    }
    var refused =
        assertThrows(TooLargeException.class, () -> builder.operation(History.WRITE, 0, 3));
    assertEquals(
        "it has more than 3 operations, which is more than one history may have; check parts of it"
            + " by themselves",
        refused.getMessage());
  }

  @Test
  void columnsOfSeveralPagesKeepWhatTheyWereGiven() {
    var builder = new HistoryBuilder("test");
    var count = 2 * IntColumn.PAGE + 100;
    for (var t = 0; t < count; t++) {
      builder.begin(t % 7, 3L * t, 5L * t);
      builder.operation((byte) (t % 2), t % 1000, t);
      builder.realTime(2L * t, t % 11 == 0 ? History.NEVER : 2L * t + 1);
      builder.end(t % 3 == 0 ? Status.ABORTED : Status.COMMITTED);
    }
    var history = builder.build();
    for (var t = 0; t < count; t++) {
      var isRight =
          history.session(t) == t % 7
              && history.id(t) == 3L * t
              && history.position(t) == 5L * t
              && history.firstOperation(t) == t
              && history.endOperation(t) == t + 1
              && history.kind(t) == t % 2
              && history.key(t) == t % 1000
              && history.value(t) == t
              && history.start(t) == 2L * t
              && history.end(t) == (t % 11 == 0 ? History.NEVER : 2L * t + 1)
              && history.isCommitted(t) == (t % 3 != 0);
      assertTrue(isRight, "transaction " + t);
    }
  }
}
