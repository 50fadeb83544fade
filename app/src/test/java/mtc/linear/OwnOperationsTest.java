package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

/** What a transaction did to a key before, however many operations it has. */
class OwnOperationsTest {
  private static final byte[] KINDS = {
    History.READ, History.READ, History.WRITE, History.READ_OTHER
  };

  private static History history(Random random) {
    var log = Log.builder();
    for (var t = 0; t < 40; t++) {
      log.begin(History.NO_SESSION, t, t + 1);
      for (var i = random.nextInt(t % 2 == 0 ? 5 : 60); i > 0; i--) {
        var kind = KINDS[random.nextInt(KINDS.length)];
        var isKnown = kind != History.READ || random.nextInt(4) > 0;
        log.operation(
            kind,
            log.key(log.scalars().integer(random.nextInt(8))),
            isKnown ? log.scalars().integer(i) : Scalars.UNKNOWN);
      }
      log.end(Status.COMMITTED);
    }
    return log.build();
  }

  /** The last write of the key before an operation. */
  private static int write(History history, int t, int operation) {
    for (var op = operation - 1; op >= history.firstOperation(t); op--) {
      if (history.key(op) == history.key(operation) && history.kind(op) == History.WRITE) {
        return op;
      }
    }
    return Versions.NONE;
  }

  /** The first read of the key before an operation that tells what others wrote. */
  private static int externalRead(History history, int t, int operation) {
    for (var op = history.firstOperation(t); op < operation; op++) {
      if (history.key(op) == history.key(operation)) {
        if (history.kind(op) == History.WRITE) {
          return Versions.NONE;
        }
        if (history.kind(op) == History.READ && history.value(op) != Scalars.UNKNOWN) {
          return op;
        }
      }
    }
    return Versions.NONE;
  }

  @Test
  void isWhatItWroteLastAndReadFirst() {
    var history = history(new Random(1));
    var own = new OwnOperations(history);
    for (var t = 0; t < history.transactionCount(); t++) {
      own.begin(t);
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        own.look(op);
        assertEquals(write(history, t, op), own.write, "write before " + op);
        assertEquals(externalRead(history, t, op), own.externalRead, "read before " + op);
        own.pass(op);
      }
    }
  }
}
