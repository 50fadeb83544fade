package mtc.verdict;

import java.util.List;
import java.util.stream.IntStream;
import mtc.history.Scalars;

/**
 * One step of a cycle: {@code from} comes before {@code to}.
 *
 * @param from a transaction of the history, or {@link #INITIAL}
 * @param to a transaction of the history
 * @param key the key that both touched; -1 for {@link EdgeType#SO} and {@link EdgeType#RT}
 * @param fromValue what {@code from} wrote (WR, WW) or read (RW); a scalar
 * @param toValue what {@code to} read (WR) or wrote (WW, RW); a scalar
 * @param assumed whether it holds only if the log's open order, or the open source of a read, is
 *     the one that makes it; the other ways are among the example's alternatives
 * @param because of a WW edge that follows from what a reader of {@code to}'s version saw: how that
 *     reader came to see {@code from}, then that it read from {@code to}; else empty
 */
public record Edge(
    int from,
    int to,
    EdgeType type,
    int key,
    int fromValue,
    int toValue,
    boolean assumed,
    List<Edge> because) {
  /** The transaction that wrote the initial version of every key. */
  public static final int INITIAL = -1;

  /** An edge that follows from no others. */
  public Edge(
      int from, int to, EdgeType type, int key, int fromValue, int toValue, boolean assumed) {
    this(from, to, type, key, fromValue, toValue, assumed, List.of());
  }

  /** An edge that holds in any case. */
  public Edge(int from, int to, EdgeType type, int key, int fromValue, int toValue) {
    this(from, to, type, key, fromValue, toValue, false);
  }

  /** An edge of session order or real time. */
  public static Edge withoutKey(int from, int to, EdgeType type) {
    return new Edge(from, to, type, -1, Scalars.UNKNOWN, Scalars.UNKNOWN);
  }

  /** Where it begins, then those whom its reason tells of. */
  public IntStream involved() {
    return IntStream.concat(IntStream.of(from), because.stream().mapToInt(Edge::to));
  }

  /** The same if it holds only in one of several cases. */
  public Edge assumed(boolean ifSo) {
    return new Edge(from, to, type, key, fromValue, toValue, ifSo, because);
  }
}
