package mtc.linear;

/**
 * One way to tell repeated elements apart: which append stands at each place of the longest list of
 * every key where that is open.
 */
public final class Placements {
  private final int[][] appends;

  public Placements(int keyCount) {
    appends = new int[keyCount][];
  }

  public void add(int key, int size) {
    appends[key] = new int[size];
  }

  public void set(int key, int place, int append) {
    appends[key][place] = append;
  }

  boolean has(int key) {
    return appends[key] != null;
  }

  public int append(int key, int place) {
    return appends[key][place];
  }
}
