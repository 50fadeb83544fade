package mtc.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as maps, lists, strings, longs, doubles, booleans and null. */
public final class JsonValue {
  private JsonValue() {}

  public static Object parse(String text) {
    try (var parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      var value = value(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("more than one value: " + text);
      }
      return value;
    }
  }

  private static Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        var map = new LinkedHashMap<String, Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          var name = parser.currentName();
          parser.nextToken();
          if (map.containsKey(name)) {
            throw new IllegalArgumentException("twice: " + name);
          }
          map.put(name, value(parser));
        }
        yield map;
      }
      case START_ARRAY -> {
        var list = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalArgumentException("not JSON: " + parser.currentToken());
    };
  }
}
