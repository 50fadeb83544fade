package mtc.formats.text;

import java.util.Arrays;
import mtc.column.LongNumbers;

/**
 * Which transaction has an id. Mostly ids ascend with the lines: then a greater one is new, and a
 * known one is found by bisection. Once they do not, they are hashed.
 */
final class TransactionIds {
  private int size;
  private long[] ids = new long[16];

  /** In the order of the ids here: the transactions. */
  private int[] transactions = new int[16];

  /** Null while ids ascend. */
  private LongNumbers numbers;

  /** The transaction of an id, or -1. */
  int find(long id) {
    if (numbers != null) {
      var number = numbers.find(id);
      return number < 0 ? -1 : transactions[number];
    }
    if (size == 0 || id > ids[size - 1]) {
      return -1;
    }
    var at = Arrays.binarySearch(ids, 0, size, id);
    return at < 0 ? -1 : transactions[at];
  }

  /** Adds an id that is not there. */
  void add(long id, int transaction) {
    if (size == transactions.length) {
      transactions = Arrays.copyOf(transactions, size + (size >> 1));
    }
    transactions[size] = transaction;
    if (numbers == null && size > 0 && id < ids[size - 1]) {
      hash();
    }
    if (numbers != null) {
      numbers.number(id);
    } else {
      ids = size == ids.length ? Arrays.copyOf(ids, size + (size >> 1)) : ids;
      ids[size] = id;
    }
    size++;
  }

  private void hash() {
    numbers = new LongNumbers();
    for (var i = 0; i < size; i++) {
      numbers.number(ids[i]);
    }
    ids = null;
  }
}
