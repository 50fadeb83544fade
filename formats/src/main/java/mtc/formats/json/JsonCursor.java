package mtc.formats.json;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import mtc.history.Scalars;
import mtc.source.InputException;
import mtc.source.Limits;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** The tokens of a JSON stream; what is not as a format expects it is an error with its place. */
public final class JsonCursor implements Closeable {
  /** Of two equal properties either could be meant, and the verdict would hang on which. */
  private static final StreamReadFeature ONCE = StreamReadFeature.STRICT_DUPLICATE_DETECTION;

  private static final String DUPLICATE = "Duplicate Object property ";

  private static final int LINE_FEEDS = 4;

  private final Limits limits;
  private final long linesBefore;

  /** Of the first line after the line feeds. */
  private final long columnsBefore;

  private final JsonParser parser;

  public JsonCursor(InputStream in, Limits limits) throws IOException {
    this(in, 0, 0, limits);
  }

  /** Over what is left of a text after so many lines. */
  public static JsonCursor ofRest(InputStream rest, long lines, Limits limits) throws IOException {
    return ofRest(rest, "", lines, 0, limits);
  }

  /**
   * Over what is left of a text.
   *
   * @param opened the brackets that are open there
   * @param lines how many lines are before it
   * @param columns how much of its first line is
   */
  public static JsonCursor ofRest(
      InputStream rest, String opened, long lines, long columns, Limits limits) throws IOException {
    // What a text begins with says how it is encoded, and that was decided before.
    var before = "\n".repeat(LINE_FEEDS) + opened;
    var plain = new ByteArrayInputStream(before.getBytes(StandardCharsets.US_ASCII));
    return new JsonCursor(
        new SequenceInputStream(plain, rest),
        lines - LINE_FEEDS,
        columns - opened.length(),
        limits);
  }

  private JsonCursor(InputStream in, long linesBefore, long columnsBefore, Limits limits)
      throws IOException {
    this.limits = limits;
    this.linesBefore = linesBefore;
    this.columnsBefore = columnsBefore;
    var factory =
        JsonFactory.builder().enable(ONCE).streamReadConstraints(Constraints.of(limits)).build();
    try {
      parser = factory.createParser(ObjectReadContext.empty(), new Utf8Bytes(in));
    } catch (JacksonException e) {
      throw translated(e);
    }
  }

  /** The next token, or null at the end. */
  public JsonToken next() throws IOException {
    try {
      return parser.nextToken();
    } catch (JacksonException e) {
      throw translated(e);
    }
  }

  /** The next token, which must be this one. */
  public void next(JsonToken expected, String what) throws IOException {
    if (next() != expected) {
      throw expected(what);
    }
  }

  /** The current token must be this one. */
  public void at(JsonToken expected, String what) throws IOException {
    if (parser.currentToken() != expected) {
      throw expected(what);
    }
  }

  /**
   * The name of the next property of an object, whose value is then current; null after the last.
   */
  public String property() throws IOException {
    if (next() != JsonToken.PROPERTY_NAME) {
      return null;
    }
    var name = name();
    next();
    return name;
  }

  /** The name of the current property. */
  public String name() {
    return parser.currentName();
  }

  /** The text of the current string. */
  public String text(String what) throws IOException {
    at(JsonToken.VALUE_STRING, what);
    try {
      return parser.getString();
    } catch (JacksonException e) {
      throw translated(e);
    }
  }

  public boolean bool(String what) throws IOException {
    var token = parser.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw expected(what);
    }
    return token == JsonToken.VALUE_TRUE;
  }

  /** The current integer as a scalar, however long it is. */
  public int integer(Scalars scalars, String what) throws IOException {
    at(JsonToken.VALUE_NUMBER_INT, what);
    try {
      return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
          ? scalars.text(Scalars.Kind.BIG_INTEGER, parser.getBigIntegerValue().toString())
          : scalars.integer(parser.getLongValue());
    } catch (JacksonException e) {
      throw translated(e);
    }
  }

  public long longValue(String what) throws IOException {
    at(JsonToken.VALUE_NUMBER_INT, what);
    try {
      return parser.getLongValue();
    } catch (JacksonException e) {
      throw expected(what);
    }
  }

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  public boolean isInteger() {
    return parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
  }

  public boolean isString() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  /** Goes to the end of the current value. */
  public void skipValue() throws IOException {
    try {
      parser.skipChildren();
    } catch (JacksonException e) {
      throw translated(e);
    }
    if (parser.currentToken() == null) {
      throw expected("the rest of the log, which ends here");
    }
  }

  /** The line of the current token. */
  public long line() {
    return line(parser.currentTokenLocation());
  }

  private long line(TokenStreamLocation at) {
    return linesBefore + at.getLineNr();
  }

  private long column(TokenStreamLocation at) {
    return at.getColumnNr() + (at.getLineNr() == LINE_FEEDS + 1 ? columnsBefore : 0);
  }

  /** What is wrong is that the current token is not this. */
  public InputException expected(String what) {
    var at =
        parser.currentToken() == null ? parser.currentLocation() : parser.currentTokenLocation();
    return InputException.atLine(line(at), column(at), "expected " + what + ", found " + found());
  }

  /** What is wrong at the current token, in words. */
  public InputException wrong(String message) {
    var at = parser.currentTokenLocation();
    return InputException.atLine(line(at), column(at), message);
  }

  private String found() {
    var token = parser.currentToken();
    if (token == null) {
      return "the end of the log";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case END_OBJECT -> "the end of an object";
      case START_ARRAY -> "an array";
      case END_ARRAY -> "the end of an array";
      case PROPERTY_NAME -> "a property";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT -> "an integer";
      case VALUE_NUMBER_FLOAT -> "a number with a fraction";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> token.toString();
    };
  }

  @Override
  public void close() throws IOException {
    try {
      parser.close();
    } catch (JacksonException e) {
      throw translated(e);
    }
  }

  /** Jackson wraps also what the stream under it throws. */
  private IOException translated(JacksonException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException io) {
        return Utf8Bytes.isNotUtf8(io) ? here(io.getMessage()) : io;
      }
    }
    var at = e.getLocation();
    var message =
        e instanceof StreamConstraintsException limit
            ? Constraints.message(limit, limits)
            : firstLine(e.getOriginalMessage());
    return at == null || at.getLineNr() < 1
        ? InputException.of(message)
        : InputException.atLine(line(at), Math.max(1, column(at)), message);
  }

  /** What is wrong is behind the last byte that was read. */
  private InputException here(String message) {
    if (parser == null) {
      return InputException.of(message);
    }
    var at = parser.currentLocation();
    return InputException.atLine(line(at), Math.max(1, column(at)), message);
  }

  private static String firstLine(String message) {
    if (message.startsWith(DUPLICATE)) {
      return "the property " + message.substring(DUPLICATE.length()) + " is there twice";
    }
    return "this is not JSON: " + Constraints.withoutJackson(message);
  }
}
