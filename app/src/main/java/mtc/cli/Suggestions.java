package mtc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** What somebody may have meant who wrote something that does not exist. */
final class Suggestions {
  private static final int MOST = 3;

  private Suggestions() {}

  /** For an unknown option, or an unknown command below one; empty if nothing is near. */
  static List<String> of(String unknown, CommandLine command) {
    var known = new ArrayList<String>();
    var isOption = unknown.startsWith("-");
    if (!isOption) {
      known.addAll(command.getSubcommands().keySet());
    }
    for (var option : command.getCommandSpec().options()) {
      for (var name : option.names()) {
        if (name.startsWith("--")) {
          known.add(name);
        }
      }
    }
    var written = isOption ? unknown.replaceFirst("=.*", "") : unknown;
    return nearest(written, known);
  }

  /** Those that differ in few letters, the nearest first; else those that begin like it. */
  static List<String> nearest(String written, List<String> known) {
    var letters = bare(written);
    var most = Math.max(1, letters.length() / 3);
    var near = new ArrayList<String>();
    for (var distance = 0; distance <= most; distance++) {
      for (var name : known) {
        if (near.size() < MOST && distance(letters, bare(name)) == distance) {
          near.add(name);
        }
      }
    }
    if (near.isEmpty() && letters.length() > 1) {
      known.stream().filter(name -> bare(name).startsWith(letters)).limit(MOST).forEach(near::add);
    }
    return near;
  }

  private static String bare(String name) {
    return name.replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
  }

  /** How many letters to add, to drop, to change, or to swap with a neighbour. */
  private static int distance(String a, String b) {
    var costs = new int[a.length() + 1][b.length() + 1];
    for (var i = 0; i <= a.length(); i++) {
      for (var j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          costs[i][j] = i + j;
          continue;
        }
        var change = costs[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        var least = Math.min(change, Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, costs[i - 2][j - 2] + 1);
        }
        costs[i][j] = least;
      }
    }
    return costs[a.length()][b.length()];
  }
}
