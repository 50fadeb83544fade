package mtc.cli;

import java.util.ArrayList;
import java.util.Iterator;
import mtc.verdict.Level;

/** What {@code --level} takes, for completion. */
final class LevelNames implements Iterable<String> {
  /** What takes one level, and no word for several. */
  static final class Single implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Level.labels().iterator();
    }
  }

  @Override
  public Iterator<String> iterator() {
    var names = new ArrayList<>(Level.labels());
    names.add("all");
    names.add("strongest");
    return names.iterator();
  }
}
