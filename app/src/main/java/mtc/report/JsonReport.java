package mtc.report;

import java.io.PrintStream;
import java.util.List;

/** For scripts: one object per line, per input and level. */
public final class JsonReport extends LineReport {
  private final String version;

  /** With the version of mtc, which every object names. */
  public JsonReport(PrintStream out, String version) {
    super(out);
    this.version = version;
  }

  @Override
  String lines(Answer answer) {
    return lines(answer, new Answers(answer.path(), 0, List.of()));
  }

  @Override
  String lines(Answer answer, Answers input) {
    return JsonLine.render(answer, input, version);
  }
}
