package mtc.workload;

import java.util.List;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * Comments and causal reverse (CockroachDB's {@code comments}, {@code
 * jepsen.tests.causal-reverse}): ids are written one by one, and reads return all that there are.
 * Whoever sees one must see all that were acknowledged before it was written.
 */
final class Comments implements SetCalls {
  @Override
  public String name() {
    return "comments";
  }

  @Override
  public String level() {
    return "sser";
  }

  @Override
  public String reading() {
    return "every id is a key that a :write writes, and a :read reads all of them";
  }

  @Override
  public List<String> functions() {
    return List.of("read", "write");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("read") && calls.has("write") && (areAll(calls, true) || areAll(calls, false));
  }

  /** Lists of ids without a key around them could as well be rows: those must be sets. */
  private static boolean areAll(Calls calls, boolean isKeyed) {
    return calls.all("write", c -> isKeyed ? c.asked().isPair() : c.asked().isScalar(0))
        && calls.all("read", c -> !c.isOk() || isSet(c.answered, isKeyed))
        && calls.any(c -> c.function.equals("read") && c.isOk() && isSet(c.answered, isKeyed));
  }

  /**
   * Whether these may be copies of a register as well (VoltDB's {@code redundant-register}), which
   * a read lists all of: {@code [k (v v v)]}. Of ids, none is there twice.
   */
  static boolean mayBeCopies(Calls calls) {
    return calls.hasOnly("read", "write")
        && areAll(calls, true)
        && calls.any(Comments::answersList)
        && (calls.any(c -> answersList(c) && c.answered.hasTwice(2))
            || calls.all("read", c -> !c.isOk() || c.answered.count(2) == 0));
  }

  private static boolean answersList(Call call) {
    return call.function.equals("read") && call.isOk() && call.answered.tag[2] == Value.VECTOR;
  }

  private static boolean isSet(Value value, boolean isKeyed) {
    return isKeyed
        ? value.isKeyed() && value.isElements(2)
        : value.size > 0 && value.tag[0] == Value.SET;
  }

  @Override
  public Does does(Call call) {
    return call.function.equals("write") ? Does.ADD : Does.READ_ALL;
  }

  @Override
  public int group(Call call, Transactions out) {
    return call.asked().isKeyed() ? call.asked().scalar(1, out.scalars) : Scalars.NIL;
  }

  @Override
  public int element(Call call, Transactions out) throws InputException {
    var value = call.asked();
    var at = value.isPair() ? 2 : 0;
    if (!value.isScalar(at)) {
      throw call.error("expected an id in a :write");
    }
    return value.scalar(at, out.scalars);
  }

  @Override
  public int elements(Call call, Transactions out) throws InputException {
    return GrowingSet.elements(call, call.asked().isKeyed(), out);
  }
}
