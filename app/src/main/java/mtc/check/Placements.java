package mtc.check;

/**
 * One way to tell repeated elements apart: which append stands at each place of the longest list of
 * every key where that is open.
 */
final class Placements {
  private final int[][] appends;

  Placements(int keyCount) {
    appends = new int[keyCount][];
  }

  void add(int key, int size) {
    appends[key] = new int[size];
  }

  void set(int key, int place, int append) {
    appends[key][place] = append;
  }

  boolean has(int key) {
    return appends[key] != null;
  }

  int append(int key, int place) {
    return appends[key][place];
  }
}
