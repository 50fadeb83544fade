package mtc.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations of a Jepsen history as values, which EDN and Fressian write in ways of their own. */
final class Operations {
  private static final int MOST = 10;
  private static final String[] TYPES = {"invoke", "ok", "ok", "ok", "fail", "info"};
  private static final String[] WORDS = {"x", "y", "a b", "é€", "\"\\", "\uD83D\uDE00", ""};

  /** A keyword. */
  record Keyword(String name) {}

  private Operations() {}

  static List<Object> of(Dice dice) {
    var operations = new ArrayList<Object>();
    var isOfLists = dice.chance(90);
    var isPaired = dice.chance(200);
    for (var i = 0; i < MOST && !dice.isEmpty(); i++) {
      var process = (long) dice.below(3);
      var value = transaction(dice, isOfLists);
      if (isPaired) {
        operations.add(operation(dice, "invoke", process, value));
        operations.add(operation(dice, TYPES[1 + dice.below(5)], process, value));
      } else {
        operations.add(operation(dice, dice.of(TYPES), process, value));
      }
    }
    return operations;
  }

  private static Map<Object, Object> operation(
      Dice dice, String type, long process, List<Object> value) {
    var fields = new LinkedHashMap<Object, Object>();
    fields.put(new Keyword("type"), new Keyword(type));
    fields.put(new Keyword("f"), new Keyword("txn"));
    fields.put(new Keyword("process"), dice.chance(4) ? new Keyword("nemesis") : process);
    fields.put(new Keyword("value"), value);
    if (dice.chance(20)) {
      fields.put(new Keyword("error"), scalar(dice));
    }
    return fields;
  }

  private static List<Object> transaction(Dice dice, boolean isOfLists) {
    var micro = new ArrayList<Object>();
    for (var o = dice.below(4); o > 0; o--) {
      var isRead = dice.chance(128);
      var function = isRead ? "r" : isOfLists ? "append" : "w";
      var operation = new ArrayList<Object>();
      operation.add(new Keyword(function));
      operation.add(scalar(dice));
      operation.add(isRead && isOfLists ? list(dice) : scalar(dice));
      micro.add(operation);
    }
    return micro;
  }

  private static List<Object> list(Dice dice) {
    var list = new ArrayList<Object>();
    for (var i = dice.below(4); i > 0; i--) {
      list.add(scalar(dice));
    }
    return list;
  }

  private static Object scalar(Dice dice) {
    return switch (dice.below(12)) {
      case 0 -> dice.number();
      case 1 -> dice.of(WORDS);
      case 2 -> new Keyword("k" + dice.below(3));
      case 3 -> dice.chance(128);
      default -> (long) dice.below(5);
    };
  }
}
