package mtc.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import mtc.verdict.Level;

/** What {@code --level} takes, for completion. */
final class LevelNames implements Iterable<String> {
  /** What takes one level, and no word for several. */
  static final class Single implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return labels().iterator();
    }
  }

  @Override
  public Iterator<String> iterator() {
    var names = labels();
    names.add("all");
    names.add("strongest");
    return names.iterator();
  }

  private static List<String> labels() {
    var labels = new ArrayList<String>();
    for (var level : Level.values()) {
      labels.add(level.label());
    }
    return labels;
  }
}
