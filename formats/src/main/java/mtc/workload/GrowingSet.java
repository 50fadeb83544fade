package mtc.workload;

import java.util.HashSet;
import java.util.List;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * A set that elements are added to ({@code jepsen.checker/set} and {@code set-full}), or several
 * such, each with an independent key.
 */
final class GrowingSet implements SetCalls {
  @Override
  public String name() {
    return "set";
  }

  @Override
  public String level() {
    return "sser";
  }

  @Override
  public String reading() {
    return "every element is a key that an :add writes, and a :read reads all of them";
  }

  @Override
  public List<String> functions() {
    return List.of("add", "read");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("add")
        && calls.all("add", call -> isAddition(call.asked()))
        && calls.all("read", call -> !call.isOk() || isSet(call.answered))
        && (calls.has("read") || !isRepeated(calls))
        && (!calls.any(GrowingSet::listsOthers) || calls.any(GrowingSet::listsElements));
  }

  /** Where the elements of a read begin that answered something; -1 if it did not. */
  private static int answer(Call call) {
    var isAnswered = call.function.equals("read") && call.isOk() && !call.answered.isNothing();
    return !isAnswered ? -1 : call.asked().isPair() && call.answered.isKeyed() ? 2 : 0;
  }

  private static boolean listsElements(Call call) {
    var at = answer(call);
    return at >= 0 && call.answered.isElements(at) && call.answered.isScalar(at + 1);
  }

  /** Whether a read answers what is no set of scalars, as none does in this workload. */
  private static boolean listsOthers(Call call) {
    var at = answer(call);
    var answer = call.answered;
    var isOther = at >= 0 && !answer.isNil(at) && !answer.isElements(at);
    return isOther || at >= 0 && answer.after(at) > at + 1 && !answer.isScalar(at + 1);
  }

  private static boolean isAddition(Value value) {
    return value.size == 1 && value.isScalar(0) || value.isPair();
  }

  private static boolean isSet(Value value) {
    return value.isElements(0) || value.isNothing();
  }

  /** Without reads, what is added tells a counter from a set. */
  private static boolean isRepeated(Calls calls) {
    var seen = new HashSet<Integer>();
    return calls.any(call -> call.asked().size == 1 && !seen.add(call.asked().code[0]));
  }

  @Override
  public Does does(Call call) {
    return call.function.equals("add") ? Does.ADD : Does.READ_ALL;
  }

  @Override
  public int group(Call call, Transactions out) {
    return call.asked().isPair() ? call.asked().scalar(1, out.scalars) : Scalars.NIL;
  }

  @Override
  public int element(Call call, Transactions out) throws InputException {
    if (!isAddition(call.asked())) {
      throw call.error("expected an element in an :add");
    }
    return call.asked().scalar(call.asked().isPair() ? 2 : 0, out.scalars);
  }

  @Override
  public int elements(Call call, Transactions out) throws InputException {
    return elements(call, call.asked().isPair(), out);
  }

  /** Where the elements are in the answer to a read of a set that may have a key. */
  static int elements(Call call, boolean isKeyed, Transactions out) throws InputException {
    var answer = call.answered;
    if (!isKeyed && answer.isNothing() || isKeyed && answer.isKeyed() && answer.isNil(2)) {
      return -1;
    }
    var at = isKeyed ? 2 : 0;
    if (isKeyed && !answer.isKeyed() || !answer.isElements(at)) {
      throw call.error(
          "expected "
              + (isKeyed ? "[key elements]" : "elements")
              + " as the answer to a :read, found "
              + answer.describe(isKeyed && answer.isKeyed() ? 2 : 0, out.scalars));
    }
    return at;
  }
}
