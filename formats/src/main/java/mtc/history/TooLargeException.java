package mtc.history;

/** A log has more of something than a history can number. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooLargeException(int most, String what) {
    super(
        "it has more than "
            + most
            + " "
            + what
            + ", which is more than one history may have; check parts of it by themselves");
  }
}
