package mtc.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What clients of a small etcd saw, a request and its answer each; perhaps one that saw what was no
 * longer there, or a log that somebody damaged.
 */
final class EtcdLog {
  private static final int MOST_REQUESTS = 14;
  private static final int CLIENTS = 3;
  private static final String[] KEYS = {"a", "b", "c"};
  private static final String BEHIND_ALL = "d";

  /** What a key holds. */
  private record Held(String value, long revision, long version, boolean isAnswered) {}

  private final Dice dice;
  private final List<List<Object>> logs = new ArrayList<>();

  /** The logs, damaged if they are. */
  private final List<Object> clients;

  private final long[] lastReturn = new long[CLIENTS];
  private final boolean tellsVersions;
  private final boolean repeats;
  private final TreeMap<String, Held> store = new TreeMap<>();

  /** What keys held before, if that was certainly put, and certainly put over. */
  private final Map<String, Held> before = new TreeMap<>();

  private long revision = 1;
  private int puts;
  private boolean isStale;
  private boolean isDamaged;
  private int requests;

  EtcdLog(Dice dice) {
    this.dice = dice;
    var shape = dice.octet();
    tellsVersions = (shape & 1) != 0;
    repeats = (shape & 6) == 6;
    var jump = (shape & 8) != 0 ? 1L << 32 : 0;
    var mayGoWrong = (shape & 48) == 48;
    var damages = (shape & 192) == 192 ? 1 + dice.below(3) : 0;
    for (var client = 0; client < CLIENTS; client++) {
      logs.add(new ArrayList<>());
    }
    for (var i = 1; i <= MOST_REQUESTS && !dice.isEmpty(); i++) {
      // Others, who left no log, have written something else.
      revision += i == 5 ? jump : 0;
      request(20L * i, mayGoWrong && !isStale);
    }
    clients = new ArrayList<>(logs);
    for (var i = 0; i < damages; i++) {
      isDamaged = true;
      JsonText.damage(clients, dice);
    }
  }

  /** A file for each client that asked for something. */
  MemoryFiles files(boolean isSpread) {
    var folder = MemoryFiles.folder();
    for (var client = 0; client < CLIENTS && client < clients.size(); client++) {
      var text = new StringBuilder();
      if (clients.get(client) instanceof List<?> lines) {
        for (var line : lines) {
          text.append(isSpread ? JsonText.spread(line, text.length()) : JsonText.plain(line));
          text.append('\n');
        }
      }
      folder.with("client-" + client + "/operations.json", Seeds.utf8(text.toString()));
    }
    return folder;
  }

  /** Whether the store could have answered so. */
  boolean isRight() {
    return !isStale && !isDamaged;
  }

  /** Whether some values may be put more than once. */
  boolean repeats() {
    return repeats;
  }

  boolean isDamaged() {
    return isDamaged;
  }

  /** Whether somebody certainly read what was certainly put over before. */
  boolean isStale() {
    return isStale;
  }

  /** How many requests there are that read or write keys as they are. */
  int requests() {
    return requests;
  }

  private void request(long time, boolean mayGoWrong) {
    var client = dice.below(CLIENTS);
    switch (dice.below(16)) {
      case 0 -> add(client, time, JsonText.object("Type", "leaseGrant"), answer(), null);
      case 1 -> {
        var old = range(dice.of(KEYS), "", 0);
        old.put("Revision", 1L);
        add(
            client,
            time,
            JsonText.object("Type", "range", "Range", old),
            answer("Range", result(0)),
            null);
      }
      case 2, 3, 4, 5 -> read(client, time, mayGoWrong);
      default -> transaction(client, time);
    }
  }

  private void read(int client, long time, boolean mayGoWrong) {
    requests++;
    var key = dice.of(KEYS);
    if (mayGoWrong && before.containsKey(key) && dice.chance(128)) {
      isStale = true;
      var held = before.get(key);
      var asked = JsonText.object("Type", "range", "Range", range(key, "", 0));
      add(client, time, asked, answer("Range", result(0, pair(key, held))), null);
      return;
    }
    var isOfAll = dice.chance(60);
    var limit = isOfAll && dice.chance(100) ? 1 + dice.below(2) : 0;
    var end = isOfAll ? BEHIND_ALL : "";
    var asked =
        JsonText.object("Type", "range", "Range", range(isOfAll ? KEYS[0] : key, end, limit));
    var found = found(isOfAll ? KEYS[0] : key, end, limit);
    add(client, time, asked, answer("Range", found), error());
  }

  private void transaction(int client, long time) {
    requests++;
    var conditions = new ArrayList<>();
    var holds = true;
    for (var i = dice.chance(90) ? 1 + dice.below(2) : 0; i > 0; i--) {
      holds &= condition(conditions);
    }
    var onSuccess = operations();
    var onFailure = conditions.isEmpty() ? new ArrayList<Asked>() : operations();
    var error = error();
    var isDone = error == null || dice.chance(128);
    var results = new ArrayList<Object>();
    if (isDone) {
      carryOut(holds ? onSuccess : onFailure, results, error == null);
    }
    var transaction =
        JsonText.object(
            "Conditions",
            conditions.isEmpty() ? null : conditions,
            "OperationsOnSuccess",
            json(onSuccess),
            "OperationsOnFailure",
            onFailure.isEmpty() ? null : json(onFailure));
    var done = JsonText.object("Failure", !holds, "Results", results);
    add(
        client,
        time,
        JsonText.object("Type", "txn", "Txn", transaction),
        answer("Txn", done),
        error);
  }

  /** Adds one; whether it holds. */
  private boolean condition(List<Object> to) {
    var key = dice.of(KEYS);
    var held = store.get(key);
    var isOfVersion = held != null && dice.chance(60);
    var found = held == null ? 0 : isOfVersion ? held.version : held.revision;
    var expected = found + (dice.chance(60) ? 1 : 0);
    to.add(
        JsonText.object(
            "Key",
            key,
            "ExpectedRevision",
            isOfVersion ? 0L : expected,
            "ExpectedVersion",
            isOfVersion ? expected : 0L));
    return found == expected;
  }

  /** An operation of a transaction. */
  private record Asked(String type, String key, String value) {}

  /** No two of them write one key: the store refuses that. */
  private List<Asked> operations() {
    var operations = new ArrayList<Asked>();
    var keys = new ArrayList<>(Arrays.asList(KEYS));
    for (var i = 1 + dice.below(3); i > 0; i--) {
      var kind = dice.below(8);
      if (kind < 2) {
        operations.add(new Asked("range", dice.of(KEYS), ""));
      } else {
        var key = keys.remove(dice.below(keys.size()));
        var value = repeats ? "" + dice.below(3) : "" + ++puts;
        operations.add(kind < 4 ? new Asked("delete", key, "") : new Asked("put", key, value));
      }
    }
    return operations;
  }

  private static List<Object> json(List<Asked> operations) {
    var json = new ArrayList<>();
    for (var asked : operations) {
      var isRange = asked.type.equals("range");
      var isPut = asked.type.equals("put");
      json.add(
          JsonText.object(
              "Type",
              asked.type + "-operation",
              "Range",
              range(isRange ? asked.key : "", "", 0),
              "Put",
              JsonText.object(
                  "Key", isPut ? asked.key : "", "Value", value(asked.value), "LeaseID", 0L),
              "Delete",
              JsonText.object("Key", isRange || isPut ? "" : asked.key)));
    }
    return json;
  }

  private void carryOut(List<Asked> operations, List<Object> results, boolean isAnswered) {
    var writes = operations.stream().anyMatch(asked -> isWrite(asked));
    var made = revision + (writes ? 1 : 0);
    for (var asked : operations) {
      var held = store.get(asked.key);
      switch (asked.type) {
        case "put" -> {
          noteBefore(asked.key, held, isAnswered);
          var version = held == null ? 1 : held.version + 1;
          store.put(asked.key, new Held(asked.value, made, version, isAnswered));
          results.add(result(0));
        }
        case "delete" -> {
          noteBefore(asked.key, held, isAnswered && held != null);
          store.remove(asked.key);
          results.add(result(held == null ? 0 : 1));
        }
        default -> results.add(found(asked.key, "", 0));
      }
    }
    revision = made;
  }

  private boolean isWrite(Asked asked) {
    return asked.type.equals("put") || asked.type.equals("delete") && store.containsKey(asked.key);
  }

  private void noteBefore(String key, Held held, boolean isCertain) {
    if (isCertain && held != null && held.isAnswered) {
      before.put(key, held);
    }
  }

  private Map<Object, Object> found(String key, String end, int limit) {
    var held =
        end.isEmpty() ? store.subMap(key, true, key, true) : store.subMap(key, true, end, false);
    var pairs =
        held.entrySet().stream()
            .limit(limit > 0 ? limit : held.size())
            .map(entry -> pair(entry.getKey(), entry.getValue()))
            .toArray();
    var found = result(0, pairs);
    found.put("Count", (long) held.size());
    return found;
  }

  private static Map<Object, Object> result(int deleted, Object... pairs) {
    var all = new ArrayList<>(Arrays.asList(pairs));
    var count = (long) all.size();
    return JsonText.object(
        "KVs", all.isEmpty() ? null : all, "Count", count, "Deleted", (long) deleted);
  }

  private Map<Object, Object> pair(String key, Held held) {
    var pair =
        JsonText.object("Key", key, "Value", value(held.value), "ModRevision", held.revision);
    if (tellsVersions) {
      pair.put("Version", held.version);
    }
    return pair;
  }

  /** Long ones are logged as a hash. */
  private static Map<Object, Object> value(String value) {
    var isLong = value.endsWith("7");
    return JsonText.object(
        "Value", isLong ? "" : value, "Hash", isLong ? Long.parseLong(value) : 0L);
  }

  private static Map<Object, Object> range(String start, String end, int limit) {
    return JsonText.object("Start", start, "End", end, "Limit", (long) limit);
  }

  private String error() {
    return dice.chance(25) ? "timeout" : null;
  }

  private Map<Object, Object> answer(Object... what) {
    var answer = JsonText.object("Txn", null, "Range", null);
    answer.putAll(JsonText.object(what));
    answer.put("Revision", revision);
    answer.put("PartialResponse", false);
    answer.put("Error", "");
    return answer;
  }

  private void add(
      int client, long time, Object input, Map<Object, Object> answered, String error) {
    var answer = answered;
    if (error != null) {
      answer = JsonText.object("Txn", null, "Range", null, "Revision", 0L, "Error", error);
    }
    var call = Math.max(lastReturn[client] + 1, time - dice.below(60));
    lastReturn[client] = time + dice.below(19);
    logs.get(client)
        .add(
            JsonText.object(
                "ClientId",
                (long) client,
                "Input",
                input,
                "Call",
                call,
                "Output",
                answer,
                "Return",
                lastReturn[client]));
  }
}
