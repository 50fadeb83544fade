package mtc.formats;

import java.io.IOException;

/** A history has something that the format to be written cannot hold, not even mapped. */
public final class UnwritableException extends IOException {
  private static final long serialVersionUID = 1;

  public UnwritableException(String message) {
    super(message);
  }
}
