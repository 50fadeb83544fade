package mtc.report;

import java.io.PrintStream;

/** For scripts: one object per line, per input and level. */
public final class JsonReport extends LineReport {
  public JsonReport(PrintStream out) {
    super(out);
  }

  @Override
  String lines(Answer answer) {
    return JsonLine.render(answer);
  }
}
