package mtc.json;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The part of JSON Schema (2020-12, and draft 7) that the published schemas and that of SARIF use.
 * A library would bring a dozen others; a keyword that is not known here is an error, so that none
 * is passed over.
 */
public final class JsonSchema {
  private final Map<?, ?> root;

  public JsonSchema(String text) {
    root = (Map<?, ?>) JsonValue.parse(text);
  }

  /** What is wrong with a value; empty if nothing is. */
  public List<String> faults(Object value) {
    var faults = new ArrayList<String>();
    check(root, value, "$", faults);
    return faults;
  }

  private void check(Map<?, ?> schema, Object value, String at, List<String> faults) {
    schema.forEach((keyword, of) -> {
      switch ((String) keyword) {
        case "$schema", "$id", "$defs", "definitions", "title", "description", "default" -> {}
        case "$ref" -> check(definition((String) of), value, at, faults);
        case "type" -> require(hasType(of, value), at + " is no " + of, faults);
        case "const" -> require(Objects.equals(of, value), at + " is not " + of, faults);
        case "enum" -> require(((List<?>) of).contains(value), at + " is none of " + of, faults);
        case "minimum" ->
            require(!(value instanceof Long n) || n >= (Long) of, at + " is too small", faults);
        case "maximum" ->
            require(!(value instanceof Long n) || n <= (Long) of, at + " is too large", faults);
        case "pattern" ->
            require(
                !(value instanceof String text)
                    || Pattern.compile((String) of).matcher(text).find(),
                at + " is not like " + of,
                faults);
        case "format" -> require(hasFormat((String) of, value), at + " is no " + of, faults);
        case "anyOf" -> {
          var fitting = fitting((List<?>) of, value, at, new ArrayList<>());
          require(fitting > 0, at + " fits none of the choices", faults);
        }
        case "oneOf" -> oneOf((List<?>) of, value, at, faults);
        case "required", "properties", "additionalProperties" -> {
          if (value instanceof Map<?, ?> map) {
            object((String) keyword, of, schema, map, at, faults);
          }
        }
        case "items", "prefixItems", "minItems", "maxItems", "uniqueItems" -> {
          if (value instanceof List<?> list) {
            array((String) keyword, of, schema, list, at, faults);
          }
        }
        default -> throw new IllegalArgumentException("unknown keyword " + keyword);
      }
    });
  }

  private Map<?, ?> definition(String reference) {
    var path = reference.split("/");
    var definitions = (Map<?, ?>) root.get(path[1]);
    return (Map<?, ?>) Objects.requireNonNull(definitions.get(path[2]), reference);
  }

  private void oneOf(List<?> schemas, Object value, String at, List<String> faults) {
    var all = new ArrayList<String>();
    var fitting = fitting(schemas, value, at, all);
    require(fitting == 1, at + " fits " + fitting + " of the choices: " + all, faults);
  }

  private int fitting(List<?> schemas, Object value, String at, List<String> all) {
    var fitting = 0;
    for (var schema : schemas) {
      var own = new ArrayList<String>();
      check((Map<?, ?>) schema, value, at, own);
      fitting += own.isEmpty() ? 1 : 0;
      all.addAll(own);
    }
    return fitting;
  }

  private static boolean hasFormat(String format, Object value) {
    if (!(value instanceof String text)) {
      return true;
    }
    try {
      return switch (format) {
        case "uri" -> new URI(text).isAbsolute();
        case "uri-reference" -> new URI(text) != null;
        case "date-time" -> OffsetDateTime.parse(text) != null;
        default -> throw new IllegalArgumentException("unknown format " + format);
      };
    } catch (URISyntaxException | DateTimeParseException e) {
      return false;
    }
  }

  private void object(
      String keyword,
      Object of,
      Map<?, ?> schema,
      Map<?, ?> value,
      String at,
      List<String> faults) {
    switch (keyword) {
      case "required" -> {
        for (var name : (List<?>) of) {
          require(value.containsKey(name), at + " lacks " + name, faults);
        }
      }
      case "properties" ->
          ((Map<?, ?>) of)
              .forEach((name, property) -> {
                if (value.containsKey(name)) {
                  check((Map<?, ?>) property, value.get(name), at + "." + name, faults);
                }
              });
      default -> {
        var known = schema.get("properties") instanceof Map<?, ?> named ? named : Map.of();
        for (var name : value.keySet()) {
          if (known.containsKey(name)) {
            continue;
          }
          require(!of.equals(false), at + " has an unknown " + name, faults);
          if (of instanceof Map<?, ?> other) {
            check(other, value.get(name), at + "." + name, faults);
          }
        }
      }
    }
  }

  private void array(
      String keyword, Object of, Map<?, ?> schema, List<?> value, String at, List<String> faults) {
    var prefix = schema.get("prefixItems") instanceof List<?> list ? list : List.of();
    switch (keyword) {
      case "minItems" -> require(value.size() >= (Long) of, at + " is too short", faults);
      case "maxItems" -> require(value.size() <= (Long) of, at + " is too long", faults);
      case "uniqueItems" ->
          require(new HashSet<>(value).size() == value.size(), at + " repeats itself", faults);
      case "prefixItems" -> {
        for (var i = 0; i < Math.min(prefix.size(), value.size()); i++) {
          check((Map<?, ?>) prefix.get(i), value.get(i), at + "[" + i + "]", faults);
        }
      }
      default -> {
        for (var i = prefix.size(); i < value.size(); i++) {
          check((Map<?, ?>) of, value.get(i), at + "[" + i + "]", faults);
        }
      }
    }
  }

  private static boolean hasType(Object type, Object value) {
    if (type instanceof List<?> several) {
      return several.stream().anyMatch(one -> hasType(one, value));
    }
    return switch ((String) type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "integer" -> value instanceof Long;
      case "number" -> value instanceof Long || value instanceof Double;
      case "boolean" -> value instanceof Boolean;
      case "null" -> value == null;
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }

  private static void require(boolean holds, String otherwise, List<String> faults) {
    if (!holds) {
      faults.add(otherwise);
    }
  }
}
