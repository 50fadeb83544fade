package mtc.formats.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import mtc.source.TemporaryFile;

/**
 * Keeps the bytes of every session apart until all are there, because binary formats want one
 * session after the other and a history comes as it happened. What exceeds the memory set aside
 * goes to a temporary file.
 */
public final class SessionSpool implements Closeable {
  private static final int NONE = -1;

  private final long memory;
  private long held;
  private int sessionCount;

  /** By session: the bytes that are still in memory. */
  private byte[][] tails = new byte[8][];

  private int[] tailLengths = new int[8];

  /** By session: its first and its last chunk in the file. */
  private int[] firstChunk = new int[8];

  private int[] lastChunk = new int[8];

  private int chunkCount;
  private long[] chunkOffset = new long[16];
  private int[] chunkLength = new int[16];
  private int[] nextChunk = new int[16];

  private Path path;
  private FileChannel file;
  private long fileLength;

  /**
   * @param memory how many bytes may wait in memory
   */
  public SessionSpool(long memory) {
    this.memory = memory;
  }

  /** Adds a session and gives its number, 0 being the first. */
  public int add() {
    if (sessionCount == tails.length) {
      var capacity = sessionCount * 2;
      tails = Arrays.copyOf(tails, capacity);
      tailLengths = Arrays.copyOf(tailLengths, capacity);
      firstChunk = Arrays.copyOf(firstChunk, capacity);
      lastChunk = Arrays.copyOf(lastChunk, capacity);
    }
    tails[sessionCount] = new byte[0];
    firstChunk[sessionCount] = NONE;
    lastChunk[sessionCount] = NONE;
    return sessionCount++;
  }

  public void putByte(int session, int value) {
    room(session, 1)[tailLengths[session]++] = (byte) value;
  }

  public void putBigEndian(int session, long value) {
    var tail = room(session, Long.BYTES);
    var at = tailLengths[session];
    for (var shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      tail[at++] = (byte) (value >>> shift);
    }
    tailLengths[session] = at;
  }

  public void putLittleEndian(int session, long value) {
    putBigEndian(session, Long.reverseBytes(value));
  }

  /** Moves bytes out of memory if too many wait there; to be called every now and then. */
  public void relieve() throws IOException {
    if (held <= memory) {
      return;
    }
    if (file == null) {
      path = TemporaryFile.create(".spool");
      file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      TemporaryFile.delete(path); // What is open stays until it is closed, whatever ends us.
    }
    for (var session = 0; session < sessionCount; session++) {
      if (tailLengths[session] > 0) {
        spill(session);
      }
    }
    held = 0;
  }

  /** All bytes of a session. */
  public InputStream open(int session) {
    return new Replay(session);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
      Files.deleteIfExists(path);
      file = null;
    }
  }

  private byte[] room(int session, int count) {
    var needed = tailLengths[session] + count;
    if (needed > tails[session].length) {
      var grown = Math.max(needed, Math.max(256, tails[session].length * 2));
      held += grown - tails[session].length;
      tails[session] = Arrays.copyOf(tails[session], grown);
    }
    return tails[session];
  }

  private void spill(int session) throws IOException {
    var bytes = ByteBuffer.wrap(tails[session], 0, tailLengths[session]);
    addChunk(session, fileLength, bytes.remaining());
    try {
      while (bytes.hasRemaining()) {
        fileLength += file.write(bytes, fileLength);
      }
    } catch (IOException e) {
      throw TemporaryFile.unwritable(path, e);
    }
    tails[session] = new byte[0];
    tailLengths[session] = 0;
  }

  private void addChunk(int session, long offset, int length) {
    if (chunkCount == chunkOffset.length) {
      var capacity = chunkCount * 2;
      chunkOffset = Arrays.copyOf(chunkOffset, capacity);
      chunkLength = Arrays.copyOf(chunkLength, capacity);
      nextChunk = Arrays.copyOf(nextChunk, capacity);
    }
    chunkOffset[chunkCount] = offset;
    chunkLength[chunkCount] = length;
    nextChunk[chunkCount] = NONE;
    if (firstChunk[session] == NONE) {
      firstChunk[session] = chunkCount;
    } else {
      nextChunk[lastChunk[session]] = chunkCount;
    }
    lastChunk[session] = chunkCount++;
  }

  /** The chunks of a session in order, then what is in memory. */
  private final class Replay extends InputStream {
    private final int session;
    private int chunk;
    private int at;

    Replay(int session) {
      this.session = session;
      this.chunk = firstChunk[session];
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      while (chunk != NONE && at == chunkLength[chunk]) {
        chunk = nextChunk[chunk];
        at = 0;
      }
      return chunk == NONE ? readTail(into, from, count) : readChunk(into, from, count);
    }

    private int readChunk(byte[] into, int from, int count) throws IOException {
      var wanted = Math.min(count, chunkLength[chunk] - at);
      var read = file.read(ByteBuffer.wrap(into, from, wanted), chunkOffset[chunk] + at);
      if (read < 0) {
        throw new IOException("the temporary file " + path + " has been cut short");
      }
      at += read;
      return read;
    }

    private int readTail(byte[] into, int from, int count) {
      var read = Math.min(count, tailLengths[session] - at);
      System.arraycopy(tails[session], at, into, from, read);
      at += read;
      return read == 0 ? -1 : read;
    }
  }
}
