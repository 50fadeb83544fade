package mtc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mtc.verdict.Level;

/** The levels of the checker by the names that {@code mtc check} gives them. */
final class Levels {
  private Levels() {}

  /** Null if there is none of this name. */
  static Level named(String name) {
    for (var level : Level.values()) {
      if (name(level).equals(name)) {
        return level;
      }
    }
    return null;
  }

  static String name(Level level) {
    return level.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static String list() {
    var names = new ArrayList<String>();
    for (var level : Level.values()) {
      names.add(name(level));
    }
    return String.join(", ", names);
  }

  /** Of these levels, those that are implied by no other. */
  static List<Level> strongest(List<Level> held) {
    var order = List.of(Level.SSER, Level.SER, Level.SI);
    for (var level : order) {
      if (held.contains(level)) {
        return List.of(level);
      }
    }
    return held;
  }
}
