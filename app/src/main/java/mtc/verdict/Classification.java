package mtc.verdict;

import java.util.List;

/**
 * The class of a history, and everything that keeps it from being an MT history.
 *
 * @param historyClass what it is
 * @param obstacles what was found, in the order of {@link Obstacle}; empty for MT histories
 */
public record Classification(HistoryClass historyClass, List<Found> obstacles) {

  /** What keeps a history from being an MT history. */
  public enum Obstacle {
    /** A transaction without a read. */
    NO_READ("transactions without a read"),
    TOO_MANY_READS("transactions of more than two reads"),
    TOO_MANY_WRITES("transactions of more than two writes"),
    /** A committed write without a read of its key before. */
    BLIND_WRITE("writes without a read of the key before"),
    /** A write that someone read, of a transaction whose own reads nobody knows. */
    INDETERMINATE_WRITE("writes of indeterminate transactions that others read"),
    /** An append that is in no list that was read. */
    UNOBSERVED_APPEND("appends that no read contains"),
    /** A write without a known version before it, on a key that has another such write. */
    OPEN_ORDER("writes whose order is open"),
    /** A value that another transaction wrote to the same key, or that one appended to it twice. */
    REPEATED_VALUE("writes of a value that the key was given before"),
    /** A comparison that failed tells only what was not seen. */
    FAILED_COMPARISON("failed comparisons that leave open what they saw");

    private final String description;

    Obstacle(String description) {
      this.description = description;
    }

    /** What is counted, in the plural. */
    public String description() {
      return description;
    }
  }

  /**
   * How often an obstacle was found.
   *
   * @param count of what {@link Obstacle#description} says
   * @param transactions how many transactions have it
   * @param firstTransaction the first transaction in the log that has it
   * @param firstOperation its first operation at fault, or -1 if it is the transaction as a whole
   */
  public record Found(
      Obstacle obstacle, long count, int transactions, int firstTransaction, int firstOperation) {}
}
