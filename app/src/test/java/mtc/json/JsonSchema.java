package mtc.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The part of JSON Schema (2020-12) that the published schemas use. A library would bring a dozen
 * others; a keyword that is not known here is an error, so that none is passed over.
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
        case "$schema", "$id", "$defs", "title", "description" -> {}
        case "$ref" -> check(definition((String) of), value, at, faults);
        case "type" -> require(hasType(of, value), at + " is no " + of, faults);
        case "const" -> require(Objects.equals(of, value), at + " is not " + of, faults);
        case "enum" -> require(((List<?>) of).contains(value), at + " is none of " + of, faults);
        case "minimum" ->
            require(!(value instanceof Long n) || n >= (Long) of, at + " is too small", faults);
        case "oneOf" -> oneOf((List<?>) of, value, at, faults);
        case "required", "properties", "additionalProperties" -> {
          if (value instanceof Map<?, ?> map) {
            object((String) keyword, of, schema, map, at, faults);
          }
        }
        case "items", "prefixItems", "minItems", "maxItems" -> {
          if (value instanceof List<?> list) {
            array((String) keyword, of, schema, list, at, faults);
          }
        }
        default -> throw new IllegalArgumentException("unknown keyword " + keyword);
      }
    });
  }

  private Map<?, ?> definition(String reference) {
    var name = reference.substring("#/$defs/".length());
    return (Map<?, ?>) Objects.requireNonNull(((Map<?, ?>) root.get("$defs")).get(name), reference);
  }

  private void oneOf(List<?> schemas, Object value, String at, List<String> faults) {
    var fitting = 0;
    var all = new ArrayList<String>();
    for (var schema : schemas) {
      var own = new ArrayList<String>();
      check((Map<?, ?>) schema, value, at, own);
      fitting += own.isEmpty() ? 1 : 0;
      all.addAll(own);
    }
    require(fitting == 1, at + " fits " + fitting + " of the choices: " + all, faults);
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
        if (of.equals(false)) {
          for (var name : value.keySet()) {
            var known = ((Map<?, ?>) schema.get("properties")).containsKey(name);
            require(known, at + " has an unknown " + name, faults);
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
