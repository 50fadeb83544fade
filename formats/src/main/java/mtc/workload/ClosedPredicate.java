package mtc.workload;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.column.Ints;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Elle's closed predicate: an {@code :init} says what all keys hold, and {@code [:rp pred {k v}]}
 * finds all that match. So it also read every other key of the log, as some version that does not
 * match. A key that was deleted, or is not born yet, holds nil.
 *
 * <p>Under {@code jepsen.independent} each key is a system of its own, {@code [system {k v, …}]}
 * and {@code [system [[:rp …]]]}, and clients wait for the state it begins with by {@code
 * :await-init}, which changes nothing, and which Elle does not look at either.
 */
final class ClosedPredicate implements Workload {
  private static final String SEVERAL =
      "what a predicate did not find is told to levels at which a transaction that reads a key"
          + " twice sees the same";

  private static final String[] REPEATING = {
    "ra", "causal", "psi", "prefix", "si", "strong-si", "ser", "ser-lin", "sser", "lin"
  };

  private static final String AWAIT_INIT = "await-init";

  private static final String AT_ONCE =
      "rc asks which of two keys was read first, and a predicate reads all of them at once";

  private static String[] allButRc() {
    var all = Arrays.copyOf(REPEATING, REPEATING.length + 1);
    all[REPEATING.length] = "pl2";
    return all;
  }

  @Override
  public String name() {
    return "closed-predicate";
  }

  @Override
  public String level() {
    return "ser";
  }

  @Override
  public String reading() {
    return "an :rp reads what it found, and of every other key a version that does not match";
  }

  @Override
  public List<String> functions() {
    return List.of("init", "txn", AWAIT_INIT);
  }

  /** What {@code :f} does not say, the micro-operations do. */
  @Override
  public boolean has(String function) {
    return function.isEmpty() || Workload.super.has(function);
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("init")
        && (calls.all("init", call -> call.told().isMap(0))
            || calls.all("init", call -> call.told().isKeyed() && call.told().isMap(2)));
  }

  @Override
  public void read(Calls calls, HistoryBuilder into) throws InputException {
    new Reader(calls, into).read();
  }

  /** Reads one log. */
  private static final class Reader {
    private final Calls calls;
    private final HistoryBuilder into;
    private final Transactions out;
    private final Scalars scalars;

    /**
     * By key, in the order of first mention: what it held at first, then all that may be there. Of
     * the system at hand.
     */
    private Map<Integer, Ints> versions = new LinkedHashMap<>();

    private final Map<Integer, Map<Integer, Ints>> versionsBySystem = new LinkedHashMap<>();

    /** The system of the call at hand; nil if there is only one. */
    private int system = Scalars.NIL;

    /** Where the value of a call begins, behind the system. */
    private final int begin;

    // Of the key at hand: the versions that a predicate does not find, and those that it does.
    private final Ints hidden = new Ints();
    private final Ints matching = new Ints();

    /** The systems in which there are predicates. */
    private final Set<Integer> asked = new HashSet<>();

    /** Whether there is one that did not find a key of which several versions match. */
    private boolean excludesSeveral;

    Reader(Calls calls, HistoryBuilder into) {
      this.calls = calls;
      this.into = into;
      this.out = Transactions.independent(calls, into);
      this.scalars = into.scalars();
      this.begin = out.areIndependent() ? 2 : 0;
    }

    void read() throws InputException {
      into.reservedInitialValue(Scalars.NIL);
      if (calls.has(AWAIT_INIT)) {
        into.note(":" + AWAIT_INIT + " only waits for the :init, and what it reads is left out");
      }
      each("init", this::init);
      each("txn", this::collect);
      each("txn", this::transaction);
      if (excludesSeveral) {
        into.onlyAt(SEVERAL, REPEATING);
      } else if (asked.stream().anyMatch(of -> versionsBySystem.get(of).size() > 1)) {
        into.onlyAt(AT_ONCE, allButRc());
      }
    }

    /** What is done with a call. */
    private interface Step {
      void with(Call call) throws InputException;
    }

    /** Calls without an {@code :f} are transactions. */
    private void each(String function, Step step) throws InputException {
      var call = new Call();
      for (var i = 0; i < calls.size(); i++) {
        calls.get(i, call);
        if ((call.function.isEmpty() ? "txn" : call.function).equals(function)) {
          if (out.areIndependent()) {
            system = call.asked().scalar(1, scalars);
          }
          versions = versionsBySystem.computeIfAbsent(system, _ -> new LinkedHashMap<>());
          step.with(call);
        }
      }
    }

    private int keyOf(int name) {
      return out.areIndependent() ? out.part(system, name) : into.key(name);
    }

    /** The state that the test begins with, which is trusted. */
    private void init(Call call) throws InputException {
      var value = call.told();
      if (!versions.isEmpty() || !call.isOk() || !isOf(value) || !value.isMap(begin)) {
        throw call.error(
            "expected one :init that succeeded, with a map of all keys"
                + (out.areIndependent() ? ", for each independent key" : ""));
      }
      for (var at = begin + 1; at < value.code[begin]; at = value.after(value.after(at))) {
        var key = scalar(call, value, at);
        var held = scalar(call, value, value.after(at));
        into.initialValueOf(keyOf(key), held);
        versionsOf(key).set(0, held);
      }
    }

    /** Whether the value of a call has a system, if all have. */
    private boolean isOf(Value value) {
      return begin == 0 || value.isKeyed();
    }

    /** Whether a call tells what it found; one that does not still did what it was asked for. */
    private boolean isTold(Call call) {
      return call.isOk() && !isEmpty(call.answered);
    }

    private boolean isEmpty(Value value) {
      return value.isNothing() || begin > 0 && value.isKeyed() && value.isNil(begin);
    }

    private Value operations(Call call) throws InputException {
      var value = isTold(call) ? call.answered : call.asked();
      var isVector = isOf(value) && value.isElements(begin) && value.tag[begin] == Value.VECTOR;
      if (!isEmpty(value) && !isVector) {
        throw call.error(
            "expected micro-operations, found " + value.describe(isOf(value) ? begin : 0, scalars));
      }
      return value;
    }

    private Ints versionsOf(int key) {
      return versions.computeIfAbsent(
          key,
          _ -> {
            var unborn = new Ints();
            unborn.add(Scalars.NIL);
            return unborn;
          });
    }

    private int scalar(Call call, Value value, int at) throws InputException {
      if (!value.isScalar(at)) {
        throw call.error("expected a scalar, found " + value.describe(at, scalars));
      }
      return value.scalar(at, scalars);
    }

    private String head(Call call, Value value, int at) throws InputException {
      var isVector = value.tag[at] == Value.VECTOR && at + 1 < value.code[at];
      var word = isVector ? scalar(call, value, at + 1) : Scalars.NIL;
      return switch (scalars.kind(word)) {
        case KEYWORD, STRING -> scalars.textValue(word);
        default -> throw call.error("expected a micro-operation like [:rp :true nil]");
      };
    }

    private void collect(Call call) throws InputException {
      var value = operations(call);
      for (var at = begin + 1; at < value.size; at = value.after(at)) {
        switch (head(call, value, at)) {
          case "w", "insert" -> version(call, key(call, value, at), scalar(call, value, at + 3));
          case "delete" -> version(call, key(call, value, at), Scalars.NIL);
          case "r" -> versionsOf(key(call, value, at));
          case "rp" -> {}
          default -> throw call.error("expected :r, :w, :insert, :delete or :rp");
        }
      }
    }

    private int key(Call call, Value value, int at) throws InputException {
      if (at + 2 >= value.code[at]) {
        throw call.error("expected a key in a micro-operation");
      }
      return scalar(call, value, at + 2);
    }

    /** Nobody may have seen what was certainly not written. */
    private void version(Call call, int key, int written) {
      var known = versionsOf(key);
      if (call.status != Status.ABORTED && !known.contains(written)) {
        known.add(written);
      }
    }

    private void transaction(Call call) throws InputException {
      out.begin(call);
      var value = operations(call);
      var isTold = isTold(call);
      for (var at = begin + 1; at < value.size; at = value.after(at)) {
        switch (head(call, value, at)) {
          case "w", "insert" -> out.write(keyOf(key(call, value, at)), scalar(call, value, at + 3));
          case "delete" -> out.write(keyOf(key(call, value, at)), Scalars.NIL);
          case "r" -> {
            if (isTold) {
              out.read(keyOf(key(call, value, at)), scalar(call, value, at + 3));
            }
          }
          default -> {
            if (isTold) {
              find(call, value, at);
            }
          }
        }
      }
      out.end(call);
    }

    /** What a predicate says of a version. */
    private interface Predicate {
      boolean matches(Scalars scalars, int version);
    }

    private void find(Call call, Value value, int at) throws InputException {
      asked.add(system);
      if (at + 2 >= value.code[at]) {
        throw call.error("expected a predicate in an :rp");
      }
      var predicate = predicate(call, value, at + 2);
      var result = value.after(at + 2);
      var found = new Ints();
      if (result < value.code[at] && value.isMap(result)) {
        for (var k = result + 1; k < value.code[result]; k = value.after(value.after(k))) {
          var key = scalar(call, value, k);
          versionsOf(key);
          found.add(key);
          var seen = scalar(call, value, value.after(k));
          // What does not match cannot be found, whoever wrote it.
          var isFound = !isHidden(seen, predicate);
          out.read(keyOf(key), isFound ? seen : scalars.keyword("not-matching"));
        }
      }
      for (var key : versions.keySet().toArray(new Integer[0])) {
        if (!found.contains(key)) {
          missing(key, predicate);
        }
      }
    }

    private Predicate predicate(Call call, Value value, int at) throws InputException {
      if (value.isScalar(at) && isWord(value.scalar(at, scalars), "true")) {
        return (_, _) -> true;
      }
      var isVector =
          value.tag[at] == Value.VECTOR && at + 2 < value.code[at] && value.isScalar(at + 1);
      var head = isVector ? value.scalar(at + 1, scalars) : Scalars.NIL;
      if (isWord(head, "=") && value.isScalar(at + 2)) {
        var wanted = value.scalar(at + 2, scalars);
        return (_, version) -> version == wanted;
      }
      if (isWord(head, "mod")
          && at + 3 < value.code[at]
          && isNumber(value, at + 2)
          && isNumber(value, at + 3)
          && scalars.longValue(value.scalar(at + 2, scalars)) != 0) {
        var modulus = scalars.longValue(value.scalar(at + 2, scalars));
        var rest = scalars.longValue(value.scalar(at + 3, scalars));
        return (all, version) ->
            all.isIntegral(version) && Math.floorMod(all.longValue(version), modulus) == rest;
      }
      throw call.error("expected :true, [:= x] or [:mod m x] as a predicate");
    }

    private boolean isNumber(Value value, int at) {
      return value.isScalar(at) && scalars.isIntegral(value.scalar(at, scalars));
    }

    private boolean isWord(int scalar, String word) {
      return switch (scalars.kind(scalar)) {
        case KEYWORD, STRING, BOOLEAN -> scalars.textValue(scalar).equals(word);
        default -> false;
      };
    }

    /** A key that is not there matches nothing. */
    private boolean isHidden(int version, Predicate predicate) {
      return version == Scalars.NIL || !predicate.matches(scalars, version);
    }

    /**
     * A key that was not found saw one of the versions that do not match, so none of those that do.
     * If all of them do, it read what nobody wrote.
     */
    private void missing(int key, Predicate predicate) {
      hidden.clear();
      matching.clear();
      var all = versions.get(key);
      for (var i = 0; i < all.size(); i++) {
        (isHidden(all.get(i), predicate) ? hidden : matching).add(all.get(i));
      }
      if (hidden.size() == 0) {
        out.read(keyOf(key), scalars.keyword("missing"));
      } else if (hidden.size() == 1) {
        out.read(keyOf(key), hidden.get(0));
      } else {
        if (matching.size() > 1) {
          // That it was one version that is none of these is told by reads that see the same.
          excludesSeveral = true;
        }
        for (var i = 0; i < matching.size(); i++) {
          out.readOther(keyOf(key), matching.get(i));
        }
      }
    }
  }
}
