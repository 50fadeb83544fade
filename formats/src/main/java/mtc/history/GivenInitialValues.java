package mtc.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import mtc.edn.EdnFactory;
import mtc.edn.EdnParser;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * What registers hold before anybody writes them, as a user says it: a value for all of them, or
 * {@code KEY=VALUE,...} for some. Keys and values are spelt as in EDN; a word is a text.
 */
public final class GivenInitialValues {
  /** The key is null for all others. */
  private record Given(String key, String value) {}

  private final List<Given> all = new ArrayList<>();

  private GivenInitialValues() {}

  /**
   * What a text says.
   *
   * @throws IllegalArgumentException with a sentence on what is no value
   */
  public static GivenInitialValues parse(String text) {
    var given = new GivenInitialValues();
    var named = new HashSet<Integer>();
    var scalars = new Scalars();
    if (unquoted(text, '=', 0) < 0) {
      given.add(null, text);
      return given;
    }
    for (var from = 0; from <= text.length(); ) {
      var comma = unquoted(text, ',', from);
      var end = comma < 0 ? text.length() : comma;
      var part = text.substring(from, end);
      var equals = unquoted(part, '=', 0);
      if (equals <= 0) {
        throw new IllegalArgumentException("'" + part + "' names no key, expected KEY=VALUE,...");
      }
      var key = part.substring(0, equals);
      given.add(key, part.substring(equals + 1));
      for (var meant : meant(key, scalars)) {
        if (!named.add(meant)) {
          throw new IllegalArgumentException("the key " + key + " is there twice");
        }
      }
      from = end + 1;
    }
    return given;
  }

  /** The keys that a name is one of, as far as no log is needed to know. */
  private static List<Integer> meant(String name, Scalars scalars) {
    var spelt = scalar(name, scalars);
    if (spelt == Scalars.UNKNOWN) {
      return List.of(scalars.text(Scalars.Kind.SYMBOL, name));
    }
    var isBare =
        scalars.kind(spelt) == Scalars.Kind.STRING && scalars.textValue(spelt).equals(name);
    return isBare ? List.of(spelt, scalars.keyword(name)) : List.of(spelt);
  }

  /** Whether EDN passes over a part of it, which a user may have meant. */
  private static boolean hasComment(String text) {
    var discard = unquoted(text, '#', 0);
    while (discard >= 0 && !text.startsWith("#_", discard)) {
      discard = unquoted(text, '#', discard + 1);
    }
    return discard >= 0 || unquoted(text, ';', 0) >= 0;
  }

  private static int unquoted(String text, char wanted, int from) {
    var isQuoted = false;
    for (var i = from; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == wanted && !isQuoted) {
        return i;
      }
      isQuoted ^= c == '"';
      i += c == '\\' ? 1 : 0;
    }
    return -1;
  }

  private void add(String key, String value) {
    if (scalar(value, new Scalars()) == Scalars.UNKNOWN) {
      throw new IllegalArgumentException(
          "'"
              + value
              + "' is no value: expected a number, a :keyword, true, false, nil, or a text, which"
              + " stands in double quotes unless it is a word");
    }
    all.add(new Given(key, value));
  }

  /** Whether it is one value for everything. */
  public boolean isOne() {
    return all.size() == 1 && all.getFirst().key == null;
  }

  /** That one value. */
  int one(Scalars scalars) {
    return scalar(all.getFirst().value, scalars);
  }

  /** Tells a history, all of whose keys are known by now. */
  void applyTo(HistoryBuilder builder, ScalarNumbers keys, Scalars scalars) {
    for (var given : all) {
      var value = scalar(given.value, scalars);
      if (given.key == null) {
        builder.reservedInitialValue(value);
      } else if (!applyTo(builder, given.key, value, keys, scalars)) {
        builder.note("--initial names a key " + given.key + " that the log does not have");
      }
    }
  }

  /** Keys may be named with the signs that EDN has around them, or without. */
  private static boolean applyTo(
      HistoryBuilder builder, String name, int value, ScalarNumbers keys, Scalars scalars) {
    var spelt = scalar(name, scalars);
    var isThere = false;
    for (var k = 0; k < keys.size(); k++) {
      var key = keys.scalar(k);
      var text = scalars.render(key);
      if (key == spelt
          || text.equals(name)
          || text.equals(":" + name)
          || text.equals("\"" + name + "\"")) {
        builder.initialValueOf(k, value);
        isThere = true;
      }
    }
    return isThere;
  }

  /** The code of a scalar as a user spells it; {@link Scalars#UNKNOWN} if it is none. */
  private static int scalar(String text, Scalars scalars) {
    try (var parser =
        new EdnFactory().createParser(ObjectReadContext.empty(), text.getBytes(UTF_8))) {
      var token = parser.nextToken();
      var code = token == null ? Scalars.UNKNOWN : scalar(token, parser, scalars);
      if (code != Scalars.UNKNOWN && parser.nextToken() == null && !hasComment(text)) {
        return code;
      }
    } catch (JacksonException e) {
      // A text, then, if it looks like one.
    }
    return isWord(text) ? word(text, scalars) : Scalars.UNKNOWN;
  }

  private static int scalar(JsonToken token, EdnParser parser, Scalars scalars) {
    return switch (token) {
      case VALUE_NULL -> Scalars.NIL;
      case VALUE_TRUE, VALUE_FALSE -> scalars.bool(token == JsonToken.VALUE_TRUE);
      case VALUE_NUMBER_INT -> integer(parser, scalars);
      case VALUE_NUMBER_FLOAT ->
          parser.kind() == EdnParser.Kind.DECIMAL
              ? scalars.decimal(parser.getDecimalValue())
              : scalars.decimal(parser.getDoubleValue());
      case VALUE_STRING ->
          switch (parser.kind()) {
            case KEYWORD -> scalars.keyword(parser.getString());
            case CHARACTER -> scalars.text(Scalars.Kind.CHARACTER, parser.getString());
            case RATIO -> scalars.text(Scalars.Kind.RATIO, parser.getString());
            case SYMBOL -> Scalars.UNKNOWN;
            default ->
                parser.getTypeId() == null
                    ? scalars.string(parser.getString())
                    : scalars.tagged(parser.getTypeId().toString(), parser.getString());
          };
      default -> Scalars.UNKNOWN;
    };
  }

  /** Some logs have hashes, which are no other numbers. */
  private static int integer(EdnParser parser, Scalars scalars) {
    if (parser.kind() == EdnParser.Kind.BIG_INTEGER) {
      return scalars.integer(parser.getBigIntegerValue());
    }
    var value = parser.getLongValue();
    return scalars.hasHash(value) ? scalars.hash(value) : scalars.integer(value);
  }

  private static boolean isWord(String text) {
    return !text.isEmpty() && Character.isLetter(text.codePointAt(0));
  }

  /** A text, if the log has it not only as a symbol. */
  private static int word(String text, Scalars scalars) {
    var isSymbol =
        scalars.contains(Scalars.Kind.SYMBOL, text) && !scalars.contains(Scalars.Kind.STRING, text);
    return scalars.text(isSymbol ? Scalars.Kind.SYMBOL : Scalars.Kind.STRING, text);
  }
}
