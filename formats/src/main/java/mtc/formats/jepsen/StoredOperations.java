package mtc.formats.jepsen;

import java.io.IOException;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import mtc.source.Counted;
import mtc.source.InputException;
import mtc.source.Pieces;
import tools.jackson.core.JacksonException;

/**
 * The operations of a {@code test.jepsen}: its chunks, each checked and parsed for itself on all
 * cores and handed over in batches, in order, and then what can be read of the unsealed rest.
 */
final class StoredOperations implements OperationSource {
  /** A shorter file is parsed before threads have begun. */
  private static final int WORTH_THREADS = 1 << 14;

  private final BlockFile file;
  private final StoredTest test;
  private final Scalars scalars;
  private final Pieces<BlockParser, OperationBatch> batches;
  private int started;

  /** How many chunks have begun to be handed out. */
  private int begun;

  private OperationBatch current;
  private long sealed;
  private boolean isUnsealed;

  /** Null before the rest, and if there is none. */
  private FressianParser rest;

  private OperationParser restParser;
  private long unsealed;
  private long readTo;

  StoredOperations(BlockFile file, StoredTest test, Scalars scalars, int cores) {
    this.file = file;
    this.test = test;
    this.scalars = scalars;
    var isWorthThreads = cores > 1 && file.size() > WORTH_THREADS;
    this.batches = new Pieces<>(new Parsing(), isWorthThreads ? cores : 0);
  }

  @Override
  public boolean next(Operation into) throws IOException {
    while (!isUnsealed) {
      if (current != null && current.next(into, 0, scalars)) {
        return true;
      }
      if (!nextBatch()) {
        endSealed();
      }
    }
    return nextUnsealed(into);
  }

  @Override
  public int keysAhead(int[] keys) {
    return !isUnsealed && current != null ? current.keysAhead(keys) : 0;
  }

  private boolean nextBatch() throws IOException {
    sealed += current == null ? 0 : current.size();
    current = batches.next();
    if (current == null) {
      return false;
    }
    begun += current.isFirst ? 1 : 0;
    var chunk = test.chunks().get(begun - 1);
    if (!current.isWhole) {
      throw whatIsWrong(chunk.block());
    }
    if (current.isFirst) {
      expectOrder(chunk);
    }
    return true;
  }

  private void expectOrder(StoredTest.Chunk chunk) throws InputException {
    var first =
        chunk.first() != StoredTest.Chunk.TOLD_BY_OPERATION ? chunk.first() : current.firstIndex();
    if (first != sealed) {
      throw InputException.atByte(
          chunk.block().at,
          "expected operation " + sealed + " at the beginning of this block, found " + first);
    }
  }

  private final class Parsing implements Pieces.Work<BlockParser, OperationBatch> {
    @Override
    public BlockParser create() {
      return new BlockParser();
    }

    @Override
    public OperationBatch createPiece() {
      return new OperationBatch(Listing.OTHER);
    }

    @Override
    public boolean fill(BlockParser parser) throws IOException {
      if (started == test.chunks().size()) {
        return false;
      }
      parser.read(file, test.chunks().get(started++).block());
      return true;
    }

    @Override
    public boolean process(BlockParser parser, OperationBatch batch) {
      return parser.parse(batch);
    }
  }

  /** Reads a block once more, for the place and the reason. */
  private IOException whatIsWrong(Block block) throws IOException {
    var data = file.data(block);
    var in = Tokens.of(new FressianParser(data, 0, data.length, block.dataAt()), new Scalars());
    var parser = new OperationParser(in);
    try {
      while (parser.next(new Operation())) {}
    } catch (JacksonException e) {
      return in.asInputError(e);
    }
    throw new IllegalStateException("the block at byte " + block.at + " was read all the same");
  }

  private void endSealed() throws IOException {
    isUnsealed = true;
    // More of them are there if the test ended, or was looked at, before it could say so.
    if (sealed < test.statedCount()) {
      throw InputException.of(
          "it says that it has "
              + Counted.of(test.statedCount(), "operation")
              + ", and holds "
              + sealed
              + " of them");
    }
    readTo = test.unsealedAt();
    if (file.version() > 0 && file.size() - readTo > Block.HEADER) {
      var bytes = file.rest(readTo + Block.HEADER);
      readTo += Block.HEADER;
      rest = new FressianParser(bytes, 0, bytes.length, readTo);
      restParser = new OperationParser(Tokens.of(rest, scalars));
    } else {
      expectEnd();
    }
  }

  /** Ends where the data does, or where it stops being the operation that comes next. */
  private boolean nextUnsealed(Operation into) throws IOException {
    if (restParser == null) {
      return false;
    }
    try {
      if (restParser.next(into)
          && !restParser.isVector()
          && into.type != null
          && into.hasIndex
          && into.index == sealed + unsealed) {
        unsealed++;
        readTo = rest.offset();
        return true;
      }
    } catch (JacksonException | InputException e) {
      // The writer had not come further.
    }
    restParser = null;
    expectEnd();
    return false;
  }

  private void expectEnd() throws InputException {
    if (test.isDamaged() && unreadBytes() > 0) {
      throw InputException.atByte(
          readTo,
          "its index of blocks is damaged, and so is what begins here: it may be operations");
    }
  }

  /** Operations that no checksum holds for. */
  long unsealedCount() {
    return unsealed;
  }

  long sealedCount() {
    return sealed;
  }

  /** Bytes at the end that hold no whole operation. */
  long unreadBytes() {
    return file.size() - readTo;
  }

  @Override
  public IOException asInputError(JacksonException e) {
    return InputException.of(e.getOriginalMessage());
  }

  @Override
  public void close() {
    batches.close();
  }
}
