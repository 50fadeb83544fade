package mtc.linear;

import mtc.history.History;
import mtc.history.Scalars;

/**
 * What the transaction at hand did to a key before: its last write, and the read of other
 * transactions' versions that came before any write.
 *
 * <p>Small transactions are simply scanned. Large ones, where that would be quadratic, leave notes
 * in columns by key, each valid only for the transaction that stamped it.
 */
public final class OwnOperations {
  private static final int NONE = Versions.NONE;
  private static final int SMALL = 16;

  /** The last write to the key before the operation looked at, or NONE. */
  public int write;

  /** The first read of the key, if no write came before it, or NONE. */
  public int externalRead;

  private final History history;
  private int first;

  /** Counts transactions begun: a stamp is valid only for the one that is at hand. */
  private int generation;

  private boolean isSmall;

  private int[] stamp;
  private int[] writeOf;
  private int[] readOf;

  public OwnOperations(History history) {
    this.history = history;
  }

  public void begin(int ofTransaction) {
    generation++;
    first = history.firstOperation(ofTransaction);
    isSmall = history.endOperation(ofTransaction) - first <= SMALL;
    if (!isSmall && stamp == null) {
      stamp = new int[history.keyCount()];
      writeOf = new int[history.keyCount()];
      readOf = new int[history.keyCount()];
    }
  }

  /** Sets {@link #write} and {@link #externalRead} for an operation; all before it have passed. */
  public void look(int operation) {
    var key = history.key(operation);
    if (!isSmall) {
      var noted = stamp[key] == generation;
      write = noted ? writeOf[key] : NONE;
      externalRead = noted ? readOf[key] : NONE;
      return;
    }
    write = NONE;
    externalRead = NONE;
    for (var op = first; op < operation; op++) {
      if (history.key(op) == key) {
        note(op);
      }
    }
  }

  /** Moves past an operation that was looked at. */
  public void pass(int operation) {
    if (!isSmall) {
      note(operation);
      var key = history.key(operation);
      stamp[key] = generation;
      writeOf[key] = write;
      readOf[key] = externalRead;
    }
  }

  private void note(int op) {
    if (History.isWrite(history.kind(op))) {
      write = op;
    } else if (write == NONE && externalRead == NONE && isKnownRead(op)) {
      externalRead = op;
    }
  }

  private boolean isKnownRead(int op) {
    var kind = history.kind(op);
    return kind == History.READ_LIST
        || kind == History.READ && history.value(op) != Scalars.UNKNOWN;
  }
}
