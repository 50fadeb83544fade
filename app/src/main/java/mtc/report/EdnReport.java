package mtc.report;

import java.io.PrintStream;

/** For those who know Elle's results: one map per line, per input and level. */
public final class EdnReport extends LineReport {
  public EdnReport(PrintStream out) {
    super(out);
  }

  @Override
  String lines(Answer answer) {
    return EdnLine.render(answer);
  }
}
