package mtc.formats.jepsen;

import java.io.IOException;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.bytes.LimitedLines;
import mtc.history.HistoryBuilder;
import mtc.source.Counted;
import mtc.source.Input;

/**
 * {@code history.txt}, which Jepsen writes for people: without times, but in the order of events.
 */
public final class TextFormat implements Format {
  @Override
  public String name() {
    return "jepsen-text";
  }

  @Override
  public boolean recognises(Sample sample) {
    return !sample.isFolder()
        && TextOperations.beginsWithOperation(sample.files().getFirst().head());
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var bytes = new LimitedLines(input.open(), into.limits())) {
      var operations = new TextOperations(bytes, into.scalars());
      new JepsenReader(operations, into).read();
      if (operations.continuations() > 0) {
        into.note(
            Counted.of(
                operations.continuations(),
                "line",
                "is no operation and was taken for more of an error",
                "are no operations and were taken for more of errors"));
      }
    }
  }
}
