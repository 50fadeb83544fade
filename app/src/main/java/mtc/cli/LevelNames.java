package mtc.cli;

import java.util.ArrayList;
import java.util.Iterator;
import mtc.verdict.Level;

/** What {@code --level} takes, for completion. */
final class LevelNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    var names = new ArrayList<String>();
    for (var level : Level.values()) {
      names.add(level.label());
    }
    names.add("all");
    return names.iterator();
  }
}
