package mtc.fuzz;

/** Calls of Jepsen's workloads, as EDN. */
final class CallText {
  private static final String[] FUNCTIONS = {
    ":read",
    ":write",
    ":transfer",
    ":add",
    ":cas",
    ":txn",
    ":insert",
    ":inc",
    ":acquire",
    ":release",
    ":refresh",
    ":strong-read",
    ":add-all",
    ":read-init",
    ":r",
    ":w",
    ":upsert",
    ":start",
    ":info"
  };
  private static final String[] TYPES = {":invoke", ":ok", ":fail", ":info"};
  private static final int MOST_CALLS = 12;

  private CallText() {}

  static String of(Dice dice) {
    var text = new StringBuilder();
    var functions = new String[] {dice.of(FUNCTIONS), dice.of(FUNCTIONS)};
    var isPaired = dice.chance(200);
    for (var i = 0; i < MOST_CALLS && !dice.isEmpty(); i++) {
      var process = dice.chance(10) ? ":nemesis" : Integer.toString(dice.below(3));
      var function = dice.chance(20) ? dice.of(FUNCTIONS) : functions[dice.below(2)];
      var value = value(dice, 0);
      if (isPaired) {
        call(text, 2 * i, ":invoke", process, function, dice.chance(128) ? value : "nil");
        call(text, 2 * i + 1, TYPES[1 + dice.below(3)], process, function, value);
      } else {
        call(text, i, dice.of(TYPES), process, function, value);
      }
    }
    return text.toString();
  }

  private static void call(
      StringBuilder text, int index, String type, String process, String function, String value) {
    text.append("{:index ").append(index).append(", :type ").append(type);
    text.append(", :process ").append(process).append(", :f ").append(function);
    text.append(", :value ").append(value).append("}\n");
  }

  private static String value(Dice dice, int depth) {
    var kind = dice.below(depth > 2 ? 4 : 12);
    return switch (kind) {
      case 0 -> "nil";
      case 1, 2, 3 -> Integer.toString(dice.below(6));
      case 4 -> "[" + value(dice, depth + 1) + " " + value(dice, depth + 1) + "]";
      case 5 -> "{" + dice.below(4) + " " + value(dice, 3) + ", " + dice.below(4) + " 10}";
      case 6 -> "#{" + dice.below(4) + " " + (4 + dice.below(4)) + "}";
      case 7 -> "{:from " + dice.below(3) + ", :to " + dice.below(3) + ", :amount 5}";
      case 8 -> "[[:r " + dice.below(3) + " " + value(dice, 3) + "]]";
      case 9 -> "(" + dice.below(4) + " " + dice.below(4) + " " + dice.below(4) + ")";
      case 10 -> "{:key " + dice.below(3) + ", :val " + dice.below(9) + ", :sts \"3.1\"}";
      default -> "[" + dice.below(4) + " [" + dice.below(3) + " " + dice.below(3) + "]]";
    };
  }
}
