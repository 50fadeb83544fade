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

  /** Something has the name that a run wants to give to what it makes. */
  public static StoreException taken(String what) {
    return new StoreException(
        "there is "
            + what
            + " already: another run uses it, or one was killed; --force removes it, --table gives"
            + " another name");
  }

  /** A store does not have the isolation that it is asked for, but others. */
  public static StoreException noIsolation(String store, String asked, String others) {
    return new StoreException(store + " has no isolation '" + asked + "', but " + others);
  }

  /** What an exception says, in a line. */
  public static String oneLine(Throwable e) {
    var message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.strip().replaceAll("\\s+", " ");
  }
}
