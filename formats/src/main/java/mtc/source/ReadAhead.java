package mtc.source;

import java.io.IOException;
import java.io.InputStream;

/** A stream that another thread reads some blocks ahead of its reader: decompression, above all. */
final class ReadAhead extends InputStream {
  private static final int BLOCK = 1 << 17;

  /** Some bytes in a row. */
  private static final class Block {
    final byte[] bytes = new byte[BLOCK];
    int length;
  }

  private final InputStream in;
  private final byte[] single = new byte[1];

  /** Null before the second block: a short stream is not worth a thread. */
  private Parts<Block> blocks;

  /** Null before the first one. */
  private Block block;

  private int at;

  ReadAhead(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (block == null) {
      block = new Block();
      block.length = in.readNBytes(block.bytes, 0, BLOCK);
    }
    if (at == block.length && !nextBlock()) {
      return -1;
    }
    var count = Math.min(length, block.length - at);
    System.arraycopy(block.bytes, at, into, offset, count);
    at += count;
    return count;
  }

  /** Goes on to the next block; false at the end. */
  private boolean nextBlock() throws IOException {
    if (blocks == null && block.length == BLOCK) {
      blocks = new Parts<>(new Reading(), 1);
    }
    var next = blocks == null ? null : blocks.next();
    if (next != null) {
      block = next;
      at = 0;
    }
    return next != null;
  }

  @Override
  public void close() throws IOException {
    if (blocks != null) {
      blocks.close();
    }
    in.close();
  }

  private final class Reading implements Parts.Work<Block> {
    @Override
    public Block create() {
      return new Block();
    }

    @Override
    public boolean fill(Block into) throws IOException {
      into.length = Math.max(0, in.read(into.bytes, 0, BLOCK));
      return into.length > 0;
    }

    @Override
    public void process(Block filled) {}
  }
}
