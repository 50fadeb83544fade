package mtc.source;

import java.io.IOException;

/**
 * An input that cannot be read, and where: the one exception for everything that is the log's fault
 * and not the program's.
 */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1;

  /** Null until whoever knows the path adds it. */
  private final String path;

  /** What comes after the path: {@code 12:7} (line and column), {@code byte 4711}, or empty. */
  private final String at;

  /** Whether nothing is wrong with the input but that it is of a kind that is not checked. */
  private final boolean isUnsupported;

  private InputException(String path, String at, String message) {
    this(path, at, message, false);
  }

  private InputException(String path, String at, String message, boolean isUnsupported) {
    super(message);
    this.path = path;
    this.at = at;
    this.isUnsupported = isUnsupported;
  }

  /** The same, of an input that is well as it is, but of a kind that is not checked. */
  public InputException asUnsupported() {
    return new InputException(path, at, getMessage(), true);
  }

  public boolean isUnsupported() {
    return isUnsupported;
  }

  /** The whole input is at fault, not a place in it. */
  public static InputException of(String message) {
    return new InputException(null, "", message);
  }

  public static InputException atLine(long line, String message) {
    return new InputException(null, Long.toString(line), message);
  }

  public static InputException atLine(long line, long column, String message) {
    return new InputException(null, line + ":" + column, message);
  }

  public static InputException atByte(long offset, String message) {
    return new InputException(null, "byte " + offset, message);
  }

  /** The same, in a named file; a path that is known already stays. */
  public InputException in(String file) {
    return path != null ? this : new InputException(file, at, getMessage(), isUnsupported);
  }

  public String path() {
    return path;
  }

  public String at() {
    return at;
  }

  /** {@code PATH:LINE:COLUMN: what is wrong}, in one line that is safe on a terminal. */
  public String describe() {
    var where = path == null ? at : at.isEmpty() ? path : path + ":" + at;
    return Printable.text(where.isEmpty() ? getMessage() : where + ": " + getMessage());
  }
}
