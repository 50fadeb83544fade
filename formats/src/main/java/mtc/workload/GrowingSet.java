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
        && (calls.has("read") || !isRepeated(calls));
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
