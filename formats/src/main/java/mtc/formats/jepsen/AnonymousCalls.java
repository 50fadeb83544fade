package mtc.formats.jepsen;

import java.util.ArrayList;
import java.util.List;
import mtc.source.InputException;
import mtc.workload.Value;

/**
 * Operations without a {@code :process} that were invoked and have not completed.
 *
 * <p>A completion belongs to one of them. Where there are several, it is the only one with its
 * {@code :f} and {@code :value}, as far as the invocation tells that, or else the only one with its
 * {@code :f}: if two might be it, their places in real time are not known.
 */
final class AnonymousCalls {
  /** Each completion is held against all of them. */
  private static final int MOST = 1000;

  private final List<Pending> pending = new ArrayList<>();

  void add(Pending invoked) throws InputException {
    if (pending.size() == MOST) {
      throw Operation.error(
          invoked.line,
          invoked.column,
          "more than %d operations are not completed, and no :process tells them apart"
              .formatted(MOST));
    }
    pending.add(invoked);
  }

  List<Pending> left() {
    return pending;
  }

  /** The one that an operation completes; null if there is none at all. */
  Pending take(Operation completion) throws InputException {
    if (pending.size() < 2) {
      return pending.isEmpty() ? null : pending.removeLast();
    }
    var ofFunction = new ArrayList<Pending>();
    var same = new ArrayList<Pending>();
    for (var call : pending) {
      if (isOfFunction(call, completion)) {
        ofFunction.add(call);
        if (mayBecome(call.value, completion.value)) {
          same.add(call);
        }
      }
    }
    var possible = same.isEmpty() ? ofFunction : same;
    if (possible.size() == 1) {
      pending.remove(possible.getFirst());
      return possible.getFirst();
    }
    var message =
        possible.isEmpty()
            ? "this completes no operation that was invoked and is not completed"
            : "this may complete the operation of %s or that of %s, and no :process tells which"
                .formatted(place(possible.get(0)), place(possible.get(1)));
    throw Operation.error(completion.line, completion.column, message);
  }

  private static String place(Pending call) {
    return Operation.place(call.line, call.column);
  }

  private static boolean isOfFunction(Pending call, Operation completion) {
    return completion.functionName == null
        || call.functionName == null
        || completion.functionName.equals(call.functionName);
  }

  /** Whether nils are all that the second value fills in. */
  private static boolean mayBecome(Value asked, Value told) {
    var at = 0;
    for (var i = 0; i < asked.size; i++) {
      if (at >= told.size) {
        return false;
      }
      if (asked.isNil(i)) {
        at = told.after(at);
      } else if (asked.tag[i] != told.tag[at]
          || asked.isScalar(i) && asked.code[i] != told.code[at]) {
        return false;
      } else {
        at++;
      }
    }
    return at == told.size;
  }
}
