package mtc.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import mtc.check.OperationText;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Small histories as text, one line per session.
 *
 * <pre>
 * init 0
 * 0: [r(x,0) w(x,1)]@1-4 [w(y,2)]?@6-
 * 1: [r(x,?) o(y,2)]@2-3 [a(z,3) l(z,[1 3])]!@5-9
 * -: [w(x,7)]@1-9
 * </pre>
 *
 * The first line is {@code init none}, {@code init V} (a default) or {@code init! V} (reserved). A
 * line's name is its session, {@code -} for none. Operations are those of {@link OperationText}.
 * After a transaction {@code ?} says indeterminate, {@code !} aborted, and {@code @} when it
 * started and ended. Transactions are numbered in the order of the text.
 */
final class HistoryText {
  private static final Pattern TRANSACTION =
      Pattern.compile("\\[((?:[^\\[\\]]|\\[[^\\]]*\\])*)\\]([?!]?)(?:@(-?\\d+)-(\\d*))?");

  private HistoryText() {}

  static String keyName(int key) {
    return key < 3 ? "xyz".substring(key, key + 1) : "k" + key;
  }

  static Draft parse(String text) {
    var lines = text.strip().split("\\s*\n\\s*");
    var head = lines[0].split(" ");
    var txns = new ArrayList<Draft.Txn>();
    var realTime = true;
    for (var i = 1; i < lines.length; i++) {
      var colon = lines[i].indexOf(':');
      var name = lines[i].substring(0, colon);
      var session = name.equals("-") ? History.NO_SESSION : Integer.parseInt(name);
      var found = TRANSACTION.matcher(lines[i].substring(colon + 1));
      while (found.find()) {
        realTime &= found.group(3) != null;
        var start = found.group(3) == null ? 0 : Long.parseLong(found.group(3));
        var end =
            found.group(4) == null || found.group(4).isEmpty()
                ? History.NEVER
                : Long.parseLong(found.group(4));
        var status =
            switch (found.group(2)) {
              case "?" -> Status.INDETERMINATE;
              case "!" -> Status.ABORTED;
              default -> Status.COMMITTED;
            };
        txns.add(new Draft.Txn(session, status, start, end, operations(found.group(1))));
      }
    }
    var initial = head[1].equals("none") ? Scalars.UNKNOWN : OperationText.value(head[1]);
    return new Draft(
        List.copyOf(txns), realTime && !txns.isEmpty(), initial, head[0].equals("init!"));
  }

  private static List<Draft.Op> operations(String text) {
    var ops = new ArrayList<Draft.Op>();
    OperationText.parse(
        text,
        (kind, name, values, version) -> {
          var op =
              kind == History.READ_LIST
                  ? Draft.Op.readList(key(name), values)
                  : Draft.Op.of(kind, key(name), values.getFirst());
          ops.add(version == null ? op : op.naming(version));
        });
    return List.copyOf(ops);
  }

  private static int key(String name) {
    var known = "xyz".indexOf(name);
    return known >= 0 ? known : Integer.parseInt(name.substring(1));
  }

  static String print(Draft draft) {
    var text = new StringBuilder("init").append(draft.reserved() ? "! " : " ");
    text.append(draft.initial() == Scalars.UNKNOWN ? "none" : print(draft.initial()));
    var lines = new LinkedHashMap<Integer, StringBuilder>();
    for (var t : draft.txns()) {
      var line = lines.computeIfAbsent(t.session(), s -> new StringBuilder());
      line.append(" [");
      for (var op : t.ops()) {
        line.append(line.charAt(line.length() - 1) == '[' ? "" : " ").append(print(op));
      }
      line.append(
          switch (t.status()) {
            case COMMITTED -> "]";
            case ABORTED -> "]!";
            case INDETERMINATE -> "]?";
          });
      if (draft.realTime()) {
        line.append('@').append(t.start()).append('-');
        line.append(t.end() == History.NEVER ? "" : Long.toString(t.end()));
      }
    }
    lines.forEach((session, line) ->
        text.append(session < 0 ? "\n-" : "\n" + session).append(':').append(line));
    return text.append('\n').toString();
  }

  private static String print(Draft.Op op) {
    var name = OperationText.KINDS.charAt(op.kind()) + "(" + keyName(op.key()) + ",";
    if (op.kind() != History.READ_LIST) {
      return name + print(op.value()) + ")";
    }
    var elements = op.list().stream().map(HistoryText::print).toList();
    return name + "[" + String.join(" ", elements) + "])";
  }

  private static String print(int value) {
    return switch (value) {
      case Scalars.NIL -> "nil";
      case Scalars.UNKNOWN -> "?";
      default -> Integer.toString(value);
    };
  }
}
