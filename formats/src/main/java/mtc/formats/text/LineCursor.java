package mtc.formats.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import mtc.source.InputException;

/** Reads a text byte by byte and knows its line and column. */
final class LineCursor implements Closeable {
  static final int END = -1;

  private static final long GREATEST_TENTH = Long.MAX_VALUE / 10 - 1;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int limit;
  private boolean ended;
  private long line;

  /** The offset of the buffer's first byte within the line. */
  private long columnOfBuffer = 1;

  LineCursor(InputStream in) {
    this(in, 1);
  }

  /** Over the rest of a text, from the beginning of a line of this number. */
  LineCursor(InputStream in, long line) {
    this.in = in;
    this.line = line;
  }

  /** The next byte, which stays where it is; {@link #END} after the last. */
  int peek() throws IOException {
    return at < limit || fill() ? buffer[at] & 0xff : END;
  }

  /** Passes over the byte that was seen last. */
  void skip() {
    at++;
  }

  long line() {
    return line;
  }

  /** Passes over blanks: spaces and tabs. */
  void skipBlanks() throws IOException {
    while (peek() == ' ' || peek() == '\t') {
      skip();
    }
  }

  /** Passes over empty lines, and over blanks before what is not one. */
  void skipEmptyLines() throws IOException {
    for (var c = peek(); c == '\n' || c == '\r' || c == ' ' || c == '\t'; c = peek()) {
      skip();
      if (c == '\n') {
        newLine();
      }
    }
  }

  void expect(char wanted) throws IOException {
    if (peek() != wanted) {
      throw unexpected("'" + wanted + "'");
    }
    skip();
  }

  /** Passes over the end of a line, of either convention; the last line needs none. */
  void expectEndOfLine() throws IOException {
    skipBlanks();
    if (peek() == '\r') {
      skip();
    }
    if (peek() == '\n') {
      skip();
      newLine();
    } else if (peek() != END) {
      throw unexpected("the end of the line");
    }
  }

  /** Decimal digits. */
  long number(String what) throws IOException {
    if (!isDigit(peek())) {
      throw unexpected(what + ", a number of digits");
    }
    var number = 0L;
    var begins = column();
    do {
      number = digits(number, what, begins);
    } while (isDigit(peek()));
    return number;
  }

  /** Goes on with a number, to its end or that of the buffer. */
  private long digits(long begun, String what, long begins) throws InputException {
    var number = begun;
    var next = at;
    while (next < limit && isDigit(buffer[next])) {
      var digit = buffer[next] - '0';
      if (number > GREATEST_TENTH && number > (Long.MAX_VALUE - digit) / 10) {
        throw InputException.atLine(line, begins, what + " is greater than " + Long.MAX_VALUE);
      }
      number = number * 10 + digit;
      next++;
    }
    at = next;
    return number;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  InputException unexpected(String expected) throws IOException {
    var c = peek();
    var found =
        switch (c) {
          case END -> "the end of the file";
          case '\n', '\r' -> "the end of the line";
          default ->
              c > ' ' && c < 0x7f ? "'" + (char) c + "'" : "byte 0x" + Integer.toHexString(c);
        };
    return InputException.atLine(line, column(), "found " + found + ", expected " + expected);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private long column() {
    return columnOfBuffer + at;
  }

  private void newLine() {
    line++;
    columnOfBuffer = 1L - at;
  }

  private boolean fill() throws IOException {
    if (!ended) {
      columnOfBuffer += limit;
      at = 0;
      limit = Math.max(in.read(buffer, 0, buffer.length), 0);
      ended = limit == 0;
    }
    return !ended;
  }
}
