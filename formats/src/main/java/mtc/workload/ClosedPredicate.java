package mtc.workload;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import mtc.column.Ints;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Elle's closed predicate: an {@code :init} says what all keys hold, and {@code [:rp pred {k v}]}
 * finds all that match. So it also read every other key of the log, as some version that does not
 * match; if there is but one of those, it is known which.
 */
final class ClosedPredicate implements Workload {
  private static final String SEVERAL =
      "a key that a predicate did not find may have held one of several versions";

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
    return "an :rp reads what it found, and of every other key the version that does not match";
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.hasOnly("init", "txn")
        && calls.has("init")
        && calls.all("init", call -> call.told().isMap(0));
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

    /** By key: what its deletions leave, in the order of the log, until they are written. */
    private final Map<Integer, ArrayDeque<Integer>> deletions = new HashMap<>();

    private final Ints dead = new Ints();

    // What the transaction at hand has written so far, and what it writes in all.
    private final Map<Integer, Integer> own = new HashMap<>();
    private final Map<Integer, Ints> ownWrites = new HashMap<>();

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
      for (var at = 1; at < value.size; at = value.after(at)) {
        switch (head(call, value, at)) {
          case "w", "insert" -> version(call, key(call, value, at), scalar(call, value, at + 3));
          case "delete" -> {
            var key = key(call, value, at);
            var number = deletions.computeIfAbsent(key, _ -> new ArrayDeque<>());
            var left = scalars.keyword(number.isEmpty() ? "dead" : "dead-" + (number.size() + 1));
            number.add(left);
            dead.add(left);
            version(call, key, left);
          }
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
      own.clear();
      ownWrites.clear();
      var value = call.told();
      for (var at = 1; at < value.size; at = value.after(at)) {
        switch (head(call, value, at)) {
          case "w", "insert" -> write(key(call, value, at), scalar(call, value, at + 3), false);
          case "delete" -> write(key(call, value, at), nextDeletion(key(call, value, at)), false);
          default -> {}
        }
      }
      var deleted = new HashMap<Integer, Integer>();
      for (var at = 1; at < value.size; at = value.after(at)) {
        var head = head(call, value, at);
        switch (head) {
          case "w", "insert" -> write(key(call, value, at), scalar(call, value, at + 3), true);
          case "delete" -> {
            var key = key(call, value, at);
            write(key, ownDeletion(key, deleted.merge(key, 1, Integer::sum)), true);
          }
          case "r" -> {
            if (call.isOk()) {
              read(key(call, value, at), scalar(call, value, at + 3));
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

    /** First it is only noted what the transaction will write. */
    private void write(int key, int written, boolean isDone) {
      if (isDone) {
        out.write(into.key(key), written);
        own.put(key, written);
      } else {
        ownWrites.computeIfAbsent(key, _ -> new Ints()).add(written);
      }
    }

    private int nextDeletion(int key) {
      return deletions.get(key).removeFirst();
    }

    private int ownDeletion(int key, int which) {
      var left = 0;
      var writes = ownWrites.get(key);
      for (var i = 0; i < writes.size(); i++) {
        left += dead.contains(writes.get(i)) ? 1 : 0;
        if (left == which) {
          return writes.get(i);
        }
      }
      throw new IllegalStateException("a deletion that was not noted");
    }

    private void read(int key, int seen) {
      if (seen != Scalars.NIL) {
        out.read(into.key(key), seen);
      } else {
        missing(key, (_, _) -> true);
      }
    }

    /** What a predicate says of a version. */
    private interface Predicate {
      boolean matches(Scalars scalars, int version);
    }

    private void find(Call call, Value value, int at) throws InputException {
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
          out.read(into.key(key), scalar(call, value, value.after(k)));
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
      var isVector = value.tag[at] == Value.VECTOR && at + 2 < value.code[at];
      var head = isVector ? value.scalar(at + 1, scalars) : Scalars.NIL;
      if (isWord(head, "=")) {
        var wanted = value.scalar(at + 2, scalars);
        return (_, version) -> version == wanted;
      }
      if (isWord(head, "mod") && at + 3 < value.code[at]) {
        var modulus = scalars.longValue(value.scalar(at + 2, scalars));
        var rest = scalars.longValue(value.scalar(at + 3, scalars));
        return (all, version) ->
            all.isIntegral(version) && Math.floorMod(all.longValue(version), modulus) == rest;
      }
      throw call.error("expected :true, [:= x] or [:mod m x] as a predicate");
    }

    private boolean isWord(int scalar, String word) {
      return switch (scalars.kind(scalar)) {
        case KEYWORD, STRING, BOOLEAN -> scalars.textValue(scalar).equals(word);
        default -> false;
      };
    }

    /** Unborn and dead versions match nothing. */
    private boolean isHidden(int version, Predicate predicate) {
      return version == Scalars.NIL
          || dead.contains(version)
          || !predicate.matches(scalars, version);
    }

    /** A key that was not found. If all of its versions would be, it read what nobody wrote. */
    private void missing(int key, Predicate predicate) {
      if (own.containsKey(key)) {
        var held = own.get(key);
        out.read(into.key(key), isHidden(held, predicate) ? held : scalars.keyword("missing"));
        return;
      }
      var ofOthers = versions.get(key);
      var mine = ownWrites.get(key);
      var candidates = 0;
      var seen = scalars.keyword("missing");
      for (var i = 0; i < ofOthers.size(); i++) {
        var version = ofOthers.get(i);
        if (isHidden(version, predicate) && (mine == null || !mine.contains(version))) {
          candidates++;
          seen = version;
        }
      }
      if (candidates > 1) {
        into.relaxed(SEVERAL);
      } else {
        out.read(into.key(key), seen);
      }
    }
  }
}
