package mtc.check;

/**
 * One step of a cycle: {@code from} comes before {@code to}.
 *
 * @param from a transaction of the history, or {@link #INITIAL}
 * @param to a transaction of the history
 * @param key the key that both touched; -1 for {@link EdgeType#SO} and {@link EdgeType#RT}
 * @param fromValue what {@code from} wrote (WR, WW) or read (RW); a scalar
 * @param toValue what {@code to} read (WR) or wrote (WW, RW); a scalar
 */
public record Edge(int from, int to, EdgeType type, int key, int fromValue, int toValue) {
  /** The transaction that wrote the initial version of every key. */
  public static final int INITIAL = -1;
}
