package mtc.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** dbcop's history.bincode, perhaps with a count or a flag that is wrong, or cut off. */
final class BincodeFile {
  private final Dice dice;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private boolean isRight = true;
  private int transactions;
  private int operations;
  private boolean anyCommitted;

  BincodeFile(Dice dice) {
    this.dice = dice;
    for (var i = 0; i < 5; i++) {
      number(dice.below(4));
    }
    for (var i = 0; i < 3; i++) {
      var text = dice.some(8);
      count(text.length);
      out.writeBytes(text);
    }
    var sessions = dice.below(4);
    count(sessions);
    for (var s = 0; s < sessions; s++) {
      session();
    }
    if (dice.chance(5)) {
      isRight = false;
      out.write(dice.octet());
    }
  }

  private void session() {
    var count = dice.below(4);
    count(count);
    for (var t = 0; t < count; t++) {
      transactions++;
      var events = dice.below(4);
      count(events);
      for (var e = 0; e < events; e++) {
        event();
      }
      anyCommitted |= flag(!dice.chance(40));
    }
  }

  private void event() {
    flag(dice.chance(128));
    number(dice.chance(30) ? dice.number() : dice.below(3));
    number(dice.chance(30) ? dice.number() : dice.below(5));
    operations += flag(!dice.chance(10)) ? 1 : 0;
  }

  private void number(long number) {
    out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array());
  }

  private void count(long count) {
    var isWrong = dice.chance(3);
    isRight &= !isWrong;
    number(isWrong ? dice.number() : count);
  }

  private boolean flag(boolean flag) {
    var isWrong = dice.chance(2);
    isRight &= !isWrong;
    out.write(isWrong ? dice.octet() : flag ? 1 : 0);
    return flag;
  }

  boolean isRight() {
    return isRight && anyCommitted;
  }

  int transactions() {
    return transactions;
  }

  int operations() {
    return operations;
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}
