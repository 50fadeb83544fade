package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * Several registers at once (Knossos's {@code multi-register}, YugabyteDB's multi-key-acid), lifted
 * by {@code jepsen.independent}: {@code [k [[:w 0 3] [:w 2 1]]]}. Without the key around them such
 * operations are transactions like any other, and so they are if {@code :f} is {@code :txn}.
 */
public final class MultiRegister implements Workload {
  @Override
  public String name() {
    return "multi-register";
  }

  @Override
  public String level() {
    return "sser";
  }

  @Override
  public String reading() {
    return "transactions on the registers of each independent key, [k [[:r 0 nil] …]]";
  }

  @Override
  public List<String> functions() {
    return ANY;
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.size() > 0
        && !calls.hasOnly("txn", "")
        && !calls.any(call -> !call.asked().isKeyedTransaction());
  }

  /** Whether not all calls are transactions without a key around them. */
  public boolean hasKeys(Calls calls) {
    return calls.any(call -> !call.asked().isTransaction() && !call.asked().isNothing());
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = Transactions.independent(calls, into);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var isTold = call.isOk() && call.answered.isKeyedTransaction();
      var value = isTold ? call.answered : call.asked();
      if (!value.isKeyedTransaction()) {
        throw call.error("expected transactions, or [key [micro-operations]] in all operations");
      }
      out.begin(call);
      for (var at = 3; at < value.size; at = value.after(at)) {
        add(out, call, value, at, isTold);
      }
      out.end(call);
    }
  }

  private static void add(Transactions out, Call call, Value value, int at, boolean isTold)
      throws InputException {
    var scalars = out.scalars;
    var hasValue = at + 3 < value.code[at] && value.isScalar(at + 3);
    var isNamed = value.isScalar(at + 2) && at + 2 < value.code[at];
    var head = scalars.kind(value.scalar(at + 1, scalars));
    var word =
        head == Scalars.Kind.KEYWORD || head == Scalars.Kind.STRING
            ? scalars.textValue(value.scalar(at + 1, scalars))
            : "";
    var isRead = word.equals("r") || word.equals("read");
    if (!isNamed || !isRead && !(hasValue && (word.equals("w") || word.equals("write")))) {
      throw call.error("expected a micro-operation like [:r k v] or [:w k v]");
    }
    var key = out.part(value.scalar(1, scalars), value.scalar(at + 2, scalars));
    if (isRead) {
      out.read(key, isTold && hasValue ? value.scalar(at + 3, scalars) : Scalars.UNKNOWN);
    } else {
      out.write(key, value.scalar(at + 3, scalars));
    }
  }
}
