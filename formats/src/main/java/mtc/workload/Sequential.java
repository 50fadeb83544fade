package mtc.workload;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Sequential consistency (CockroachDB's, TiDB's, Dgraph's): a write inserts the subkeys of a key
 * one after the other, each in a transaction of its own, and a read looks for them in the reverse
 * order, each in a transaction of its own. So whoever sees one must then see all that came before.
 *
 * <p>In the logs that elle-cli comes with, each subkey is added by a call of its own: {@code :add
 * [k "k_2"]}. A set has no nil among its elements; that tells them apart.
 */
final class Sequential implements Workload {
  @Override
  public String name() {
    return "sequential";
  }

  @Override
  public String level() {
    return "ser";
  }

  @Override
  public String reading() {
    return "a :write is a transaction for each subkey, in order, an :add one for its own, and a"
        + " :read one for each, last first";
  }

  @Override
  public List<String> functions() {
    return List.of("read", "write", "add");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("read")
        && calls.all("read", call -> !call.isOk() || isSubkeys(call.answered))
        && (isWritten(calls) || isAdded(calls));
  }

  private static boolean isWritten(Calls calls) {
    return calls.has("write")
        && !calls.has("add")
        && calls.all("write", call -> isKey(call.asked()))
        && calls.any(call -> call.isOk() && isSubkeys(call.answered));
  }

  private static boolean isAdded(Calls calls) {
    return calls.has("add")
        && !calls.has("write")
        && calls.all("add", call -> call.asked().isPair())
        && calls.any(call -> call.isOk() && isSubkeys(call.answered) && hasNil(call.answered));
  }

  private static boolean hasNil(Value subkeys) {
    for (var at = 3; at < subkeys.size; at++) {
      if (subkeys.isNil(at)) {
        return true;
      }
    }
    return false;
  }

  /** {@code [k ["k_4" nil "k_2" …]]}. */
  private static boolean isSubkeys(Value value) {
    return value.isKeyed() && value.tag[2] == Value.VECTOR && value.areScalars(3);
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    var out = new Transactions(into);
    var seen = new Subkeys(calls, out);
    var call = new Call();
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      if (call.function.equals("write")) {
        if (seen.areAdded) {
          throw call.error("expected :add or :read, as other operations are :add, found :write");
        }
        write(call, i, out, seen);
      } else if (call.function.equals("add")) {
        add(call, out, seen);
      } else if (call.isOk()) {
        read(call, out, seen);
      }
    }
  }

  /**
   * A write that did not succeed may have stopped anywhere. What somebody saw of it was inserted,
   * and so was all before that, in order; of the rest nothing is known. It may still go on while
   * its session does other things: then its parts have a session of their own.
   */
  private static void write(Call call, int i, Transactions out, Subkeys seen)
      throws InputException {
    var key = key(call, out.scalars);
    var last = seen.last(key);
    if (!call.isOk() && last >= 0 && seen.sessionGoesOn(call, i)) {
      out.into.relaxed("a write without an answer has no place in its session, which went on");
      call.session = out.into.session(out.scalars.string("write of line " + call.line));
    }
    for (var subkey = 0; subkey < seen.count; subkey++) {
      out.begin(call);
      out.write(out.part(key, Integer.toString(subkey)), seen.value);
      var isInserted = call.isOk() || subkey <= last;
      var status = isInserted ? Status.COMMITTED : Status.INDETERMINATE;
      if (!call.isOk()) {
        call.end = History.NEVER;
        call.endNanos = History.NEVER;
      }
      out.end(call, status);
    }
  }

  private static boolean isKey(Value value) {
    return value.size == 1 && value.isScalar(0);
  }

  /** The key whose subkeys a write inserts. */
  private static int key(Call write, Scalars scalars) throws InputException {
    if (!isKey(write.asked())) {
      throw write.error("expected a key as the value of a :write");
    }
    return write.asked().scalar(0, scalars);
  }

  private static void add(Call call, Transactions out, Subkeys seen) throws InputException {
    var asked = call.asked();
    var subkey = asked.isPair() ? subkey(asked, 2, out.scalars) : -1;
    if (subkey < 0) {
      throw call.error("expected [key \"key_0\"] as the value of an :add");
    }
    out.begin(call);
    out.write(out.part(asked.scalar(1, out.scalars), Integer.toString(subkey)), seen.value);
    out.end(call);
  }

  /** The number in the name of a subkey, {@code "k_4"}; -1 if that is no name of one. */
  private static int subkey(Value value, int entry, Scalars scalars) {
    var name = value.scalar(entry, scalars);
    var key = value.scalar(1, scalars);
    var isString = scalars.kind(key) == Scalars.Kind.STRING;
    var prefix = (isString ? scalars.textValue(key) : scalars.edn(key)) + "_";
    if (scalars.kind(name) != Scalars.Kind.STRING || !scalars.textValue(name).startsWith(prefix)) {
      return -1;
    }
    var number = scalars.textValue(name).substring(prefix.length());
    return number.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(number) : -1;
  }

  private static void read(Call call, Transactions out, Subkeys seen) throws InputException {
    var value = call.answered;
    if (!isSubkeys(value)) {
      throw call.error("expected [key [subkeys, last first]] as the value of a :read");
    }
    var key = value.scalar(1, out.scalars);
    for (var at = 3; at < value.size; at++) {
      var subkey = value.size - 1 - at;
      if (seen.areAdded && !value.isNil(at) && subkey(value, at, out.scalars) != subkey) {
        throw call.error(
            "expected nil or the name of subkey %d in its place, found %s"
                .formatted(subkey, value.describe(at, out.scalars)));
      }
      out.begin(call);
      out.read(out.part(key, Integer.toString(subkey)), value.isNil(at) ? Scalars.NIL : seen.value);
      out.end(call);
    }
  }

  /** How many subkeys keys have, and which of them were seen. */
  private static final class Subkeys {
    final int value;
    int count = 1;

    /** Whether each has a call of its own, with its name. */
    final boolean areAdded;

    private boolean isAmbiguous;
    private final Map<Integer, Integer> last = new HashMap<>();
    private final Set<Integer> written = new HashSet<>();
    private final Map<Integer, Integer> lastOfSession = new HashMap<>();

    Subkeys(Calls calls, Transactions out) throws InputException {
      value = out.scalars.integer(1);
      areAdded = calls.has("add");
      var call = new Call();
      for (var i = 0; i < calls.size(); i++) {
        calls.get(i, call);
        lastOfSession.put(call.session, i);
        if (call.function.equals("write")) {
          // Of a key that was written twice, nobody knows whose subkeys were seen.
          isAmbiguous |= !written.add(key(call, out.scalars));
        } else if (call.isOk() && isSubkeys(call.answered)) {
          look(call.answered, call.answered.scalar(1, out.scalars));
        }
      }
    }

    private void look(Value read, int key) {
      count = Math.max(count, read.size - 3);
      for (var at = 3; at < read.size; at++) {
        if (!read.isNil(at)) {
          last.merge(key, read.size - 1 - at, Math::max);
          return;
        }
      }
    }

    boolean sessionGoesOn(Call call, int i) {
      return call.session != History.NO_SESSION && lastOfSession.get(call.session) > i;
    }

    int last(int key) {
      return isAmbiguous ? -1 : last.getOrDefault(key, -1);
    }
  }
}
