package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.source.InputException;

/** A lock (Knossos's {@code mutex}): a register that is free or held, compared and set. */
final class Mutex implements Workload {
  @Override
  public String name() {
    return "mutex";
  }

  @Override
  public String level() {
    return "lin";
  }

  @Override
  public String reading() {
    return "an :acquire finds the lock free and sets it to held, a :release the other way round";
  }

  @Override
  public List<String> functions() {
    return List.of("acquire", "release");
  }

  @Override
  public boolean recognises(Calls calls) {
    return true;
  }

  /**
   * Whether it is not only asked for and got: which of several locks, by whom, as which of several
   * permits, or with which fence. A key that {@code jepsen.independent} gave it is no such value.
   */
  static boolean mayBeAnotherLock(Calls calls) {
    return calls.hasOnly("acquire", "release") && calls.any(Mutex::saysMore);
  }

  private static boolean saysMore(Call call) {
    var isAsked = call.start != Call.NO_START && isMore(call.invoked);
    return isAsked || call.isOk() && isMore(call.answered);
  }

  private static boolean isMore(Value value) {
    return !value.isNothing() && !(value.isPair() && value.isNil(2));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = Transactions.independent(calls, into);
    var free = out.keyword("free");
    var held = out.keyword("held");
    into.reservedInitialValue(free);
    if (calls.any(Mutex::saysMore)) {
      into.note("what the values of :acquire and :release say is not looked at");
    }
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      var value = call.asked();
      var key = value.isKeyed() ? value.scalar(1, out.scalars) : out.keyword("mutex");
      var isAcquired = call.function.equals("acquire");
      out.begin(call);
      out.read(into.key(key), isAcquired ? free : held);
      out.write(into.key(key), isAcquired ? held : free);
      out.end(call);
    }
  }
}
