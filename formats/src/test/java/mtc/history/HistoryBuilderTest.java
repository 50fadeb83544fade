package mtc.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
