package mtc.formats.dbcop;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mtc.formats.bytes.TextParts;
import mtc.formats.json.JsonCursor;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/**
 * Reads one log: transactions in the spelling that nearly all have in parts, on all cores, and any
 * other token by token, from the part on where it stands.
 */
final class DbcopJsonReader {
  private static final byte[] USUAL = "[[{\"events\":[".getBytes(StandardCharsets.US_ASCII);

  private final HistoryBuilder into;
  private final NullOrZero versions;
  private JsonCursor json;

  /** How many sessions have begun. */
  private int sessions;

  DbcopJsonReader(HistoryBuilder into) {
    this.into = into;
    this.versions = new NullOrZero(into);
  }

  void read(InputStream in, int cores, int partSize) throws IOException {
    var head = in.readNBytes(partSize);
    if (head.length < partSize || !isUsual(head) || into.limits().areTight()) {
      var all = new SequenceInputStream(new ByteArrayInputStream(head), in);
      readTokens(new JsonCursor(all, into.limits()));
      return;
    }
    try (var parts =
        new TextParts<>(head, in, TextParts.Cut.EVENTS, partSize, cores, UsualTransactions::new)) {
      readParts(parts);
    }
  }

  private static boolean isUsual(byte[] head) {
    return head.length >= USUAL.length
        && Arrays.equals(head, 0, USUAL.length, USUAL, 0, USUAL.length);
  }

  void readTokens(JsonCursor tokens) throws IOException {
    try (tokens) {
      json = tokens;
      log();
    }
  }

  /** Takes parts while they are as usual, and what is left token by token. */
  private void readParts(TextParts<UsualTransactions> parts) throws IOException {
    var lines = 0L;
    var columns = 0L;
    for (var part = parts.next(); part != null; part = parts.next()) {
      if (!part.isUsual) {
        var rest = parts.fromCurrent();
        readTokens(
            part.isFirst
                ? new JsonCursor(rest, into.limits())
                : JsonCursor.ofRest(rest, "[[", lines, columns, into.limits()));
        return;
      }
      take(part, lines + 1);
      columns = part.lines == 0 ? columns + part.length : part.length - part.lastLine;
      lines += part.lines;
    }
    versions.finish();
  }

  private void take(UsualTransactions part, long firstLine) throws InputException {
    var scalars = into.scalars();
    var session = sessions == 0 ? 0 : session();
    var operation = 0;
    for (var t = 0; t < part.size; t++) {
      if (part.beginsSession[t]) {
        sessions++;
        session = session();
      }
      var line = firstLine + part.line[t];
      into.begin(session, into.transactionCount(), line);
      for (; operation < part.operationEnd[t]; operation++) {
        var key = into.key(scalars.integer(part.key[operation]));
        switch (part.kind[operation]) {
          case UsualTransactions.READ ->
              versions.read(key, scalars.integer(part.version[operation]));
          case UsualTransactions.WRITE ->
              versions.write(key, scalars.integer(part.version[operation]), line);
          default -> versions.readInitial(key, line);
        }
      }
      versions.end(part.isCommitted[t] ? Status.COMMITTED : Status.ABORTED);
    }
    sessions += part.endsInNextSession ? 1 : 0;
  }

  private int session() {
    return into.session(into.scalars().integer(sessions));
  }

  private void log() throws IOException {
    if (json.next() == JsonToken.START_OBJECT) {
      object();
    } else {
      sessions();
    }
    if (json.next() != null) {
      throw json.expected("nothing after the history");
    }
    versions.finish();
  }

  private void object() throws IOException {
    var hasData = false;
    for (var name = json.property(); name != null; name = json.property()) {
      if (!name.equals("data")) {
        json.skipValue();
      } else if (hasData) {
        throw json.wrong("there is a second \"data\"");
      } else {
        sessions();
        hasData = true;
      }
    }
    json.at(JsonToken.END_OBJECT, "the end of the history");
    if (!hasData) {
      throw json.wrong("the history has no \"data\", expected its sessions there");
    }
  }

  private void sessions() throws IOException {
    json.at(JsonToken.START_ARRAY, "an array of sessions");
    for (sessions = Math.max(1, sessions); json.next() != JsonToken.END_ARRAY; sessions++) {
      json.at(JsonToken.START_ARRAY, "a session, which is an array of transactions");
      var session = session();
      while (json.next() != JsonToken.END_ARRAY) {
        json.at(JsonToken.START_OBJECT, "a transaction, {\"events\":[...],\"committed\":...}");
        transaction(session);
      }
    }
  }

  private void transaction(int session) throws IOException {
    into.begin(session, into.transactionCount(), json.line());
    var hasEvents = false;
    Status status = null;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "events" -> {
          if (hasEvents) {
            throw json.wrong("the transaction has a second \"events\"");
          }
          events();
          hasEvents = true;
        }
        case "committed" ->
            status =
                json.bool("true or false for \"committed\"") ? Status.COMMITTED : Status.ABORTED;
        default -> json.skipValue();
      }
    }
    json.at(JsonToken.END_OBJECT, "\"events\" or \"committed\"");
    if (!hasEvents || status == null) {
      throw json.wrong("the transaction has no \"" + (hasEvents ? "committed" : "events") + "\"");
    }
    versions.end(status);
  }

  private void events() throws IOException {
    json.at(JsonToken.START_ARRAY, "an array of events");
    while (true) {
      switch (json.next()) {
        case END_ARRAY -> {
          return;
        }
        case START_ARRAY -> compactEvent();
        case START_OBJECT -> taggedEvent();
        case null, default ->
            throw json.expected("an event, [\"r\",variable,version] or {\"Read\":{...}}");
      }
    }
  }

  private void compactEvent() throws IOException {
    json.next();
    var type = json.text("\"r\" or \"w\"");
    if (!type.equals("r") && !type.equals("w")) {
      throw json.wrong("expected \"r\" or \"w\", found another event");
    }
    var line = json.line();
    json.next();
    var key = variable();
    json.next();
    event(type.equals("w"), key, json.isNull(), json.isNull() ? 0 : version(), line);
    json.next(JsonToken.END_ARRAY, "the end of the event");
  }

  private void taggedEvent() throws IOException {
    json.next(JsonToken.PROPERTY_NAME, "\"Read\" or \"Write\"");
    var type = json.name();
    if (!type.equals("Read") && !type.equals("Write")) {
      throw json.wrong("expected \"Read\" or \"Write\", found another event");
    }
    var line = json.line();
    json.next(JsonToken.START_OBJECT, "{\"variable\":...,\"version\":...}");
    var key = -1;
    var isNull = true; // What serde leaves out is null.
    var version = 0;
    for (var name = json.property(); name != null; name = json.property()) {
      switch (name) {
        case "variable" -> key = variable();
        case "version" -> {
          isNull = json.isNull();
          version = isNull ? 0 : version();
        }
        default -> json.skipValue();
      }
    }
    json.at(JsonToken.END_OBJECT, "\"variable\" or \"version\"");
    if (key < 0) {
      throw json.wrong("the event has no \"variable\"");
    }
    event(type.equals("Write"), key, isNull, version, line);
    json.next(JsonToken.END_OBJECT, "the end of the event");
  }

  private void event(boolean isWrite, int key, boolean isNull, int version, long line)
      throws IOException {
    if (isWrite && isNull) {
      throw json.wrong("a write needs a version");
    } else if (isWrite) {
      versions.write(key, version, line);
    } else if (isNull) {
      versions.readInitial(key, line);
    } else {
      versions.read(key, version);
    }
  }

  private int variable() throws IOException {
    var scalars = into.scalars();
    return into.key(
        json.isString()
            ? scalars.string(json.text("a variable"))
            : json.integer(scalars, "a variable, which is a number or a string"));
  }

  private int version() throws IOException {
    return json.integer(into.scalars(), "a version, which is a number or null");
  }
}
