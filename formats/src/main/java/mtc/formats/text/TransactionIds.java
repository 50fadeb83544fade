package mtc.formats.text;

import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.HistoryBuilder;

/**
 * Which transaction has an id. Mostly ids ascend with the lines: then a greater one is new, and
 * nothing has to be kept. Once they do not, they are hashed.
 */
final class TransactionIds {
  static final int NONE = -1;

  private final HistoryBuilder history;
  private long greatest = -1;

  /** Null while ids ascend. */
  private LongNumbers numbers;

  /** By number of an id. */
  private Ints transactions;

  TransactionIds(HistoryBuilder history) {
    this.history = history;
  }

  /** The transaction of an id that is not negative, or {@link #NONE}. */
  int find(long id) {
    if (numbers == null) {
      if (id > greatest) {
        return NONE;
      }
      hash();
    }
    var number = numbers.find(id);
    return number < 0 ? NONE : transactions.get(number);
  }

  /** Adds an id that is not there, of a transaction that is about to begin. */
  void add(long id, int transaction) {
    greatest = Math.max(greatest, id);
    if (numbers != null) {
      numbers.number(id);
      transactions.add(transaction);
    }
  }

  private void hash() {
    numbers = new LongNumbers();
    transactions = new Ints();
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.idOf(t) >= 0) {
        add(history.idOf(t), t);
      }
    }
  }
}
