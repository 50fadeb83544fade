package mtc.fuzz;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/** A small history that a fuzzer drew, and ways to say the same of other names. */
record Drawn(List<Txn> transactions, boolean hasLists, boolean hasTime) {
  private static final int MOST_TRANSACTIONS = 6;
  private static final int MOST_OPERATIONS = 3;
  private static final int KEYS = 3;
  private static final int SESSIONS = 3;

  /** A transaction; times are places in the log. */
  record Txn(int session, Status status, long start, long end, List<Op> operations) {}

  /** An operation; of a list that was read, its elements. */
  record Op(byte kind, int key, int value, int[] list) {}

  static Drawn of(Dice dice) {
    var shape = dice.octet();
    var hasLists = (shape & 1) != 0;
    var hasTime = (shape & 2) != 0;
    // Few values, so that they repeat; or each once, as most stores' tests have it.
    var repeats = (shape & 12) == 12;
    var transactions = new ArrayList<Txn>();
    var count = 1 + dice.below(MOST_TRANSACTIONS);
    var free = new long[SESSIONS];
    var written = 1;
    for (var t = 0; t < count; t++) {
      var session = dice.below(SESSIONS);
      var kind = dice.octet();
      var status =
          kind >= 240 ? Status.ABORTED : kind >= 215 ? Status.INDETERMINATE : Status.COMMITTED;
      var start = Math.max(free[session], 2L * dice.below(12));
      var end = start + 1 + 2L * dice.below(6);
      free[session] = end + 1;
      var operations = new ArrayList<Op>();
      for (var o = 1 + dice.below(MOST_OPERATIONS); o > 0; o--) {
        var key = dice.below(KEYS);
        var what = dice.octet();
        if ((what & 1) == 0) {
          var value = repeats ? 1 + dice.below(3) : written++;
          operations.add(new Op(hasLists ? History.APPEND : History.WRITE, key, value, null));
        } else if (hasLists) {
          var list = list(dice, written);
          // No format tells what a transaction of unknown outcome saw of a list.
          if (status != Status.INDETERMINATE) {
            operations.add(new Op(History.READ_LIST, key, 0, list));
          }
        } else {
          operations.add(new Op(History.READ, key, dice.below(written + 2), null));
        }
      }
      transactions.add(new Txn(session, status, start, end, operations));
    }
    return new Drawn(transactions, hasLists, hasTime);
  }

  private static int[] list(Dice dice, int written) {
    var list = new int[dice.below(4)];
    for (var i = 0; i < list.length; i++) {
      list[i] = 1 + dice.below(written + 1);
    }
    return list;
  }

  History history() {
    return history(0);
  }

  /**
   * The history, with other names for keys, sessions and values, and the sessions in another turn,
   * if that is asked for; 0 is as it was drawn.
   */
  History history(int variation) {
    var builder = new HistoryBuilder("fuzz");
    var scalars = builder.scalars();
    // The empty list is nil too.
    builder.reservedInitialValue(hasLists ? Scalars.NIL : value(scalars, 0, variation));
    if (!hasTime) {
      builder.withoutRealTime("drawn without");
    }
    var order = inOtherTurn((variation & 4) != 0);
    for (var t = 0; t < order.size(); t++) {
      var txn = order.get(t);
      var session = (variation & 1) == 0 ? txn.session : SESSIONS - 1 - txn.session;
      builder.begin(builder.session(scalars.integer(session)), t, t);
      for (var op : txn.operations) {
        var name = (variation & 2) == 0 ? scalars.integer(op.key) : scalars.string("k" + -op.key);
        var key = builder.key(name);
        if (op.kind == History.READ_LIST) {
          builder.readList(key);
          for (var element : op.list) {
            builder.element(value(scalars, element, variation));
          }
        } else {
          builder.operation(op.kind, key, value(scalars, op.value, variation));
        }
      }
      if (hasTime) {
        builder.realTime(txn.start, txn.status == Status.COMMITTED ? txn.end : History.NEVER);
      }
      builder.end(txn.status);
    }
    return builder.build();
  }

  private int value(Scalars scalars, int value, int variation) {
    return (variation & 2) == 0 ? scalars.integer(value) : scalars.integer(5_000_000_000L - value);
  }

  /** One session after the other, the last first: in a session nothing changes. */
  private List<Txn> inOtherTurn(boolean isAsked) {
    if (!isAsked) {
      return transactions;
    }
    var other = new ArrayList<Txn>();
    for (var session = SESSIONS - 1; session >= 0; session--) {
      for (var txn : transactions) {
        if (txn.session == session) {
          other.add(txn);
        }
      }
    }
    return other;
  }
}
