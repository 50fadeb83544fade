package mtc.run.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Of stores whose clients keep what they write until they commit. */
class TransactionTest {
  @Test
  void readSeesTheLastWriteOfItsOwnTransactionBeforeIt() {
    var transaction =
        new Transaction.Builder(false)
            .read(1)
            .write(1, 10)
            .write(2, 20)
            .write(1, 11)
            .read(1)
            .write(1, 12)
            .build();
    assertFalse(transaction.sawOwnWrite(0));
    assertTrue(transaction.sawOwnWrite(4));
    assertEquals(11, transaction.seen(4));
  }

  @Test
  void onlyTheLastWriteOfAKeyStays() {
    var transaction = new Transaction.Builder(false).write(1, 10).write(2, 20).write(1, 11).build();
    assertTrue(transaction.isOverwritten(0));
    assertFalse(transaction.isOverwritten(1));
    assertFalse(transaction.isOverwritten(2));
  }

  @Test
  void listReadHasOwnAppendsBehindWhatIsStored() {
    var transaction =
        new Transaction.Builder(true).write(1, 10).write(2, 20).read(1).write(1, 11).build();
    assertFalse(transaction.sawOwnWrite(2));
    transaction.sawListBeforeOwn(2, new long[] {7, 8});
    assertArrayEquals(new long[] {7, 8, 10}, transaction.seenList(2));
  }
}
