package mtc.edn;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A Reader's characters as UTF-8, the one encoding that the parser reads. An unpaired surrogate,
 * which has none, is an IOException: a replacement would be a different text.
 */
final class CharsAsUtf8 extends InputStream {
  private final Reader reader;
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final CharBuffer chars = CharBuffer.allocate(4096).flip();
  private final ByteBuffer bytes = ByteBuffer.allocate(3 * 4096).flip();
  private boolean atEnd;

  CharsAsUtf8(Reader reader) {
    this.reader = reader;
  }

  @Override
  public int read() throws IOException {
    return refilled() ? bytes.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!refilled()) {
      return -1;
    }
    int n = Math.min(length, bytes.remaining());
    bytes.get(into, from, n);
    return n;
  }

  private boolean refilled() throws IOException {
    while (!bytes.hasRemaining() && !atEnd) {
      chars.compact();
      atEnd = reader.read(chars) < 0;
      chars.flip();
      bytes.clear();
      var result = encoder.encode(chars, bytes, atEnd);
      if (result.isError()) {
        result.throwException();
      }
      bytes.flip();
    }
    return bytes.hasRemaining();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
