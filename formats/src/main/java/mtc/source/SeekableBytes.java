package mtc.source;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Bytes that can be read at any place and in any order: a file as it stands, or what came out of a
 * stream, in memory if it is short and else in a file that is deleted.
 */
public abstract class SeekableBytes implements Closeable {
  private static final int MOST_IN_MEMORY = 32 << 20;

  public abstract long size() throws IOException;

  /** Fills a part of an array; an error if there are not so many bytes. */
  public abstract void read(long at, byte[] into, int from, int count) throws IOException;

  /** All the bytes of a stream, which is closed with them. */
  public static SeekableBytes of(InputStream in) throws IOException {
    if (in instanceof FileStream file) {
      return new OfFile(file.channel, null);
    }
    try (in) {
      var first = in.readNBytes(MOST_IN_MEMORY);
      return first.length < MOST_IN_MEMORY ? new InMemory(first) : spooled(first, in);
    }
  }

  private static SeekableBytes spooled(byte[] first, InputStream rest) throws IOException {
    var file = TemporaryFile.create(".spool");
    try {
      try (var out = TemporaryFile.open(file)) {
        out.write(first);
        rest.transferTo(out);
      }
      return new OfFile(Files.newByteChannel(file), file);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static final class InMemory extends SeekableBytes {
    private final byte[] bytes;

    InMemory(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public void read(long at, byte[] into, int from, int count) throws IOException {
      if (at < 0 || at > bytes.length - count) {
        throw new EOFException("it ends early");
      }
      System.arraycopy(bytes, (int) at, into, from, count);
    }

    @Override
    public void close() {}
  }

  private static final class OfFile extends SeekableBytes {
    /** Each read goes through memory of its size outside the heap. */
    private static final int MOST_AT_ONCE = 1 << 16;

    private final SeekableByteChannel channel;

    /** Null if the file is somebody else's. */
    private final Path temporary;

    OfFile(SeekableByteChannel channel, Path temporary) {
      this.channel = channel;
      this.temporary = temporary;
    }

    /** Asked anew each time, as somebody may still be writing. */
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public synchronized void read(long at, byte[] into, int from, int count) throws IOException {
      channel.position(at);
      var end = from + count;
      for (var next = from; next < end; ) {
        var buffer = ByteBuffer.wrap(into, next, Math.min(end - next, MOST_AT_ONCE));
        var read = channel.read(buffer);
        if (read < 0) {
          throw new EOFException("it ends early");
        }
        next += read;
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
      if (temporary != null) {
        Files.deleteIfExists(temporary);
      }
    }
  }
}
