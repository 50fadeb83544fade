package mtc.formats.dbcop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.json.JsonCursor;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.Input;
import mtc.source.Output;
import tools.jackson.core.JsonToken;

/**
 * The JSON of current dbcop: an array of sessions, alone or as the {@code data} of an object; a
 * session is an array of transactions, {@code {"events":[…],"committed":true}}.
 */
public final class DbcopJsonFormat implements WritableFormat {
  @Override
  public String name() {
    return "dbcop-json";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.JSON || look == Look.TEXT;
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder()) {
      return false;
    }
    var text = withoutBlanks(sample.files().getFirst().head());
    if (text.startsWith("[[")) {
      return text.contains("{\"events\":") || text.contains("\"committed\":");
    }
    return text.startsWith("{\"")
        && (text.contains("\"data\":[[") || text.contains("\"data\":[]"))
        && (text.contains("\"events\":") || text.contains("\"n_node\":"));
  }

  private static String withoutBlanks(byte[] head) {
    var text = new byte[head.length];
    var length = 0;
    for (var b : head) {
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        text[length++] = b;
      }
    }
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    into.withoutRealTime("dbcop does not log when transactions start and end");
    try (var json = new JsonCursor(input.open(), into.limits())) {
      new Reader(json, into).log();
    }
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNTOLD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new DbcopJsonWriter(output);
  }

  /** Reads one log. */
  private static final class Reader {
    private final JsonCursor json;
    private final HistoryBuilder into;
    private final NullOrZero versions;

    Reader(JsonCursor json, HistoryBuilder into) {
      this.json = json;
      this.into = into;
      this.versions = new NullOrZero(into);
    }

    void log() throws IOException {
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
      while (json.next() == JsonToken.PROPERTY_NAME) {
        var isData = json.name().equals("data");
        json.next();
        if (!isData) {
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
      for (var number = 1; json.next() != JsonToken.END_ARRAY; number++) {
        json.at(JsonToken.START_ARRAY, "a session, which is an array of transactions");
        var session = into.session(into.scalars().integer(number));
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
      while (json.next() == JsonToken.PROPERTY_NAME) {
        var name = json.name();
        json.next();
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
      while (json.next() == JsonToken.PROPERTY_NAME) {
        var name = json.name();
        json.next();
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
}
