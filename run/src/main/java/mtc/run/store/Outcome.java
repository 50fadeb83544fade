package mtc.run.store;

/**
 * How a transaction ended.
 *
 * @param error what the store said; null if it committed
 * @param isBroken whether the connection must not be used any more
 */
public record Outcome(Status status, String error, boolean isBroken) {
  /** What the log says of it. */
  public enum Status {
    /** It committed. */
    OK,
    /** It certainly had no effect. */
    FAIL,
    /** Nobody knows. */
    INFO
  }

  public static final Outcome COMMITTED = new Outcome(Status.OK, null, false);

  /** Rolled back, and the connection is as good as before. */
  public static Outcome rolledBack(String error) {
    return new Outcome(Status.FAIL, error, false);
  }

  /**
   * An error that may have cost the connection.
   *
   * @param isCertain whether the transaction certainly had no effect
   */
  public static Outcome broken(boolean isCertain, String error) {
    return new Outcome(isCertain ? Status.FAIL : Status.INFO, error, true);
  }
}
