package mtc.history;

/** What became of a transaction. */
public enum Status {
  /** It took effect. */
  COMMITTED,
  /** It certainly took no effect; its writes only explain reads that should not have happened. */
  ABORTED,
  /** Nobody knows: the client saw a time-out, or the log ends before the answer. */
  INDETERMINATE
}
