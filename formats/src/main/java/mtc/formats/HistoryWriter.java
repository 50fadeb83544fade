package mtc.formats;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import mtc.history.History;

/**
 * Writes one history down, in one or more consecutive segments, so that a long one need never be in
 * memory as a whole. Segments follow each other in session order and in real time, and name keys,
 * sessions and values by the same scalars; dense numbers mean nothing across them.
 */
public interface HistoryWriter extends Closeable {
  /**
   * Writes a segment.
   *
   * @throws UnwritableException if the format has no way to hold it
   */
  void write(History segment) throws IOException;

  /**
   * What the format cannot hold as it is and was therefore mapped, a sentence each, with how to
   * read it back; empty if the file says all that the history did.
   */
  List<String> mappings();

  /** Finishes the output; without it the output is not complete. */
  @Override
  void close() throws IOException;
}
