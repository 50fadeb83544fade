package mtc.formats.text;

import java.io.IOException;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.bytes.LimitedLines;
import mtc.formats.bytes.TextParts;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.Output;

/**
 * Lines {@code r(key,value,session,transaction)} and {@code w(…)}, in one of two dialects that are
 * read alike.
 */
public final class OperationLinesFormat implements WritableFormat {
  /** Whose lines they are. */
  enum Dialect {
    /** All transactions are committed, and 0 is what every key holds at first. */
    POLYSI("polysi", Superfluous.UNREAD_ABORTED),

    /**
     * Plume's and IsoVista's: with -1 for the transaction of aborted operations, and with or
     * without a first transaction that writes 0 to every key.
     */
    PLUME("plume", Superfluous.UNTOLD_ABORTED);

    final String format;
    private final Superfluous leftOut;

    Dialect(String format, Superfluous leftOut) {
      this.format = format;
      this.leftOut = leftOut;
    }
  }

  private final Dialect dialect;

  private OperationLinesFormat(Dialect dialect) {
    this.dialect = dialect;
  }

  public static OperationLinesFormat polySi() {
    return new OperationLinesFormat(Dialect.POLYSI);
  }

  public static OperationLinesFormat plume() {
    return new OperationLinesFormat(Dialect.PLUME);
  }

  @Override
  public String name() {
    return dialect.format;
  }

  @Override
  public boolean recognises(Sample sample) {
    return OperationLines.areIn(sample)
        && OperationLines.arePlumes(sample) == (dialect == Dialect.PLUME);
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var in = new LimitedLines(input.open(), into.limits())) {
      new OperationLines(into).read(in, Runtime.getRuntime().availableProcessors(), TextParts.SIZE);
    }
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(dialect.leftOut);
  }

  @Override
  public HistoryWriter writer(Output output) throws IOException {
    return new OperationLinesWriter(output.open(), dialect);
  }
}
