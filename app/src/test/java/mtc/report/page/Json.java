package mtc.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** JSON as maps, lists, numbers and strings: what other programs answer. */
final class Json {
  private static final JsonFactory JSON = new JsonFactory();

  private Json() {}

  static Object parse(String text) {
    try (var in = JSON.createParser(ObjectReadContext.empty(), text)) {
      return value(in, in.nextToken());
    }
  }

  private static Object value(JsonParser in, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> {
        var map = new LinkedHashMap<String, Object>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          var name = in.currentName();
          map.put(name, value(in, in.nextToken()));
        }
        yield map;
      }
      case START_ARRAY -> {
        var list = new ArrayList<>();
        for (var next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
          list.add(value(in, next));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> in.getString();
    };
  }
}
