package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * Adya's G2 ({@code jepsen.tests.adya}): each key has two rows, a call looks for both and inserts
 * its own if there is neither. That both are inserted is a write skew.
 */
final class AdyaG2 implements Workload {
  @Override
  public String name() {
    return "adya-g2";
  }

  @Override
  public String level() {
    return "ser";
  }

  @Override
  public String reading() {
    return "an :insert reads both rows of its key as absent and writes one of them";
  }

  @Override
  public List<String> functions() {
    return List.of("insert");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("insert") && calls.all("insert", call -> isInsert(call.asked()));
  }

  /** {@code [k [nil id]]} or {@code [k [id nil]]}. */
  private static boolean isInsert(Value value) {
    return value.isKeyedPair() && value.isNil(3) != value.isNil(4);
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = Transactions.independent(calls, into);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var value = call.asked();
      if (!isInsert(value)) {
        throw call.error("expected [key [a nil]] or [key [nil b]] as the value of an :insert");
      }
      var key = value.scalar(1, out.scalars);
      var rows = new int[] {out.part(key, "a"), out.part(key, "b")};
      var own = value.isNil(3) ? 1 : 0;
      out.begin(call);
      out.read(rows[0], Scalars.NIL);
      out.read(rows[1], Scalars.NIL);
      out.write(rows[own], value.scalar(3 + own, out.scalars));
      out.end(call);
    }
  }
}
