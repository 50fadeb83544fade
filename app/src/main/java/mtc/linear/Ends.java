package mtc.linear;

/**
 * Real time as a graph of few edges: the ends of transactions in order, on one line or on several,
 * and for each start the last end before it on its lines. A path from an end along its line to a
 * start says that the one transaction ended before the other started.
 */
public interface Ends {
  /** How many ends there are, on all lines. */
  int endCount();

  /** The transaction whose end has a place. */
  int ended(int place);

  /** The place right before another one on its line, or -1. */
  int previous(int place);

  /** How many lines a transaction starts on. */
  int startCount(int transaction);

  /** The last place before the start of a transaction on one of its lines, or -1. */
  int lastBefore(int transaction, int index);

  /** Whether one transaction ended before the other started, and that counts. */
  boolean isBefore(int transaction, int other);
}
