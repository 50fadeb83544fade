package mtc.formats.jepsen;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mtc.source.Counted;
import mtc.source.InputException;
import mtc.source.SeekableBytes;

/**
 * The blocks of a {@code test.jepsen}. They are only ever appended; where the one stands that says
 * where the others do, the index, is written over in the header of the file.
 */
final class BlockFile implements Closeable {
  private static final byte[] MAGIC = "JEPSEN".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 18;
  private static final int VERSION_AT = 6;
  private static final int INDEX_AT = 10;
  private static final int NEWEST_VERSION = 1;

  private final SeekableBytes bytes;
  private final int version;
  private final long indexAt;

  /** How long the file was when it was opened; what comes later is not looked at. */
  private final long size;

  BlockFile(SeekableBytes bytes) throws IOException {
    this.bytes = bytes;
    this.size = bytes.size();
    var header = new byte[HEADER];
    var length = (int) Math.min(size, HEADER);
    bytes.read(0, header, 0, length);
    if (!isBlockFile(header) || length < INDEX_AT) {
      throw InputException.atByte(0, "expected JEPSEN and a version: it is no test.jepsen");
    }
    version = ByteBuffer.wrap(header).getInt(VERSION_AT);
    if (version < 0 || version > NEWEST_VERSION) {
      throw InputException.atByte(
          VERSION_AT, "it is a test.jepsen of version " + version + "; 0 and 1 are known");
    }
    indexAt = ByteBuffer.wrap(header).getLong(INDEX_AT);
  }

  /** The magic, and the first byte of a version, where a text would go on with letters. */
  static boolean isBlockFile(byte[] head) {
    for (var i = 0; i < MAGIC.length; i++) {
      if (i >= head.length || head[i] != MAGIC[i]) {
        return false;
      }
    }
    return head.length > MAGIC.length && head[MAGIC.length] == 0;
  }

  int version() {
    return version;
  }

  long size() {
    return size;
  }

  /** Where the file says that its index is; anything, if it is damaged. */
  long indexAt() {
    return indexAt;
  }

  /** The header of a block that ends within the file, or an unsealed one. */
  Block block(long at) throws IOException {
    if (at < HEADER || at > size - Block.HEADER) {
      throw InputException.atByte(
          Math.clamp(at, 0, size), "expected a block here, but the file ends at byte " + size);
    }
    var header = new byte[Block.HEADER];
    bytes.read(at, header, 0, header.length);
    var block = new Block(at, header);
    if (!block.isUnsealed() && (block.length() < Block.HEADER || block.length() > size - at)) {
      throw InputException.atByte(
          at,
          "the block that begins here is damaged or cut off: it says that it has "
              + Counted.of(block.length(), "byte")
              + ", and the file ends at byte "
              + size);
    }
    return block;
  }

  int dataLength(Block block) throws InputException {
    if (block.isUnsealed()) {
      throw block.damaged();
    }
    return arraySize(block.at, block.length() - Block.HEADER);
  }

  private static int arraySize(long at, long length) throws InputException {
    if (length > Integer.MAX_VALUE - 64) {
      throw InputException.atByte(at, length + " bytes in one piece are more than can be read");
    }
    return (int) length;
  }

  /** Reads the data of a block, whatever its checksum says. */
  void read(Block block, byte[] into) throws IOException {
    bytes.read(block.dataAt(), into, 0, dataLength(block));
  }

  private boolean isWhole(Block block) throws IOException {
    var data = new byte[dataLength(block)];
    read(block, data);
    return block.isWhole(data, data.length);
  }

  /** The data of a block that is not damaged. */
  byte[] data(Block block) throws IOException {
    var data = new byte[dataLength(block)];
    read(block, data);
    if (!block.isWhole(data, data.length)) {
      throw block.damaged();
    }
    return data;
  }

  /** Everything from a place on. */
  byte[] rest(long from) throws IOException {
    var rest = new byte[arraySize(from, Math.max(0, size - from))];
    bytes.read(from, rest, 0, rest.length);
    return rest;
  }

  /**
   * Where each block is.
   *
   * @param root the id of the test itself
   */
  record Index(int root, Map<Integer, Long> offsets) {
    private static final int ENTRY = Integer.BYTES + Long.BYTES;

    static Index of(byte[] data, Block block) throws InputException {
      if (data.length < Integer.BYTES || (data.length - Integer.BYTES) % ENTRY != 0) {
        throw InputException.atByte(block.at, "expected an index of blocks here");
      }
      var in = ByteBuffer.wrap(data);
      var root = in.getInt();
      var offsets = new HashMap<Integer, Long>();
      while (in.hasRemaining()) {
        offsets.put(in.getInt(), in.getLong());
      }
      return new Index(root, offsets);
    }
  }

  /** The index that a block is; an error if the block is something else, or damaged. */
  Index index(Block block) throws IOException {
    if (block.type() != Block.INDEX) {
      throw InputException.atByte(block.at, "expected an index of blocks here");
    }
    return Index.of(data(block), block);
  }

  /**
   * Blocks that follow each other.
   *
   * @param end where they end: the end of the file, or a block that is not sealed
   */
  record Stretch(List<Block> blocks, long end) {}

  /**
   * The blocks from a place on, each with a checksum that holds; one that does not is an error.
   *
   * @param spared an index that may be damaged, as long as its length leads to the next block
   */
  Stretch blocksFrom(long from, long spared) throws IOException {
    var found = new ArrayList<Block>();
    var at = Math.max(from, HEADER);
    while (size - at >= Block.HEADER) {
      var block = block(at);
      if (block.isUnsealed()) {
        break;
      }
      if (isWhole(block)) {
        found.add(block);
      } else if (at != spared || block.type() != Block.INDEX) {
        throw block.damaged();
      }
      at = block.end();
    }
    return new Stretch(found, at);
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
