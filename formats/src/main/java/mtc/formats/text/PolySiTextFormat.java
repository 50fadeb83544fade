package mtc.formats.text;

import java.io.IOException;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.Output;

/** PolySI's text: all transactions are committed, and 0 is what every key holds at first. */
public final class PolySiTextFormat implements WritableFormat {
  @Override
  public String name() {
    return "polysi";
  }

  @Override
  public boolean recognises(Sample sample) {
    return OperationLines.areIn(sample) && !OperationLines.arePlumes(sample);
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var in = input.open()) {
      new OperationLines(into).read(in, Runtime.getRuntime().availableProcessors());
    }
  }

  @Override
  public boolean writesFolder() {
    return false;
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNREAD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) throws IOException {
    return new OperationLinesWriter(output.open(), OperationLinesWriter.Dialect.POLYSI);
  }
}
