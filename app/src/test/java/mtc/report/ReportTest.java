package mtc.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mtc.report.page.HtmlReport;
import mtc.verdict.Level;
import mtc.verdict.Stuck;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final OneFile file = new OneFile();
  private final PrintStream out = new PrintStream(file.bytes, true, StandardCharsets.UTF_8);

  private static Answers unread(int number, String path) {
    return new Answers(path, number, List.of(new Answer.Unread(path, "gone", "")));
  }

  private String said() {
    return file.toString();
  }

  @Test
  void linesAreSaidWhenTheTurnOfTheirInputHasCome() {
    var report = new JsonReport(out, "1.2.3");
    var second = report.on(unread(1, "b"));
    var first = report.on(unread(0, "a"));
    assertEquals("", said());
    first.say();
    second.say();
    assertEquals(
        """
        {"file":"a","error":{"message":"gone","at":""},"version":"1.2.3","schema":"mtc-check-1"}
        {"file":"b","error":{"message":"gone","at":""},"version":"1.2.3","schema":"mtc-check-1"}
        """,
        said());
  }

  @Test
  void aDocumentIsWrittenWhenAllInputsHaveHadTheirSay() throws IOException {
    var report = new HtmlReport(file);
    var second = report.on(unread(1, "second.edn"));
    var first = report.on(unread(0, "first.edn"));
    first.say();
    second.say();
    assertEquals("", said());
    report.end();
    assertTrue(said().indexOf("first.edn") < said().indexOf("second.edn"), said());
  }

  @Test
  void whatHasNoVerdictHasNoLineOfText() {
    var text = new TextReport(out, TextReport.Detail.VERBOSE, false);
    var leftOut = new Answer.LeftOut("h", Level.LIN, "it has lists");
    text.on(new Answers("h", 0, List.of(leftOut, new Answer.Unread("h", "gone", "")))).say();
    assertEquals("", said());
  }

  @Test
  void theClassIsFoundOutOnlyForWhoTellsIt() {
    var log = new Log().begin(0).r("x", 1).ok();
    var asked = new int[1];
    var subject =
        new Subject(
            "h",
            log.builder.build(),
            new Inquiry() {
              @Override
              public String historyClass() {
                asked[0]++;
                return "mt";
              }

              @Override
              public Stuck stuck(int key) {
                throw new AssertionError("nobody asks");
              }
            },
            0);
    var verdict = Log.writeSkew().verdict();
    var answer = new Answer.Checked(subject, verdict, 0);
    var plain = new TextReport(out, TextReport.Detail.QUIET, false);
    plain.on(new Answers("h", 0, List.of(answer)));
    assertEquals(0, asked[0]);
    assertEquals("mt", subject.historyClass());
    assertEquals("mt", subject.historyClass());
    assertEquals(1, asked[0]);
  }
}
