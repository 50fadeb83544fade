package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/**
 * Registers that count their updates (jepsen.etcd's): a value is {@code [version value]}, asked for
 * with nil as the version and answered with the one that was made or seen, 0 being that of a
 * register that is not there.
 *
 * <p>The store answers an update with the version before it and 1 more. So an update saw the
 * version before its own, and every version up to the greatest was made by somebody: {@link
 * MadeVersions} finds out by whom.
 */
final class VersionedRegister implements Workload {
  private static final String EXPECTED =
      "expected [version value], and nil as the version of what is asked for";

  @Override
  public String name() {
    return "versioned-register";
  }

  @Override
  public String level() {
    return "lin";
  }

  @Override
  public String reading() {
    return "registers that count their updates, [version value]; an update saw the version before"
        + " its own, and :version-N is one that nobody can have made";
  }

  @Override
  public List<String> functions() {
    return List.of("read", "write", "cas");
  }

  /** An invocation that names a version could as well be of a register that holds pairs. */
  @Override
  public boolean recognises(Calls calls) {
    return calls.size() > 0
        && (calls.has("write") || calls.has("cas"))
        && (areAll(calls, true) || areAll(calls, false) && calls.any(c -> isAnswered(c, false)));
  }

  private static boolean areAll(Calls calls, boolean isKeyed) {
    return !calls.any(call -> !isCall(call, isKeyed));
  }

  private static boolean isCall(Call call, boolean isKeyed) {
    if (call.function.equals("read")) {
      return !call.isOk() || isVersioned(call.answered, isKeyed, false);
    }
    var isCas = call.function.equals("cas");
    return isVersioned(call.invoked, isKeyed, isCas)
        && call.invoked.isNil(at(isKeyed))
        && (call.answered.isNothing() || isVersioned(call.answered, isKeyed, isCas));
  }

  private static boolean isAnswered(Call call, boolean isKeyed) {
    return call.answered.size > 0 && !call.answered.isNil(at(isKeyed));
  }

  /** Where the version stands in {@code [k [version value]]}, or in {@code [version value]}. */
  private static int at(boolean isKeyed) {
    return isKeyed ? 3 : 1;
  }

  /** Whether this is a version, or nil, with a scalar behind it, or with {@code [old new]}. */
  private static boolean isVersioned(Value value, boolean isKeyed, boolean isCas) {
    var version = at(isKeyed);
    var isPair =
        isKeyed
            ? value.isKeyed() && value.tag[2] == Value.VECTOR && value.count(2) == 2
            : value.isVector() && value.count(0) == 2;
    return isPair
        && value.tag[version] == Value.SCALAR
        && (isCas
            ? value.size == version + 4
                && value.tag[version + 1] == Value.VECTOR
                && value.areScalars(version + 2)
            : value.size == version + 2 && value.isScalar(version + 1));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var isKeyed = calls.any(call -> isVersioned(call.invoked, true, call.function.equals("cas")));
    var out = isKeyed ? Transactions.independent(calls, into) : new Transactions(into);
    var numbered = new NumberedCalls(out, calls.size());
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (!isCall(call, isKeyed)) {
        throw call.error(EXPECTED);
      }
      take(call, isKeyed, out, numbered);
    }
    var made = new MadeVersions(out, numbered);
    if (!into.reading().ignoresVersions()) {
      made.settle();
    }
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      out.begin(call);
      made.put(i);
      out.end(call);
    }
  }

  private static void take(Call call, boolean isKeyed, Transactions out, NumberedCalls into)
      throws InputException {
    var scalars = out.scalars;
    var isRead = call.function.equals("read");
    var told = call.isOk() && !call.answered.isNothing() ? call.answered : call.invoked;
    var at = at(isKeyed);
    var key = out.into.key(isKeyed ? told.scalar(1, scalars) : out.keyword("register"));
    var version = call.isOk() ? version(call, told, at, scalars) : Call.NO_VERSION;
    if (isRead) {
      var value = call.isOk() ? told.scalar(at + 1, scalars) : Scalars.UNKNOWN;
      into.read(call, key, version, value);
    } else if (version != Call.NO_VERSION && version < 1) {
      throw call.error("expected a version from 1 up of what was written, found " + version);
    } else if (call.function.equals("cas")) {
      into.update(call, key, version, told.scalar(at + 2, scalars), told.scalar(at + 3, scalars));
    } else {
      into.update(call, key, version, Scalars.UNKNOWN, told.scalar(at + 1, scalars));
    }
  }

  private static long version(Call call, Value told, int at, Scalars scalars)
      throws InputException {
    if (told.isNil(at)) {
      return Call.NO_VERSION;
    }
    if (scalars.kind(told.scalar(at, scalars)) != Scalars.Kind.INTEGER) {
      throw call.error(
          "expected an integer or nil as the version, found " + told.describe(at, scalars));
    }
    return scalars.longValue(told.scalar(at, scalars));
  }
}
