package mtc.check;

/**
 * How to check.
 *
 * @param sessionOrder whether the order within a session counts
 * @param clockSkewNanos real time counts only when the gap is larger than this; 0 for event order
 * @param examples how many counterexamples to keep per kind of anomaly
 */
public record CheckOptions(boolean sessionOrder, long clockSkewNanos, int examples) {
  public static final CheckOptions DEFAULT = new CheckOptions(true, 0, 1);
}
