package mtc.formats.json;

import java.io.IOException;
import java.io.InputStream;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.bytes.EightBytes;
import mtc.source.InputException;

/**
 * Bytes on their way to a parser, all of which are UTF-8. Jackson's parser takes others for some
 * character, so that different texts would be equal: {@code C0 AF} for a slash.
 *
 * <p>What comes before a byte that is wrong is given first, so that whoever asks for more stands at
 * its place.
 */
public final class Utf8Bytes extends InputStream {
  /** A byte is not UTF-8. */
  private static final class NotUtf8Exception extends IOException {
    private static final long serialVersionUID = 1;

    NotUtf8Exception(int first) {
      super("byte 0x%02X is not UTF-8".formatted(first));
    }
  }

  private static final int NONE = -1;
  private static final int MARK = 4;

  private final InputStream in;
  private boolean hasBegun;

  /** The first byte of a character that is none, once everything before it was given. */
  private int wrong = NONE;

  // Of a character that is not over: its first byte, how many are to come, what the next may be.
  private int first;
  private int missing;
  private int least;
  private int most;

  public Utf8Bytes(InputStream in) {
    this.in = in;
  }

  /** Whether this is what was thrown for a byte that is not UTF-8. */
  public static boolean isNotUtf8(IOException e) {
    return e instanceof NotUtf8Exception;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (wrong != NONE) {
      throw new NotUtf8Exception(wrong);
    }
    var count = hasBegun ? in.read(into, offset, length) : begin(into, offset, length);
    if (count < 0 && missing > 0) {
      throw new NotUtf8Exception(first);
    }
    if (count <= 0) {
      return count;
    }
    var valid = valid(into, offset, offset + count);
    if (valid == 0 && wrong != NONE) {
      throw new NotUtf8Exception(wrong);
    }
    return valid;
  }

  /** The first bytes, as many as tell other encodings. */
  private int begin(byte[] into, int offset, int length) throws IOException {
    hasBegun = true;
    var count = in.readNBytes(into, offset, Math.min(length, MARK));
    var zeros = 0;
    for (var i = 0; i < count; i++) {
      zeros += into[offset + i] == 0 ? 1 : 0;
    }
    var hasMark =
        count >= 2
            && ((into[offset] & into[offset + 1]) & 0xff) == 0xfe
            && into[offset] != into[offset + 1];
    if (zeros > 0 || hasMark) {
      throw InputException.of(
          "it is "
              + (zeros > 1 && (hasMark || zeros > 2) ? "UTF-32" : "UTF-16")
              + " text; histories are UTF-8");
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  /** How many bytes are right. */
  private int valid(byte[] bytes, int from, int to) {
    var at = missing == 0 ? skipAscii(bytes, from, to) : from;
    var start = from;
    while (at < to) {
      var b = bytes[at] & 0xff;
      if (missing == 0) {
        start = at;
        begin(b);
      } else if (b < least || b > most) {
        wrong = first;
      } else {
        missing--;
        least = 0x80;
        most = 0xbf;
      }
      if (wrong != NONE) {
        return start - from;
      }
      at++;
      if (missing == 0) {
        at = skipAscii(bytes, at, to);
      }
    }
    return to - from;
  }

  /** The second byte tells what is overlong, a surrogate, or beyond U+10FFFF. */
  private void begin(int b) {
    first = b;
    missing = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
    least = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
    most = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
    if (b < 0xc2 || b > 0xf4) {
      wrong = b;
    }
  }

  @ForceInline
  private static int skipAscii(byte[] bytes, int from, int to) {
    var at = from;
    while (at + Long.BYTES <= to && EightBytes.isAscii(EightBytes.at(bytes, at))) {
      at += Long.BYTES;
    }
    while (at < to && bytes[at] >= 0) {
      at++;
    }
    return at;
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
