package mtc.workload;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.column.Ints;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Elle's closed predicate: an {@code :init} says what all keys hold, and {@code [:rp pred {k v}]}
 * finds all that match. So it also read every other key of the log, as some version that does not
 * match. A key that was deleted, or is not born yet, holds nil.
 */
final class ClosedPredicate implements Workload {
  private static final String SEVERAL =
      "what a predicate did not find is told to levels at which a transaction that reads a key"
          + " twice sees the same";

  private static final String[] REPEATING = {
    "ra", "causal", "psi", "prefix", "si", "strong-si", "ser", "ser-lin", "sser", "lin"
  };

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
    return List.of("init", "txn");
  }

  /** What {@code :f} does not say, the micro-operations do. */
  @Override
  public boolean has(String function) {
    return function.isEmpty() || Workload.super.has(function);
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("init") && calls.all("init", call -> call.told().isMap(0));
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

    /** By key, in the order of first mention: what it held at first, then all that may be there. */
    private final Map<Integer, Ints> versions = new LinkedHashMap<>();

    // Of the key at hand: the versions that a predicate does not find, and those that it does.
    private final Ints hidden = new Ints();
    private final Ints matching = new Ints();

    /** Whether there is a predicate, and one that did not find a key of which several match. */
    private boolean hasPredicates;

    private boolean excludesSeveral;

    Reader(Calls calls, HistoryBuilder into) {
      this.calls = calls;
      this.into = into;
      this.out = new Transactions(into);
      this.scalars = into.scalars();
    }

    void read() throws InputException {
      into.reservedInitialValue(Scalars.NIL);
      var call = new Call();
      for (var i = 0; i < calls.size(); i++) {
        calls.get(i, call);
        if (call.function.equals("init")) {
          init(call);
        }
      }
      for (var i = 0; i < calls.size(); i++) {
        calls.get(i, call);
        if (!call.function.equals("init")) {
          collect(call);
        }
      }
      for (var i = 0; i < calls.size(); i++) {
        calls.get(i, call);
        if (!call.function.equals("init")) {
          transaction(call);
        }
      }
      if (excludesSeveral) {
        into.onlyAt(SEVERAL, REPEATING);
      } else if (hasPredicates && versions.size() > 1) {
        into.onlyAt(AT_ONCE, allButRc());
      }
    }

    /** The state that the test begins with, which is trusted. */
    private void init(Call call) throws InputException {
      var value = call.told();
      if (!versions.isEmpty() || !call.isOk() || !value.isMap(0)) {
        throw call.error("expected one :init that succeeded, with a map of all keys");
      }
      for (var at = 1; at < value.code[0]; at = value.after(value.after(at))) {
        var key = value.scalar(at, scalars);
        var held = scalar(call, value, value.after(at));
        into.initialValueOf(into.key(key), held);
        versionsOf(key).set(0, held);
      }
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
      var value = call.told();
      if (!value.isNothing() && !value.isVector()) {
        throw call.error("expected micro-operations, found " + value.describe(0, scalars));
      }
      for (var at = 1; at < value.size; at = value.after(at)) {
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
      var value = call.told();
      for (var at = 1; at < value.size; at = value.after(at)) {
        switch (head(call, value, at)) {
          case "w", "insert" ->
              out.write(into.key(key(call, value, at)), scalar(call, value, at + 3));
          case "delete" -> out.write(into.key(key(call, value, at)), Scalars.NIL);
          case "r" -> {
            if (call.isOk()) {
              out.read(into.key(key(call, value, at)), scalar(call, value, at + 3));
            }
          }
          default -> {
            if (call.isOk()) {
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
      hasPredicates = true;
      if (at + 2 >= value.code[at]) {
        throw call.error("expected a predicate in an :rp");
      }
      var predicate = predicate(call, value, at + 2);
      var result = value.after(at + 2);
      var found = new Ints();
      if (result < value.code[at] && value.isMap(result)) {
        for (var k = result + 1; k < value.code[result]; k = value.after(value.after(k))) {
          var key = value.scalar(k, scalars);
          versionsOf(key);
          found.add(key);
          var seen = scalar(call, value, value.after(k));
          // What does not match cannot be found, whoever wrote it.
          var isFound = !isHidden(seen, predicate);
          out.read(into.key(key), isFound ? seen : scalars.keyword("not-matching"));
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
        out.read(into.key(key), scalars.keyword("missing"));
      } else if (hidden.size() == 1) {
        out.read(into.key(key), hidden.get(0));
      } else {
        if (matching.size() > 1) {
          // That it was one version that is none of these is told by reads that see the same.
          excludesSeveral = true;
        }
        for (var i = 0; i < matching.size(); i++) {
          out.readOther(into.key(key), matching.get(i));
        }
      }
    }
  }
}
