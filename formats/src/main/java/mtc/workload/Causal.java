package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * A causal register ({@code jepsen.tests.causal}): per key a read of the initial 0, and then writes
 * and reads in turn, each of which is to see what the ones before it did.
 */
final class Causal implements Workload {
  private static final String INITIAL_READ = "read-init";

  @Override
  public String name() {
    return "causal";
  }

  @Override
  public String level() {
    return "causal";
  }

  @Override
  public String reading() {
    return "registers that hold 0 at first; a read of nil may have seen anything";
  }

  @Override
  public List<String> functions() {
    return List.of(INITIAL_READ, "read", "write");
  }

  /** What begins otherwise looks like registers so far, which are not 0 at first. */
  @Override
  public boolean recognises(Calls calls) {
    return calls.has(INITIAL_READ) && calls.first().function.equals(INITIAL_READ);
  }

  /** Whether these are its calls but for how they begin. */
  static boolean beginsOtherwise(Calls calls) {
    return calls.has(INITIAL_READ)
        && calls.hasOnly(INITIAL_READ, "read", "write")
        && !calls.first().function.equals(INITIAL_READ);
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = Transactions.independent(calls, into);
    into.reservedInitialValue(out.scalars.integer(0));
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var isWrite = call.function.equals("write");
      var value = isWrite || !call.isOk() ? call.asked() : call.told();
      var at = value.isKeyed() ? 2 : 0;
      var key = into.key(at == 0 ? out.keyword("register") : value.scalar(1, out.scalars));
      if (value.size > 0 && !value.isScalar(at)) {
        throw call.error("expected a number, found " + value.describe(at, out.scalars));
      }
      var isTold = value.size > 0 && !value.isNil(at);
      out.begin(call);
      if (isWrite && isTold) {
        out.write(key, value.scalar(at, out.scalars));
      } else if (isWrite) {
        throw call.error("expected a value in a :write, found none");
      } else {
        out.read(key, isTold && call.isOk() ? value.scalar(at, out.scalars) : Scalars.UNKNOWN);
      }
      out.end(call);
    }
  }
}
