package mtc.column;

import java.util.Arrays;

/**
 * Numbers sorted into groups by counting, in two passes over the same numbers in the same order:
 * the first {@link #count}s what each group has, the second {@link #add}s it. A group keeps the
 * order in which its members were added.
 */
public final class Groups {
  /** By group, from the second entry on: where the next member goes, and at last where it ends. */
  private final int[] first;

  private int[] members;

  public Groups(int groups) {
    first = new int[groups + 2];
  }

  /** The places of a column, sorted by what stands there; those below 0 belong to no group. */
  public static Groups of(int[] groupOf, int groups) {
    var sorted = new Groups(groups);
    for (var group : groupOf) {
      if (group >= 0) {
        sorted.count(group);
      }
    }
    for (var i = 0; i < groupOf.length; i++) {
      if (groupOf[i] >= 0) {
        sorted.add(groupOf[i], i);
      }
    }
    return sorted;
  }

  public void count(int group) {
    first[group + 2]++;
  }

  /** Not before all are counted; returns the place of the member. */
  public int add(int group, int member) {
    if (members == null) {
      begin();
    }
    var place = first[group + 1]++;
    members[place] = member;
    return place;
  }

  private void begin() {
    for (var i = 2; i < first.length; i++) {
      first[i] += first[i - 1];
    }
    members = new int[first[first.length - 1]];
  }

  public int groupCount() {
    return first.length - 2;
  }

  /** How many members all groups have together. */
  public int size() {
    return members == null ? 0 : members.length;
  }

  /** The place of a group's first member. */
  public int first(int group) {
    return first[group];
  }

  /** The place after a group's last member. */
  public int end(int group) {
    return first[group + 1];
  }

  public int get(int place) {
    return members[place];
  }

  /** All members, group by group. */
  public int[] toArray() {
    return members == null ? new int[0] : Arrays.copyOf(members, members.length);
  }
}
