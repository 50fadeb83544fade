package mtc.formats.jepsen;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Text that is written as bytes right away. */
final class ByteSink implements Closeable {
  private static final int LONGEST_NUMBER = 20;

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int size;

  ByteSink(OutputStream out) {
    this.out = out;
  }

  void put(char ascii) throws IOException {
    if (size == buffer.length) {
      flush();
    }
    buffer[size++] = (byte) ascii;
  }

  void put(byte[] bytes) throws IOException {
    if (bytes.length > buffer.length - size) {
      flush();
      if (bytes.length > buffer.length) {
        out.write(bytes);
        return;
      }
    }
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
  }

  void put(String text) throws IOException {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  void put(long number) throws IOException {
    if (buffer.length - size < LONGEST_NUMBER) {
      flush();
    }
    if (number == Long.MIN_VALUE) {
      put(Long.toString(number));
      return;
    }
    var rest = number;
    if (rest < 0) {
      buffer[size++] = '-';
      rest = -rest;
    }
    var end = size + digits(rest);
    size = end;
    do {
      var quotient = rest / 10;
      buffer[--end] = (byte) ('0' + (rest - quotient * 10));
      rest = quotient;
    } while (rest > 0);
  }

  private static int digits(long number) {
    var digits = 1;
    for (var bound = 10L; digits < 19 && number >= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }

  private void flush() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
