package mtc.formats.jepsen;

import java.io.IOException;
import mtc.formats.Format;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.source.Counted;
import mtc.source.Input;

/** {@code test.jepsen}, which Jepsen writes while a test runs: all that a crashed one leaves. */
public final class BlockFormat implements Format {
  @Override
  public String name() {
    return "jepsen-binary";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.BINARY;
  }

  @Override
  public boolean recognises(Sample sample) {
    return !sample.isFolder() && BlockFile.isBlockFile(sample.files().getFirst().head());
  }

  @Override
  public boolean toleratesWriters() {
    return true;
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var file = new BlockFile(input.openSeekable())) {
      into.positionUnit(History.PositionUnit.BYTE);
      var test = StoredTest.of(file);
      var cores = Runtime.getRuntime().availableProcessors();
      try (var operations = new StoredOperations(file, test, into.scalars(), cores)) {
        new JepsenReader(operations, into).read();
        if (test.note() != null) {
          into.note(test.note());
        }
        tellUnfinished(test, operations, into);
      }
    }
  }

  private static void tellUnfinished(StoredTest test, StoredOperations read, HistoryBuilder into) {
    if (test.test().results == TestMap.NONE) {
      var rest =
          read.unsealedCount() == 0
              ? ""
              : ", and "
                  + read.unsealedCount()
                  + (read.unsealedCount() == 1 ? " more was" : " more were")
                  + " read from the rest, which has no checksum";
      into.note(
          "the test has no results (it runs, crashed, or was not analysed): "
              + Counted.of(read.sealedCount(), "operation", "is", "are")
              + " in sealed chunks"
              + rest);
    }
    if (read.unreadBytes() > 0) {
      into.note(
          "its last "
              + Counted.of(read.unreadBytes(), "byte", "holds", "hold")
              + " no whole operation");
    }
  }
}
