package mtc.run.store;

/** A store cannot be used: it is not there, refuses, or has what another run made. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message + ": " + oneLine(cause), cause);
  }

  /** What an exception says, in a line. */
  public static String oneLine(Throwable e) {
    var message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.strip().replaceAll("\\s+", " ");
  }
}
