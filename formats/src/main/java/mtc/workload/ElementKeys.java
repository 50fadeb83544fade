package mtc.workload;

import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.history.Scalars;

/** The key of each element of each set, numbered in the order of first mention. */
final class ElementKeys {
  private final Transactions out;
  private final LongNumbers elements = new LongNumbers();
  private final Ints keys = new Ints();

  ElementKeys(Transactions out) {
    this.out = out;
  }

  int size() {
    return keys.size();
  }

  /** The key that stands for an element. */
  int key(int element) {
    return keys.get(element);
  }

  /** The number of an element of a set; a group is a set's name, or nil for the only one. */
  int number(int group, int element) {
    var number = elements.number((long) group << 32 | element & 0xFFFF_FFFFL);
    if (number == keys.size()) {
      keys.add(group == Scalars.NIL ? out.into.key(element) : out.part(group, element));
    }
    return number;
  }
}
