package mtc.source;

/**
 * A limit that was reached while an input was read, wherever that was noticed. Whoever knows the
 * input makes an {@link InputException} of it; unchecked, because columns grow where no input is
 * known.
 */
public final class LimitException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LimitException(String message) {
    super(message);
  }
}
