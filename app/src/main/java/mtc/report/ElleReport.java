package mtc.report;

import java.io.PrintStream;
import mtc.source.Printable;
import mtc.verdict.Verdict.Outcome;

/** The lines of elle-cli: an input, and whether it has all the consistency models asked for. */
public final class ElleReport implements Report {
  private final PrintStream out;

  public ElleReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public Part on(Answers input) {
    var line = Printable.text(input.path()) + " \t " + result(input) + "\n";
    return () -> out.print(line);
  }

  private static String result(Answers input) {
    var result = "true";
    for (var answer : input.all()) {
      if (!(answer instanceof Answer.Checked checked)) {
        result = result.equals("false") ? result : "unknown";
      } else if (checked.verdict().outcome() == Outcome.INVALID) {
        return "false";
      } else if (checked.verdict().outcome() == Outcome.UNKNOWN) {
        result = "unknown";
      }
    }
    return result;
  }

  @Override
  public void end() {
    out.flush();
  }
}
