package mtc.formats;

/** What a history may hold that decides nothing, and that some formats' readers cannot take. */
public enum Superfluous {
  /** An aborted transaction of which nobody read anything. */
  UNREAD_ABORTED,
  /** The same, if its own reads are not told either. */
  UNTOLD_ABORTED,
  /** A read of what the transaction itself wrote last. */
  OWN_READ,
  /** A write that its transaction overwrote, and that nobody else read. */
  OVERWRITTEN
}
