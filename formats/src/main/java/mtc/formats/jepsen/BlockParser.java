package mtc.formats.jepsen;

import java.io.IOException;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import tools.jackson.core.JacksonException;

/**
 * Parses the operations of a block, if its checksum holds: some at a time, each batch by itself.
 */
final class BlockParser {
  /** What so many take, and what comes out of them, stays in a core's cache. */
  static final int BATCH = 1024;

  private byte[] bytes = {};
  private Block block;
  private int length;

  /** Null before the first operation of the block. */
  private FressianParser values;

  private Tokens tokens;
  private OperationParser parser;
  private UsualOperations usual;

  /** Reads the data of a block, which may be damaged. */
  void read(BlockFile file, Block from) throws IOException {
    block = from;
    length = file.dataLength(from);
    if (bytes.length < length) {
      bytes = new byte[length + length / 8];
    }
    file.read(from, bytes);
    values = null;
  }

  /**
   * Puts the next operations into a batch, which is whole if nothing is wrong with them nor with
   * the block.
   *
   * @return whether more may follow
   */
  boolean parse(OperationBatch into) {
    var scalars = new Scalars();
    into.clear(scalars);
    into.isFirst = values == null;
    if (into.isFirst) {
      if (!block.isWhole(bytes, length)) {
        return false;
      }
      values = new FressianParser(bytes, 0, length, block.dataAt());
      tokens = Tokens.of(values, scalars);
      parser = new OperationParser(tokens);
      usual = new UsualOperations();
    }
    usual.into(into, scalars);
    tokens.into(scalars);
    try {
      var goesOn = true;
      while (goesOn && into.size() < BATCH) {
        goesOn = values.usualOperation(usual) || into.addNext(parser);
      }
      into.isWhole = true;
      return goesOn && !values.isAtEnd();
    } catch (JacksonException | IOException e) {
      return false;
    }
  }
}
