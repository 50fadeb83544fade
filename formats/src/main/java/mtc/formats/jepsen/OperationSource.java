package mtc.formats.jepsen;

import java.io.Closeable;
import java.io.IOException;
import tools.jackson.core.JacksonException;

/** Where the operations of a history come from, in the order of the file. */
interface OperationSource extends Closeable {
  /** Fills in the next operation; false at the end. */
  boolean next(Operation into) throws IOException;

  /**
   * Puts keys that operations to come will likely name, as far as they are known and there is room;
   * how many. None is told twice.
   */
  default int keysAhead(int[] keys) {
    return 0;
  }

  /** What a parser's exception is to a user. */
  IOException asInputError(JacksonException e);

  /** Stops reading ahead; the input itself is closed by who opened it. */
  @Override
  default void close() {}
}
