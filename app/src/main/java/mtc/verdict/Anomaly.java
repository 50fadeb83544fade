package mtc.verdict;

import java.util.List;

/**
 * One kind of violation that a history has.
 *
 * @param kind what it is
 * @param elleName what Elle calls this very one: {@code G0} and not {@code G1c} if its cycles have
 *     only WW edges, with {@code -process} or {@code -realtime} behind it if they need such edges
 * @param realTime whether its cycles need real-time edges
 * @param count how many were found
 * @param examples the smallest ones, as many as were asked for
 */
public record Anomaly(
    AnomalyKind kind, String elleName, boolean realTime, long count, List<Example> examples) {

  /** The same as a level calls it. */
  public Anomaly at(Level level) {
    return new Anomaly(kind.at(level), elleName, realTime, count, examples);
  }

  /**
   * One counterexample.
   *
   * @param transactions who takes part, in the order to tell it
   * @param operation the operation at fault, for anomalies of single reads; -1 for cycles
   * @param cycle the edges, each starting where the one before it ends; empty for single reads
   * @param hint one sentence on what is at fault where edges do not say it; empty for cycles
   * @param alternatives if the cycle assumes one of the possible version orders: the cycles that
   *     the other orders make
   */
  public record Example(
      int[] transactions,
      int operation,
      List<Edge> cycle,
      String hint,
      List<List<Edge>> alternatives) {
    public Example(int[] transactions, int operation, List<Edge> cycle, String hint) {
      this(transactions, operation, cycle, hint, List.of());
    }
  }
}
