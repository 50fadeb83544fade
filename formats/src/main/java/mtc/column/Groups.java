package mtc.column;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Numbers sorted into groups by counting, in two passes: the first counts what each group has. A
 * group keeps the order in which its members came.
 */
public final class Groups {
  /** By group, from the second entry on: where the next member goes, and at last where it ends. */
  private final int[] first;

  private final int[] members;

  /** A number and the group that it belongs to. */
  @FunctionalInterface
  public interface Member {
    void accept(int group, int member);
  }

  private Groups(int groups, Consumer<Member> all) {
    first = new int[groups + 2];
    all.accept((group, _) -> first[group + 2]++);
    for (var i = 2; i < first.length; i++) {
      first[i] += first[i - 1];
    }
    members = new int[first[first.length - 1]];
    all.accept((group, member) -> members[first[group + 1]++] = member);
  }

  /**
   * What a loop hands out, sorted.
   *
   * @param all hands out all members, the same ones in the same order both times that it is asked
   */
  public static Groups of(int groups, Consumer<Member> all) {
    return new Groups(groups, all);
  }

  /** The places of a column, sorted by what stands there; those below 0 belong to no group. */
  public static Groups of(int groups, int[] groupOf) {
    return new Groups(
        groups,
        member -> {
          for (var i = 0; i < groupOf.length; i++) {
            if (groupOf[i] >= 0) {
              member.accept(groupOf[i], i);
            }
          }
        });
  }

  public int groupCount() {
    return first.length - 2;
  }

  /** How many members all groups have together. */
  public int size() {
    return members.length;
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
    return Arrays.copyOf(members, members.length);
  }
}
