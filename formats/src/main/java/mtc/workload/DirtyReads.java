package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * Dirty reads (Galera's, Percona's): a write sets every row of a table to one value, a read returns
 * all rows. A read must not show what a failed write wrote.
 */
final class DirtyReads implements Workload {
  /** What the tables of these tests are filled with. */
  private static final int EMPTY_ROW = -1;

  @Override
  public String name() {
    return "dirty-reads";
  }

  @Override
  public String level() {
    return "rc";
  }

  @Override
  public String reading() {
    return "a :write writes its value to every row, a :read reads all rows";
  }

  @Override
  public List<String> functions() {
    return List.of("read", "write");
  }

  @Override
  public boolean recognises(Calls calls) {
    return areReads(calls);
  }

  private static boolean areReads(Calls calls) {
    return calls.has("read")
        && calls.has("write")
        && calls.all("write", call -> call.asked().size == 1 && call.asked().isScalar(0))
        && calls.all("read", call -> call.invoked.isNothing())
        && calls.any(call -> call.isOk() && isRows(call))
        && calls.all("read", call -> !call.isOk() || isRows(call));
  }

  /**
   * Whether these may be ids as well, each of which is written once: JSON has no sets. All reads of
   * a table have as many rows, and of those that one write set some are equal.
   */
  static boolean mayBeIds(Calls calls) {
    return calls.hasOnly("read", "write")
        && areReads(calls)
        && !(haveOneLength(calls) && calls.any(c -> isRows(c) && c.answered.hasTwice(0)));
  }

  private static boolean haveOneLength(Calls calls) {
    var longest = rowCount(calls);
    return calls.all("read", c -> !isRows(c) || isEmpty(c) || c.answered.size - 1 == longest);
  }

  private static boolean isEmpty(Call read) {
    return read.answered.size == 1;
  }

  private static boolean isRows(Call call) {
    var rows = call.answered;
    return call.function.equals("read") && rows.isVector() && rows.areScalars(1);
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = new Transactions(into);
    var call = new Call();
    var rowCount = rowCount(calls);
    var readsEmptyRows = calls.any(c -> isRows(c) && contains(c.answered, EMPTY_ROW));
    var writesEmptyRows = calls.any(c -> !isRows(c) && contains(c.asked(), EMPTY_ROW));
    if (readsEmptyRows && !writesEmptyRows) {
      into.reservedInitialValue(EMPTY_ROW);
      into.note("rows hold -1 at first, which is read and never written");
    }
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var isWrite = call.function.equals("write");
      var value = isWrite ? call.asked() : call.answered;
      if (!isWrite && call.isOk() && !isRows(call)) {
        throw call.error("expected the rows, found " + value.describe(0, out.scalars));
      }
      if (isWrite && !value.isScalar(0)) {
        throw call.error("expected a value to write, found " + value.describe(0, out.scalars));
      }
      out.begin(call);
      for (var row = 0; row < rowCount; row++) {
        if (isWrite) {
          out.write(into.key(row), value.scalar(0, out.scalars));
        } else {
          var isTold = call.isOk() && row + 1 < value.size;
          out.read(into.key(row), isTold ? value.scalar(row + 1, out.scalars) : Scalars.UNKNOWN);
        }
      }
      out.end(call);
    }
  }

  private static int rowCount(Calls calls) {
    var call = new Call();
    var most = 1;
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (isRows(call)) {
        most = Math.max(most, call.answered.size - 1);
      }
    }
    return most;
  }

  private static boolean contains(Value value, int scalar) {
    for (var at = 0; at < value.size; at++) {
      if (value.tag[at] == Value.SCALAR && value.code[at] == scalar) {
        return true;
      }
    }
    return false;
  }
}
