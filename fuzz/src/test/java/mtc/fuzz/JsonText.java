package mtc.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mtc.source.Quoted;

/**
 * Objects and arrays as JSON: as plain as it gets, or with its properties in another order, blanks
 * between them, and properties that nobody knows.
 */
final class JsonText {
  private static final String[] BLANKS = {"", "", " ", "\t", "\n", "\r\n "};
  private static final Object[] OTHERS = {
    null, 0L, -1L, 1L, 2L, 7L, 1L << 32, Long.MAX_VALUE, "", "a", "7", true, List.of(), Map.of()
  };

  /** Null to write all as it is. */
  private final Random chance;

  private final StringBuilder text = new StringBuilder();

  private JsonText(Random chance) {
    this.chance = chance;
  }

  /** An object, of names and values in turn, that can be changed. */
  static Map<Object, Object> object(Object... namesAndValues) {
    var object = new LinkedHashMap<>();
    for (var i = 0; i < namesAndValues.length; i += 2) {
      object.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  static String plain(Object value) {
    return new JsonText(null).put(value).text.toString();
  }

  static String spread(Object value, long seed) {
    return new JsonText(new Random(seed)).put(value).text.toString();
  }

  private JsonText put(Object value) {
    blank();
    switch (value) {
      case null -> text.append("null");
      case String string -> Quoted.json(string, text);
      case List<?> list -> {
        text.append('[');
        var separator = "";
        for (var element : list) {
          text.append(separator);
          put(element);
          separator = ",";
        }
        text.append(']');
      }
      case Map<?, ?> map -> {
        text.append('{');
        var separator = "";
        for (var name : names(map)) {
          text.append(separator);
          put(name);
          text.append(':');
          put(map.get(name));
          separator = ",";
        }
        if (chance != null && chance.nextInt(4) == 0) {
          text.append(separator).append("\"x-").append(chance.nextInt(9)).append("\":[{\"t\":1}]");
        }
        text.append('}');
      }
      default -> text.append(value);
    }
    blank();
    return this;
  }

  private List<Object> names(Map<?, ?> map) {
    var names = new ArrayList<Object>(map.keySet());
    if (chance != null) {
      Collections.shuffle(names, chance);
    }
    return names;
  }

  private void blank() {
    if (chance != null) {
      text.append(BLANKS[chance.nextInt(BLANKS.length)]);
    }
  }

  /** Changes something within an array or object, which must be one that can be changed. */
  @SuppressWarnings("unchecked")
  static void damage(Object tree, Dice dice) {
    switch (tree) {
      case List<?> list when !list.isEmpty() -> {
        var at = dice.below(list.size());
        if (isDeeper(list.get(at), dice)) {
          damage(list.get(at), dice);
        } else if (dice.chance(60)) {
          list.remove(at);
        } else {
          ((List<Object>) list).set(at, dice.of(OTHERS));
        }
      }
      case Map<?, ?> map when !map.isEmpty() -> {
        var name = List.copyOf(map.keySet()).get(dice.below(map.size()));
        if (isDeeper(map.get(name), dice)) {
          damage(map.get(name), dice);
        } else if (dice.chance(60)) {
          map.remove(name);
        } else {
          ((Map<Object, Object>) map).put(name, dice.of(OTHERS));
        }
      }
      default -> {}
    }
  }

  private static boolean isDeeper(Object value, Dice dice) {
    return (value instanceof List<?> list && !list.isEmpty()
            || value instanceof Map<?, ?> map && !map.isEmpty())
        && dice.chance(220);
  }
}
