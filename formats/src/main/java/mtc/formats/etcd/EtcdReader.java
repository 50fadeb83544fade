package mtc.formats.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mtc.column.Ints;
import mtc.formats.json.JsonCursor;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Counted;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/** Reads requests and their answers, each together as one of the {@link Requests}. */
final class EtcdReader {
  /** The revision of an answer that need not be of the present. */
  private static final long OF_THE_PAST = -1;

  private static final long NOT_TOLD = -1;

  static final String FAILED_COMPARISON =
      "what a comparison that failed saw is only that it was something else";

  private final HistoryBuilder into;
  private final Requests requests = new Requests();
  private final List<String> files = new ArrayList<>();
  private JsonCursor json;

  // The request at hand.
  private String type;
  private final Operations success = new Operations();
  private final Operations failure = new Operations();
  private final Ints conditionKeys = new Ints();
  private final List<Long> conditionRevisions = new ArrayList<>();

  /** What counts in place of the revisions where it is not 0. */
  private final List<Long> conditionVersions = new ArrayList<>();

  private boolean isOfThePast;
  private boolean hasClientError;
  private boolean asksForRange;
  private boolean asksForTransaction;
  private final Results results = new Results();
  private boolean failed;
  private boolean isPartial;
  private String error;
  private long revision;

  private int leftOut;
  private int old;

  /** What a request asks for, in order; a range has an end unless it is one key. */
  private static final class Operations {
    final List<String> types = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final List<String> ends = new ArrayList<>();
    final List<Long> limits = new ArrayList<>();
    final Ints values = new Ints();

    int size() {
      return types.size();
    }

    void add(String type, String key, String end, long limit, int value) {
      types.add(type);
      keys.add(key);
      ends.add(end);
      limits.add(limit);
      values.add(value);
    }

    void removeLast() {
      types.removeLast();
      keys.removeLast();
      ends.removeLast();
      limits.removeLast();
      values.truncate(types.size());
    }

    void clear() {
      while (size() > 0) {
        removeLast();
      }
    }

    boolean isWrite(int operation) {
      return !types.get(operation).equals("range-operation");
    }

    boolean write() {
      return IntStream.range(0, size()).anyMatch(this::isWrite);
    }

    /** How many keys an answer has that says how many there are. */
    long keysIn(int operation, long count) {
      var limit = limits.get(operation);
      return limit > 0 ? Math.min(limit, count) : count;
    }
  }

  /** A key, what it was given or holds, since which revision, and its version; 0 if not said. */
  private record Pair(String key, int value, long revision, long version) {}

  /** What came back, result by result. */
  private static final class Results {
    final Ints ends = new Ints();
    final List<Long> deleted = new ArrayList<>();
    final List<Long> counts = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final Ints values = new Ints();
    final List<Long> mods = new ArrayList<>();
    final List<Long> versions = new ArrayList<>();

    int size() {
      return ends.size();
    }

    /** Where the keys of a result begin; those of the next one begin where they end. */
    int first(int result) {
      return result == 0 ? 0 : ends.get(result - 1);
    }

    void clear() {
      ends.clear();
      deleted.clear();
      counts.clear();
      keys.clear();
      values.clear();
      mods.clear();
      versions.clear();
    }
  }

  EtcdReader(HistoryBuilder into) {
    this.into = into;
  }

  void read(InputStream in, String file) throws IOException {
    if (file != null) {
      files.add(file);
    }
    try (var cursor = new JsonCursor(in, into.limits())) {
      json = cursor;
      while (json.next() != null) {
        json.at(JsonToken.START_OBJECT, "a request, {\"ClientId\",\"Input\",\"Call\",…}");
        request();
      }
    }
  }

  private void request() throws IOException {
    var line = json.line();
    var client = -1L;
    var call = -1L;
    var returned = -1L;
    type = null;
    results.clear();
    failed = false;
    isPartial = false;
    hasClientError = false;
    error = "";
    revision = 0;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "ClientId" -> client = json.longValue("the number of a client");
        case "Call" -> call = json.longValue("a time");
        case "Return" -> returned = json.longValue("a time");
        case "Input" -> input();
        case "Output" -> output();
        default -> json.skipValue();
      }
    }
    if (type == null || client < 0 || call < 0 || returned < call) {
      throw json.wrong("expected \"ClientId\", \"Input\", \"Call\" and a later \"Return\"");
    }
    add((int) client, call, returned, line);
  }

  // What was asked for.

  private void input() throws IOException {
    success.clear();
    failure.clear();
    conditionKeys.clear();
    conditionRevisions.clear();
    conditionVersions.clear();
    isOfThePast = false;
    asksForRange = false;
    asksForTransaction = false;
    json.at(JsonToken.START_OBJECT, "what was asked for");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Type" -> type = json.text("the type of the request");
        case "Range" -> {
          if (!json.isNull()) {
            asksForRange = true;
            range(success);
          }
        }
        case "Txn" -> {
          if (!json.isNull()) {
            asksForTransaction = true;
            transaction();
          }
        }
        default -> json.skipValue();
      }
    }
  }

  private void range(Operations to) throws IOException {
    var start = "";
    var end = "";
    var limit = 0L;
    json.at(JsonToken.START_OBJECT, "a range");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Start" -> start = json.text("a key");
        case "End" -> end = json.text("a key");
        case "Limit" -> limit = json.longValue("a limit");
        case "Revision" -> isOfThePast |= json.longValue("a revision") != 0;
        default -> json.skipValue();
      }
    }
    to.add("range-operation", start, end, limit, Scalars.NIL);
  }

  private void transaction() throws IOException {
    json.at(JsonToken.START_OBJECT, "a transaction");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Conditions" -> conditions();
        case "OperationsOnSuccess" -> operations(success);
        case "OperationsOnFailure" -> operations(failure);
        default -> json.skipValue();
      }
    }
  }

  private void conditions() throws IOException {
    if (json.isNull()) {
      return;
    }
    json.at(JsonToken.START_ARRAY, "conditions");
    while (json.next() == JsonToken.START_OBJECT) {
      var key = "";
      var expected = 0L;
      var version = 0L;
      for (var name = json.property(); name != null; name = json.property()) {
        switch (name) {
          case "Key" -> key = json.text("a key");
          case "ExpectedRevision" -> expected = json.longValue("a revision");
          case "ExpectedVersion" -> version = json.longValue("a version");
          default -> json.skipValue();
        }
      }
      conditionKeys.add(key(key));
      conditionRevisions.add(expected);
      conditionVersions.add(version);
    }
  }

  private void operations(Operations to) throws IOException {
    if (json.isNull()) {
      return;
    }
    json.at(JsonToken.START_ARRAY, "operations");
    while (json.next() == JsonToken.START_OBJECT) {
      operation(to);
    }
  }

  private void operation(Operations to) throws IOException {
    String what = null;
    var put = new Pair("", Scalars.NIL, 0, 0);
    var delete = "";
    var ranges = to.size();
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Type" -> what = json.text("the type of an operation");
        case "Range" -> range(to);
        case "Put" -> put = pair(Scalars.NIL);
        case "Delete" -> delete = deletedKey();
        default -> json.skipValue();
      }
    }
    if (what == null) {
      throw json.wrong("the operation has no \"Type\"");
    }
    if (what.equals("range-operation") && to.size() > ranges) {
      return;
    }
    // Every operation is written with all three, of which one counts.
    while (to.size() > ranges) {
      to.removeLast();
    }
    to.add(what, what.equals("put-operation") ? put.key : delete, "", 0, put.value);
  }

  private Pair pair(int withoutValue) throws IOException {
    var key = "";
    var value = withoutValue;
    var revision = 0L;
    var version = 0L;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Key" -> key = json.text("a key");
        case "Value" -> value = value();
        case "ModRevision" -> revision = json.longValue("a revision");
        case "Version" -> version = json.longValue("a version");
        default -> json.skipValue();
      }
    }
    return new Pair(key, value, revision, version);
  }

  private String deletedKey() throws IOException {
    var key = "";
    for (var name = json.property(); name != null; name = json.property()) {
      if (name.equals("Key")) {
        key = json.text("a key");
      } else {
        json.skipValue();
      }
    }
    return key;
  }

  /** Long values are only logged as a hash. */
  private int value() throws IOException {
    var text = "";
    var hash = 0L;
    json.at(JsonToken.START_OBJECT, "a value");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Value" -> text = json.text("a text");
        case "Hash" -> hash = json.longValue("a hash");
        default -> json.skipValue();
      }
    }
    return into.scalars().string(hash == 0 ? text : "hash " + hash);
  }

  // What came back.

  private void output() throws IOException {
    json.at(JsonToken.START_OBJECT, "an answer");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Error" -> error = json.text("an error");
        case "ClientError" -> hasClientError = !json.text("an error").isEmpty();
        case "Revision" -> revision = json.longValue("a revision");
        case "PartialResponse" -> isPartial = json.bool("true or false");
        case "Range" -> {
          if (!json.isNull()) {
            result();
          }
        }
        case "Txn" -> {
          if (!json.isNull()) {
            answer();
          }
        }
        default -> json.skipValue();
      }
    }
  }

  private void answer() throws IOException {
    json.at(JsonToken.START_OBJECT, "the answer to a transaction");
    for (var name = json.property(); name != null; name = json.property()) {
      if (name.equals("Failure")) {
        failed = json.bool("true or false");
      } else if (name.equals("Results") && !json.isNull()) {
        json.at(JsonToken.START_ARRAY, "results");
        while (json.next() == JsonToken.START_OBJECT) {
          result();
        }
      } else {
        json.skipValue();
      }
    }
  }

  private void result() throws IOException {
    var deleted = 0L;
    var count = NOT_TOLD;
    json.at(JsonToken.START_OBJECT, "a result");
    for (var name = json.property(); name != null; name = json.property()) {
      if (name.equals("KVs") && !json.isNull()) {
        json.at(JsonToken.START_ARRAY, "keys and values");
        while (json.next() == JsonToken.START_OBJECT) {
          var pair = pair(into.scalars().string(""));
          if (pair.revision <= 0) {
            throw json.wrong("the key that was found has no \"ModRevision\"");
          }
          results.keys.add(pair.key);
          results.values.add(pair.value);
          results.mods.add(pair.revision);
          results.versions.add(pair.version);
        }
      } else if (name.equals("Deleted")) {
        deleted = json.longValue("how many keys were deleted");
        if (deleted < 0 || deleted > 1) {
          throw json.wrong("of one key, \"Deleted\" is 0 or 1");
        }
      } else if (name.equals("Count")) {
        count = json.longValue("how many keys there are");
      } else {
        json.skipValue();
      }
    }
    results.counts.add(count);
    results.ends.add(results.keys.size());
    results.deleted.add(deleted);
  }

  // Both together.

  private int key(String name) {
    return into.key(into.scalars().string(name));
  }

  private void add(int client, long call, long returned, long line) throws InputException {
    if (asksForRange != type.equals("range") || asksForTransaction != type.equals("txn")) {
      throw InputException.atLine(line, "what is asked for is not of the \"Type\" of the request");
    }
    switch (type) {
      case "range", "txn" -> {}
      case "leaseRevoke" ->
          throw InputException.atLine(
              line, "a lease is revoked, which deletes keys that the log does not name");
      case "leaseGrant", "defragment", "compact" -> {
        leftOut++;
        return;
      }
      default -> throw InputException.atLine(line, "the request is of a type that is not known");
    }
    var writes = success.write() || failure.write();
    if (isOfThePast && !hasClientError && writes) {
      throw InputException.atLine(line, "a transaction writes, and reads a revision of the past");
    }
    if (!writes && (isOfThePast || hasClientError || revision == OF_THE_PAST)) {
      old++;
      return;
    }
    requests.begin(client, files.size() - 1, call, returned, line);
    var isAnswered = error.isEmpty() && !hasClientError;
    if (isAnswered && !isPartial) {
      addAnswered(line);
    } else {
      if (isAnswered) {
        into.relaxed("an answer has only a part of what its request saw");
      }
      addOpen();
    }
  }

  private void addAnswered(long line) throws InputException {
    if (revision <= 0) {
      throw InputException.atLine(line, "the answer has no \"Revision\" of the store");
    }
    var operations = failed ? failure : success;
    checkResults(operations, line);
    if (!failed) {
      comparisons();
    } else if (!isFailureExplained()) {
      into.relaxed(FAILED_COMPARISON);
    }
    for (var i = 0; i < operations.size(); i++) {
      operation(operations, i, true);
    }
    requests.endAnswered(revision);
  }

  /** What it wrote, if anything, depends on what its comparisons saw. */
  private void addOpen() throws InputException {
    comparisons();
    for (var i = 0; i < success.size(); i++) {
      operation(success, i, false);
    }
    requests.endOpen();
    if (failure.write()) {
      requests.beginOtherwise();
      for (var i = 0; i < failure.size(); i++) {
        operation(failure, i, false);
      }
      requests.endOpen();
    }
  }

  private void comparisons() {
    for (var i = 0; i < conditionKeys.size(); i++) {
      var what = conditionVersions.get(i) > 0 ? Requests.SAW_SOMETHING : Requests.SAW_REVISION;
      requests.sight(
          what,
          conditionKeys.get(i),
          Scalars.NIL,
          conditionRevisions.get(i),
          conditionVersions.get(i));
    }
  }

  private void checkResults(Operations of, long line) throws InputException {
    if (results.size() != of.size()) {
      throw InputException.atLine(line, "there is not one result for each operation");
    }
    for (var i = 0; i < of.size(); i++) {
      var count = results.counts.get(i);
      if (count != NOT_TOLD && of.keysIn(i, count) != results.ends.get(i) - results.first(i)) {
        throw InputException.atLine(line, "an answer has not as many keys as its \"Count\" says");
      }
    }
  }

  /** Whether the answer has something else of a key than what was compared to. */
  private boolean isFailureExplained() {
    for (var o = 0; o < failure.size() && !failure.isWrite(o); o++) {
      for (var i = 0; i < conditionKeys.size(); i++) {
        if (failure.ends.get(o).isEmpty()
            && key(failure.keys.get(o)) == conditionKeys.get(i)
            && differs(o, i)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean differs(int result, int condition) {
    var at = results.first(result);
    var isThere = at < results.ends.get(result);
    if (conditionVersions.get(condition) > 0) {
      var found = isThere ? results.versions.get(at) : 0L;
      return !isThere || found > 0 && found != conditionVersions.get(condition);
    }
    var found = isThere ? results.mods.get(at) : 0L;
    return found != conditionRevisions.get(condition);
  }

  private void operation(Operations of, int i, boolean isAnswered) throws InputException {
    switch (of.types.get(i)) {
      case "put-operation" -> requests.part(Requests.PUT, key(of.keys.get(i)), of.values.get(i));
      case "delete-operation" -> delete(key(of.keys.get(i)), isAnswered, results.deleted, i);
      case "range-operation" -> {
        if (isAnswered) {
          seen(of, i);
        }
      }
      default -> throw json.wrong("there is an operation of a type that is not known");
    }
  }

  private void delete(int key, boolean isAnswered, List<Long> deleted, int result) {
    if (!isAnswered) {
      requests.part(Requests.DELETE, key, Scalars.NIL);
    } else if (deleted.get(result) == 0) {
      requests.part(Requests.ABSENT, key, Scalars.NIL);
    } else {
      requests.part(Requests.SAW_SOMETHING, key, Scalars.NIL);
      requests.part(Requests.DELETE, key, Scalars.NIL);
    }
  }

  /** Of a range of keys, what is not in the answer may be a key that nobody knows of yet. */
  private void seen(Operations of, int i) {
    var from = results.first(i);
    for (var at = from; at < results.ends.get(i); at++) {
      requests.sight(
          Requests.READ,
          key(results.keys.get(at)),
          results.values.get(at),
          results.mods.get(at),
          results.versions.get(at));
    }
    if (of.ends.get(i).isEmpty() && from == results.ends.get(i)) {
      requests.part(Requests.ABSENT, key(of.keys.get(i)), Scalars.NIL);
    } else if (!of.ends.get(i).isEmpty()) {
      into.relaxed("of a range of keys only what was found is looked at, not what was missing");
    }
  }

  void finish() throws InputException {
    if (requests.size == 0) {
      throw InputException.of("there is no request in it that reads or writes keys");
    }
    OpenRequests.findRevisions(requests);
    var transactions = new RequestTransactions(requests, into);
    into.reservedInitialValue(Scalars.NIL);
    into.workload(null, "sser");
    transactions.addAll(files);
    if (leftOut > 0) {
      into.note(
          Counted.of(
              leftOut,
              "request",
              "that touches no key (leases, compaction, …) was left out",
              "that touch no key (leases, compaction, …) were left out"));
    }
    if (old > 0) {
      into.note(
          Counted.of(
              old,
              "read",
              "of a revision of the past was left out",
              "of a revision of the past were left out"));
    }
    if (!transactions.areInSessions) {
      into.note("requests of one client overlap, so that clients are no sessions");
    }
  }
}
