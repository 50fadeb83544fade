package mtc.fuzz;

import java.util.List;
import java.util.Map;
import mtc.source.Quoted;

/**
 * Operations as EDN: as plain as it gets, and with everything between the forms that means nothing.
 */
final class EdnText {
  private static final String[] NOTHINGS = {
    " ",
    ",",
    "\n",
    "\t",
    " ; no }\n",
    " #_ [1 {:a \"}\"}] ",
    " #_#_ 1 2 ",
    "\r\n",
    " #_ #foo/bar x "
  };

  private final List<Object> operations;
  private final Dice dice;
  private final boolean isVector;

  EdnText(Dice dice) {
    this.isVector = dice.chance(60);
    this.operations = Operations.of(dice);
    this.dice = dice;
  }

  String plain() {
    return text(false);
  }

  String spread() {
    return text(true);
  }

  static String of(List<Object> operations) {
    var text = new StringBuilder();
    for (var operation : operations) {
      put(text, operation, null);
      text.append('\n');
    }
    return text.toString();
  }

  private String text(boolean isSpread) {
    var text = new StringBuilder(isVector ? "[" : "");
    for (var operation : operations) {
      put(text, operation, isSpread ? dice : null);
      text.append('\n');
    }
    return text.append(isVector ? "]" : "").toString();
  }

  private static void nothing(StringBuilder text, Dice dice) {
    text.append(dice == null ? " " : dice.of(NOTHINGS));
  }

  private static void put(StringBuilder text, Object value, Dice dice) {
    switch (value) {
      case Operations.Keyword keyword -> text.append(':').append(keyword.name());
      case String string -> text.append(Quoted.edn(string));
      case List<?> list -> {
        text.append('[');
        for (var element : list) {
          nothing(text, dice);
          put(text, element, dice);
        }
        nothing(text, dice);
        text.append(']');
      }
      case Map<?, ?> map -> {
        text.append('{');
        for (var entry : map.entrySet()) {
          nothing(text, dice);
          put(text, entry.getKey(), dice);
          nothing(text, dice);
          put(text, entry.getValue(), dice);
        }
        nothing(text, dice);
        text.append('}');
      }
      default -> text.append(value);
    }
  }
}
