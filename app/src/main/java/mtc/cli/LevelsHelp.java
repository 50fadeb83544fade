package mtc.cli;

import java.util.ArrayList;
import java.util.List;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;

/** What {@code mtc help levels} prints, from what the levels say of themselves. */
final class LevelsHelp {
  private static final int WIDTH = 80;
  private static final String INDENT = "    ";

  private static final String HEAD =
      """
      Levels that mtc check -l takes. A line leads from a level to a weaker one: what
      holds at a level holds at all below it, what fails fails at all above it.

                      sser
                   /   |   \\
          strong-si  ser-lin  lin
                 |     |
                 |    ser
                  \\    |
                     si
                   /    \\
                 psi   prefix
                   \\    /
                   causal
                     |
                     ra
                     |
                     rc
                     |
                    pl2

      """;

  private static final String TAIL =
      """
      Elle's plain names leave out the order within sessions, as --no-session-order
      does; its strong-session names count it, as our own names do. Names may be in
      any case.

      SQL: READ COMMITTED is pl2 or, where a statement never goes back in time, rc;
      what databases call REPEATABLE READ is mostly si; SNAPSHOT is si; SERIALIZABLE
      is ser.

      all checks every level that a history has the data for, and says which are the
      strongest that hold and the weakest that fail; strongest says only that.
      """;

  private LevelsHelp() {}

  static String text() {
    var text = new StringBuilder(HEAD);
    for (var level : Level.values()) {
      text.append(level.label()).append("  ").append(level.title()).append('\n');
      wrap(text, sentence(level.meaning()));
      wrap(text, "Forbids " + String.join(", and ", forbiddenBy(level)) + ".");
      if (!level.names().isEmpty()) {
        wrap(text, "Also called " + String.join(", ", level.names()) + ".");
      }
      if (!level.sessionlessNames().isEmpty()) {
        wrap(text, "Without session order: " + String.join(", ", level.sessionlessNames()) + ".");
      }
      text.append('\n');
    }
    return text.append(TAIL).toString();
  }

  private static String sentence(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
  }

  /** What it forbids of its own, and whose it forbids too. */
  private static List<String> forbiddenBy(Level level) {
    var forbidden = new ArrayList<String>();
    var own = forbiddenFrom(level);
    if (!own.isEmpty()) {
      forbidden.add(String.join(", ", own));
    }
    var weaker = level.weaker().stream().map(Level::label).toList();
    if (weaker.size() == 1) {
      forbidden.add("what " + weaker.getFirst() + " forbids");
    } else if (!weaker.isEmpty()) {
      var others = String.join(", ", weaker.subList(0, weaker.size() - 1));
      forbidden.add("what " + others + " and " + weaker.getLast() + " forbid");
    }
    return forbidden;
  }

  private static List<String> forbiddenFrom(Level level) {
    var names = new ArrayList<String>();
    for (var kind : AnomalyKind.values()) {
      if (kind.weakest() == level) {
        names.add(kind.paperName());
      }
    }
    return names;
  }

  private static void wrap(StringBuilder text, String words) {
    var column = 0;
    for (var word : words.split(" ")) {
      if (column == 0 || column + 1 + word.length() > WIDTH) {
        text.append(column == 0 ? INDENT : "\n" + INDENT);
        column = INDENT.length();
      } else {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    text.append('\n');
  }
}
