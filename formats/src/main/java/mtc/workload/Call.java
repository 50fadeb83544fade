package mtc.workload;

import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/** One call of a client: what it invoked, and what came of it. */
public final class Call {
  /** Of a call that completed without having been invoked. */
  public static final long NO_START = -1;

  public static final long NO_TIME = -1;

  public static final long NO_VERSION = Long.MIN_VALUE;

  /** In the place of a name of versions. */
  public static final byte NO_VERSION_NAME = 3;

  /** In the place of a column, where {@link #line} is the offset of a byte. */
  private static final long NO_COLUMN = -1;

  /** What {@code :f} says; empty if it says nothing. */
  public String function = "";

  /** The session of the history, or {@link mtc.history.History#NO_SESSION}. */
  public int session;

  public Status status;
  public long id;
  public long line;
  public long column;

  /** Whether the completion tells of an error. */
  public boolean hasError;

  /** The events of the invocation and of the completion. */
  public long start;

  public long end;

  /** The same on the clock, or {@link #NO_TIME}. */
  public long startNanos;

  public long endNanos;

  /** The number that the log gives to the versions it wrote, or {@link #NO_VERSION}. */
  public long version = NO_VERSION;

  /** Which of the names of versions that number has, or {@link #NO_VERSION_NAME} or above. */
  public byte versionName = NO_VERSION_NAME;

  /** What was asked for; empty if the log has no invocation. */
  public Value invoked = new Value();

  /** What a call that succeeded answered; empty if it did not, or did not say. */
  public Value answered = new Value();

  public boolean isOk() {
    return status == Status.COMMITTED;
  }

  /** What the call did, as far as is known: the answer, or else what was asked for. */
  public Value told() {
    return answered.size > 0 ? answered : invoked;
  }

  /** What was asked for; where the log has only the answer, that. */
  public Value asked() {
    return invoked.size > 0 ? invoked : answered;
  }

  /** Whether it is of one key, {@code [k …]}, and was answered for no other. */
  public boolean isIndependent(Scalars scalars) {
    return asked().isKeyed()
        && (!answered.isKeyed() || answered.scalar(1, scalars) == asked().scalar(1, scalars));
  }

  public InputException error(String message) {
    return column == NO_COLUMN
        ? InputException.atByte(line, message)
        : InputException.atLine(line, column, message);
  }
}
