package mtc.formats.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Writes records front to back; the counterpart of {@link ByteReader}. */
public final class ByteWriter implements Closeable {
  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private final ByteBuffer view = ByteBuffer.wrap(buffer);
  private int size;

  public ByteWriter(OutputStream out) {
    this.out = out;
  }

  public void putByte(int value) throws IOException {
    makeRoom(1);
    buffer[size++] = (byte) value;
  }

  public void putBigEndian(long value) throws IOException {
    makeRoom(Long.BYTES);
    view.putLong(size, value);
    size += Long.BYTES;
  }

  public void putLittleEndian(long value) throws IOException {
    putBigEndian(Long.reverseBytes(value));
  }

  public void put(byte[] bytes) throws IOException {
    flush();
    out.write(bytes);
  }

  /** Where bytes can be copied to; everything written before comes before them. */
  public OutputStream stream() throws IOException {
    flush();
    return out;
  }

  private void makeRoom(int count) throws IOException {
    if (buffer.length - size < count) {
      flush();
    }
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
