package mtc.formats.etcd;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import mtc.formats.etcd.Request.Operations;
import mtc.formats.json.JsonCursor;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/** Takes one {@link Request} after the other from JSON. */
final class RequestParser implements Closeable {
  private final HistoryBuilder into;
  private final Request request;
  private final JsonCursor json;

  /** A key, what it was given or holds, since which revision, and its version; 0 if not said. */
  private record Pair(String key, int value, long revision, long version) {}

  RequestParser(InputStream in, Request request, HistoryBuilder into) throws IOException {
    this.into = into;
    this.request = request;
    json = new JsonCursor(in, into.limits());
  }

  /** The next request; false at the end. */
  boolean next() throws IOException {
    if (json.next() == null) {
      return false;
    }
    json.at(JsonToken.START_OBJECT, "a request, {\"ClientId\",\"Input\",\"Call\",…}");
    request.begin(json.line());
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "ClientId" -> request.client = json.longValue("the number of a client");
        case "Call" -> request.call = time();
        case "Return" -> request.returned = time();
        case "Input" -> input();
        case "Output" -> output();
        default -> json.skipValue();
      }
    }
    if (request.type == null
        || request.client < 0
        || request.call < 0
        || request.returned < request.call) {
      throw json.wrong("expected \"ClientId\", \"Input\", \"Call\" and a later \"Return\"");
    }
    return true;
  }

  private long time() throws IOException {
    return atMost(History.NEVER - 1, "a time");
  }

  private long revision() throws IOException {
    return atMost(History.GREATEST_VERSION, "a revision");
  }

  private long atMost(long greatest, String what) throws IOException {
    var number = json.longValue(what);
    if (number > greatest) {
      throw json.wrong("expected " + what + ", at most " + greatest);
    }
    return number;
  }

  /** Goes to the next object of an array; false at its end, before which nothing else may come. */
  private boolean nextObject(String what) throws IOException {
    var isObject = json.next() == JsonToken.START_OBJECT;
    if (!isObject) {
      json.at(JsonToken.END_ARRAY, what);
    }
    return isObject;
  }

  /** What has to be there for its part of a request to say anything. */
  private <T> T needed(T value, String what) throws InputException {
    if (value == null) {
      throw json.wrong("there is no " + what);
    }
    return value;
  }

  // What was asked for.

  private void input() throws IOException {
    json.at(JsonToken.START_OBJECT, "what was asked for");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Type" -> request.type = json.text("the type of the request");
        case "Range" -> {
          if (!json.isNull()) {
            request.asksForRange = true;
            range(request.success);
          }
        }
        case "Txn" -> {
          if (!json.isNull()) {
            request.asksForTransaction = true;
            transaction();
          }
        }
        default -> json.skipValue();
      }
    }
  }

  private void range(Operations to) throws IOException {
    String start = null;
    var end = "";
    var limit = 0L;
    json.at(JsonToken.START_OBJECT, "a range");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Start" -> start = json.text("a key");
        case "End" -> end = json.text("a key");
        case "Limit" -> limit = json.longValue("a limit");
        case "Revision" -> request.isOfThePast |= json.longValue("a revision") != 0;
        default -> json.skipValue();
      }
    }
    to.add("range-operation", needed(start, "\"Start\" of the range"), end, limit, Scalars.NIL);
  }

  private void transaction() throws IOException {
    json.at(JsonToken.START_OBJECT, "a transaction");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Conditions" -> conditions();
        case "OperationsOnSuccess" -> operations(request.success);
        case "OperationsOnFailure" -> operations(request.failure);
        default -> json.skipValue();
      }
    }
  }

  private void conditions() throws IOException {
    if (json.isNull()) {
      return;
    }
    json.at(JsonToken.START_ARRAY, "conditions");
    while (nextObject("a condition")) {
      String key = null;
      var expected = 0L;
      var version = 0L;
      for (var name = json.property(); name != null; name = json.property()) {
        switch (name) {
          case "Key" -> key = json.text("a key");
          case "ExpectedRevision" -> expected = revision();
          case "ExpectedVersion" -> version = json.longValue("a version");
          default -> json.skipValue();
        }
      }
      request.conditionKeys.add(
          into.key(into.scalars().string(needed(key, "\"Key\" that is compared"))));
      request.conditionRevisions.add(expected);
      request.conditionVersions.add(version);
    }
  }

  private void operations(Operations to) throws IOException {
    if (json.isNull()) {
      return;
    }
    json.at(JsonToken.START_ARRAY, "operations");
    while (nextObject("an operation")) {
      operation(to);
    }
  }

  private void operation(Operations to) throws IOException {
    String what = null;
    Pair put = null;
    String delete = null;
    var ranges = to.size();
    for (var name = json.property(); name != null; name = json.property()) {
      if (json.isNull()) {
        continue;
      }
      switch (name) {
        case "Type" -> what = json.text("the type of an operation");
        case "Range" -> range(to);
        case "Put" -> put = pair();
        case "Delete" -> delete = deletedKey();
        default -> json.skipValue();
      }
    }
    var type = needed(what, "\"Type\" of the operation");
    // Every operation is written with all three, of which one counts.
    if (type.equals("range-operation")) {
      needed(to.size() > ranges ? to : null, "\"Range\" of the operation");
      return;
    }
    while (to.size() > ranges) {
      to.removeLast();
    }
    switch (type) {
      case "put-operation" -> {
        var written = needed(put, "\"Put\" of the operation");
        to.add(type, written.key(), "", 0, written.value());
      }
      case "delete-operation" ->
          to.add(type, needed(delete, "\"Key\" that is deleted"), "", 0, Scalars.NIL);
      default -> throw json.wrong("there is an operation of a type that is not known");
    }
  }

  private Pair pair() throws IOException {
    String key = null;
    Integer value = null;
    var revision = 0L;
    var version = 0L;
    json.at(JsonToken.START_OBJECT, "a key and its value");
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "Key" -> key = json.text("a key");
        case "Value" -> value = value();
        case "ModRevision" -> revision = revision();
        case "Version" -> version = json.longValue("a version");
        default -> json.skipValue();
      }
    }
    return new Pair(
        needed(key, "\"Key\" of the value"),
        needed(value, "\"Value\" of the key"),
        revision,
        version);
  }

  private String deletedKey() throws IOException {
    String key = null;
    json.at(JsonToken.START_OBJECT, "a key to delete");
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
        case "Error" -> request.error = json.text("an error");
        case "ClientError" -> request.hasClientError = !json.text("an error").isEmpty();
        case "Revision" -> request.revision = revision();
        case "PartialResponse" -> request.isPartial = json.bool("true or false");
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
        request.failed = json.bool("true or false");
      } else if (name.equals("Results") && !json.isNull()) {
        json.at(JsonToken.START_ARRAY, "results");
        while (nextObject("a result")) {
          result();
        }
      } else {
        json.skipValue();
      }
    }
  }

  private void result() throws IOException {
    var deleted = 0L;
    var count = Request.NOT_TOLD;
    json.at(JsonToken.START_OBJECT, "a result");
    for (var name = json.property(); name != null; name = json.property()) {
      if (name.equals("KVs") && !json.isNull()) {
        json.at(JsonToken.START_ARRAY, "keys and values");
        while (nextObject("a key and its value")) {
          var pair = pair();
          if (pair.revision <= 0) {
            throw json.wrong("the key that was found has no \"ModRevision\"");
          }
          request.results.keys.add(pair.key);
          request.results.values.add(pair.value);
          request.results.mods.add(pair.revision);
          request.results.versions.add(pair.version);
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
    request.results.counts.add(count);
    request.results.ends.add(request.results.keys.size());
    request.results.deleted.add(deleted);
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
