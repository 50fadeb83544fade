package mtc.formats.jepsen;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mtc.column.AscendingOrder;
import mtc.formats.jepsen.BlockFile.Index;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import mtc.source.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/**
 * The test in a {@code test.jepsen}: what it says of itself, and in which blocks its operations
 * are.
 *
 * <p>Of a test that has ended, the index leads to everything. Of one that runs or crashed, blocks
 * may follow that the index does not know yet, and after them what the writer has not sealed. If
 * the index is damaged, the blocks are found one after the other, and the operations in them tell
 * their own order: they are numbered.
 */
final class StoredTest {
  private static final int MOST_NESTED = 16;
  private static final int VECTOR_HEADER = Long.BYTES;
  private static final int VECTOR_ENTRY = Long.BYTES + Integer.BYTES;
  private static final String EXPECTED_VECTOR = "expected a vector of operations here";

  /**
   * A part of the history.
   *
   * @param first the number of its first operation, or -1 if nothing but the operation tells
   */
  record Chunk(Block block, long first) {
    static final long TOLD_BY_OPERATION = -1;
  }

  private final BlockFile file;
  private final TestMap test = new TestMap();
  private final List<Chunk> chunks = new ArrayList<>();
  private final Set<Long> used = new HashSet<>();

  /** Null if it is damaged, and no other was good. */
  private Index index;

  /** How many operations the history has, as the file says, or -1. */
  private long stated = -1;

  private String note;
  private boolean isDamaged;
  private long unsealedAt;

  private StoredTest(BlockFile file) {
    this.file = file;
  }

  static StoredTest of(BlockFile file) throws IOException {
    var test = new StoredTest(file);
    try {
      test.read();
    } catch (JacksonException e) {
      throw InputException.atByte(test.readingAt, e.getOriginalMessage());
    }
    return test;
  }

  /** The block that is being read, for whoever finds it senseless. */
  private long readingAt;

  TestMap test() {
    return test;
  }

  List<Chunk> chunks() {
    return chunks;
  }

  long statedCount() {
    return stated;
  }

  /** Whether nothing but a crash, or the end of a test, can have come after what is stated. */
  boolean isSealed() throws IOException {
    return stated > 0
        && file.size() - unsealedAt <= Block.HEADER
        && chunks.stream().noneMatch(chunk -> chunk.first() == Chunk.TOLD_BY_OPERATION);
  }

  /** How the file was read, if not as it should be; else null. */
  String note() {
    return note;
  }

  /**
   * Whether the index was damaged. Then so may be the header of a block, which would make it look
   * like the end of a test that did not finish.
   */
  boolean isDamaged() {
    return isDamaged;
  }

  /** Where the blocks end; what follows is not sealed. */
  long unsealedAt() {
    return unsealedAt;
  }

  private void read() throws IOException {
    if (file.indexAt() != 0 && file.indexAt() > file.size() - Block.HEADER) {
      throw InputException.atByte(
          file.size(), "it is cut off: its index should begin at byte " + file.indexAt());
    }
    try {
      index = file.index(file.block(file.indexAt()));
    } catch (InputException e) {
      rebuild();
      return;
    }
    readRoot();
    readHistory();
    readBehindIndex();
  }

  // By the index

  private Block block(int id) throws IOException {
    var at = index.offsets().get(id);
    if (at == null) {
      throw InputException.of("its index has no block " + id);
    }
    readingAt = at;
    return file.block(at);
  }

  private void readRoot() throws IOException {
    var block = block(index.root());
    if (block.type() != Block.FRESSIAN) {
      throw InputException.atByte(block.at, "expected the test itself here");
    }
    readRoot(block);
  }

  private void readRoot(Block block) throws IOException {
    readingAt = block.at;
    test.read(
        values(block),
        in -> {
          throw InputException.atByte(in.tokenOffset(), "the history is not in a block of its own");
        });
  }

  private FressianParser values(Block block) throws IOException {
    var data = file.data(block);
    return new FressianParser(data, 0, data.length, block.dataAt());
  }

  private void readHistory() throws IOException {
    if (test.history == TestMap.NONE) {
      return;
    }
    var block = block(test.history);
    if (block.type() == Block.FRESSIAN) {
      if (values(block).next() != JsonToken.VALUE_NULL) {
        chunks.add(new Chunk(block, 0));
      }
    } else {
      stated = addVector(block, 0, 0);
    }
  }

  /** Adds the chunks of a vector; returns the number of the operation after its last. */
  private long addVector(Block block, long first, int depth) throws IOException {
    if (block.type() != Block.BIG_VECTOR || depth > MOST_NESTED) {
      throw InputException.atByte(block.at, EXPECTED_VECTOR);
    }
    var in = vector(block);
    var end = first + in.getLong();
    if (end < first) {
      throw InputException.atByte(block.at, "a vector of less than no operations");
    }
    while (in.hasRemaining()) {
      var start = first + in.getLong();
      var chunk = block(in.getInt());
      // Blocks that hold each other, or one many times, would be a history without an end.
      if (!used.add(chunk.at)) {
        throw InputException.atByte(chunk.at, "this block is in the history twice");
      }
      if (chunk.type() == Block.STREAM || chunk.type() == Block.FRESSIAN) {
        chunks.add(new Chunk(chunk, start));
      } else {
        addVector(chunk, start, depth + 1);
      }
    }
    return end;
  }

  private ByteBuffer vector(Block block) throws IOException {
    var data = file.data(block);
    if (data.length < VECTOR_HEADER || (data.length - VECTOR_HEADER) % VECTOR_ENTRY != 0) {
      throw InputException.atByte(block.at, EXPECTED_VECTOR);
    }
    return ByteBuffer.wrap(data);
  }

  /** A crash, or a look at a running test, may come between a chunk and the index with it. */
  private void readBehindIndex() throws IOException {
    var end = 0L;
    for (var at : index.offsets().values()) {
      end = Math.max(end, file.block(at).end());
    }
    var behind = file.blocksFrom(end, -1);
    for (var block : behind.blocks()) {
      if (block.type() == Block.STREAM) {
        chunks.add(new Chunk(block, Chunk.TOLD_BY_OPERATION));
      }
    }
    unsealedAt = behind.end();
  }

  /** What {@code :valid?} is in the results: true, false, unknown; null if there are none. */
  String verdict() throws IOException {
    if (test.results == TestMap.NONE || index == null) {
      return test.verdict;
    }
    var block = block(test.results);
    var data = file.data(block);
    // A partial map has, before the map itself, the number of the block with the rest of it.
    var from = block.type() == Block.PARTIAL_MAP ? Math.min(Integer.BYTES, data.length) : 0;
    var in = new FressianParser(data, from, data.length, block.dataAt());
    try {
      return in.next() == JsonToken.START_OBJECT ? TestMap.verdict(in) : null;
    } catch (JacksonException e) {
      throw InputException.atByte(in.tokenOffset(), e.getOriginalMessage());
    }
  }

  // Without an index

  private void rebuild() throws IOException {
    var all = file.blocksFrom(0, file.indexAt());
    unsealedAt = all.end();
    note =
        "its index of blocks is missing or damaged and was rebuilt from its "
            + all.blocks().size()
            + " blocks";
    isDamaged = file.indexAt() != 0;
    var streams = new ArrayList<Block>();
    for (var block : all.blocks()) {
      switch (block.type()) {
        case Block.INDEX -> isDamaged = true;
        case Block.STREAM -> streams.add(block);
        case Block.FRESSIAN -> takeValue(block);
        case Block.BIG_VECTOR -> stated = Math.max(stated, vector(block).getLong());
        default -> {}
      }
    }
    if (!streams.isEmpty()) {
      chunks.clear();
      addInOrder(streams);
    }
  }

  /** The last map is the test, the last list its history; what came before is out of date. */
  private void takeValue(Block block) throws IOException {
    readingAt = block.at;
    var token = values(block).next();
    if (token == JsonToken.START_OBJECT) {
      test.hasHistory = false;
      readRoot(block);
    } else if (token == JsonToken.START_ARRAY) {
      chunks.clear();
      chunks.add(new Chunk(block, 0));
    }
  }

  private void addInOrder(List<Block> streams) throws IOException {
    var firsts = new long[streams.size()];
    for (var i = 0; i < firsts.length; i++) {
      readingAt = streams.get(i).at;
      var op = new Operation();
      var parser = new OperationParser(Tokens.of(values(streams.get(i)), new Scalars()));
      if (!parser.next(op) || !op.hasIndex) {
        throw InputException.atByte(readingAt, "the operations of this block have no numbers");
      }
      firsts[i] = op.index;
    }
    for (var i : AscendingOrder.of(firsts)) {
      chunks.add(new Chunk(streams.get(i), Chunk.TOLD_BY_OPERATION));
    }
  }
}
