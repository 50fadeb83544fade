package mtc.run;

import java.util.List;
import mtc.verdict.Level;

/** The levels of the checker by the names that {@code mtc check} gives them. */
final class Levels {
  private Levels() {}

  /** Null if there is none of this name. */
  static Level named(String name) {
    for (var level : Level.values()) {
      if (level.label().equals(name)) {
        return level;
      }
    }
    return null;
  }

  /** Of these levels, those that follow from no other. */
  static List<Level> strongest(List<Level> held) {
    return held.stream()
        .filter(level -> held.stream().noneMatch(o -> o != level && o.isAtLeast(level)))
        .toList();
  }
}
