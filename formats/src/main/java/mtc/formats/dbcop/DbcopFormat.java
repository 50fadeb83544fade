package mtc.formats.dbcop;

import java.io.IOException;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.bytes.ByteReader;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.Output;

/**
 * {@code history.bincode}: fixed-width little endian, lengths before everything, no magic number.
 */
public final class DbcopFormat implements WritableFormat {
  /** Five counts, then the length of the database's name. */
  private static final int HEADER = 6 * Long.BYTES;

  private static final int COUNTS = 5;

  @Override
  public String name() {
    return "dbcop";
  }

  @Override
  public String fileEnding() {
    return ".bincode";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.BINARY;
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder() || sample.files().isEmpty()) {
      return false;
    }
    var head = sample.files().getFirst().head();
    if (head.length < HEADER) {
      return false;
    }
    // No text has a zero byte, and these numbers are so small that most of their bytes are.
    for (var field = 0; field <= COUNTS; field++) {
      for (var high = 4; high < Long.BYTES; high++) {
        if (head[field * Long.BYTES + high] != 0) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var bytes = new ByteReader(input.open())) {
      new DbcopReader(bytes, into).read();
    }
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNTOLD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new DbcopWriter(output);
  }
}
