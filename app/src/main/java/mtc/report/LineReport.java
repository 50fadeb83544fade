package mtc.report;

import java.io.PrintStream;

/** Lines about each input, printed as soon as the inputs before it are done. */
public abstract class LineReport implements Report {
  private final PrintStream out;

  LineReport(PrintStream out) {
    this.out = out;
  }

  /** All lines about one answer, each with its line feed; empty if there is nothing to say. */
  abstract String lines(Answer answer);

  /** The same, for those who also say what came of the other levels. */
  String lines(Answer answer, Answers input) {
    return lines(answer);
  }

  @Override
  public final Part on(Answers input) {
    var lines = new StringBuilder();
    for (var answer : input.all()) {
      lines.append(lines(answer, input));
    }
    var text = lines.toString();
    return () -> print(text);
  }

  final void print(String text) {
    out.print(text);
    out.flush();
  }

  @Override
  public void end() {}
}
