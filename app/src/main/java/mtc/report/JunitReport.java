package mtc.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import mtc.source.Output;
import mtc.verdict.Verdict;

/**
 * For the test view of a pipeline: JUnit's XML, as the systems that show it agree on it. A suite
 * per input, a case per level. A violation is a failure; a verdict that is unknown and an input
 * that cannot be read are errors, so that neither passes for a success; a level that the history
 * has no data for is skipped, and so is an input that is not to be checked.
 */
public final class JunitReport extends Document<JunitReport.Suite> {
  public JunitReport(Output output) {
    super(output);
  }

  /** What is said of one input. */
  static final class Suite {
    private final StringBuilder cases = new StringBuilder();
    private final String name;
    private int tests;
    private int failures;
    private int errors;
    private int skipped;
    private long millis;

    Suite(String name) {
      this.name = name;
    }

    void add(Answer answer) {
      tests++;
      switch (answer) {
        case Answer.Checked checked -> checked(checked);
        case Answer.Summarized summarized ->
            test("strongest: " + FixedWords.of(summarized.summary()), 0, outcomeOf(summarized));
        case Answer.LeftOut leftOut -> {
          skipped++;
          test(FixedWords.of(leftOut.level()), 0, element("skipped", "", leftOut.reason(), ""));
        }
        case Answer.Unread unread -> {
          skipped += unread.isSkipped() ? 1 : 0;
          errors += unread.isSkipped() ? 0 : 1;
          var level = unread.level() == null ? "read" : FixedWords.of(unread.level());
          var outcome =
              unread.isSkipped()
                  ? element("skipped", "", unread.told(), "")
                  : element("error", "unreadable", unread.told(), "");
          test(level, 0, outcome);
        }
      }
    }

    private String outcomeOf(Answer.Summarized summarized) {
      var shown = summarized.required() == null ? null : summarized.required().shown();
      var text = shown == null ? "" : TextReport.plain(shown);
      return switch (summarized.outcome()) {
        case VALID -> "";
        case INVALID -> {
          failures++;
          var kind = shown.verdict().anomalies().getFirst().kind().paperName();
          var message = summarized.failure() + ": " + anomalies(shown.verdict());
          yield element("failure", kind, message, text);
        }
        case UNKNOWN -> {
          errors++;
          yield element("error", "unknown", summarized.failure(), text);
        }
      };
    }

    private void checked(Answer.Checked checked) {
      var time = checked.checkMillis() + (tests == 1 ? checked.subject().readMillis() : 0);
      millis += time;
      var text = TextReport.plain(checked);
      test(
          checked.level(),
          time,
          switch (checked.verdict().outcome()) {
            case VALID -> "";
            case INVALID -> {
              failures++;
              var anomalies = anomalies(checked.verdict());
              yield element(
                  "failure",
                  checked.verdict().anomalies().getFirst().kind().paperName(),
                  anomalies,
                  text);
            }
            case UNKNOWN -> {
              errors++;
              yield element(
                  "error", "unknown", UnknownAdvice.reason(checked.verdict().open()), text);
            }
          });
    }

    private static String anomalies(Verdict verdict) {
      var names = new StringBuilder();
      for (var anomaly : verdict.anomalies()) {
        names.append(names.isEmpty() ? "" : ", ").append(anomaly.kind().paperName());
        names.append(" ×").append(anomaly.count());
      }
      return names.toString();
    }

    private void test(String level, long time, String outcome) {
      cases.append("    <testcase name=\"").append(level).append("\" classname=\"");
      cases.append(Markup.text(name)).append("\" time=\"").append(seconds(time)).append('"');
      cases.append(outcome.isEmpty() ? "/>\n" : ">\n" + outcome + "    </testcase>\n");
    }

    private static String element(String kind, String type, String message, String text) {
      var typeOf = type.isEmpty() ? "" : " type=\"" + type + "\"";
      return "      <%s%s message=\"%s\">%s</%s>\n"
          .formatted(kind, typeOf, Markup.text(message), body(text), kind);
    }

    /** What is printed, in its lines, as a test view shows it. */
    private static String body(String text) {
      var body = new StringBuilder();
      for (var line : text.split("\n", -1)) {
        body.append(body.isEmpty() ? "" : "\n");
        var cells = line.split("\t", -1);
        for (var i = 0; i < cells.length; i++) {
          body.append(i == 0 ? "" : "\t").append(Markup.text(cells[i]));
        }
      }
      return body.toString();
    }
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
  }

  @Override
  protected Suite part(Answers input) {
    var suite = new Suite(input.path());
    input.all().forEach(suite::add);
    return suite;
  }

  @Override
  protected void write(List<Suite> all, Output to) throws IOException {
    var tests = 0;
    var failures = 0;
    var errors = 0;
    var millis = 0L;
    var suites = new StringBuilder();
    for (var suite : all) {
      suites.append("  <testsuite name=\"").append(Markup.text(suite.name));
      suites.append("\" tests=\"").append(suite.tests);
      suites.append("\" failures=\"").append(suite.failures);
      suites.append("\" errors=\"").append(suite.errors);
      suites.append("\" skipped=\"").append(suite.skipped);
      suites.append("\" time=\"").append(seconds(suite.millis)).append("\">\n");
      suites.append(suite.cases).append("  </testsuite>\n");
      tests += suite.tests;
      failures += suite.failures;
      errors += suite.errors;
      millis += suite.millis;
    }
    var head =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="mtc" tests="%d" failures="%d" errors="%d" time="%s">
        """;
    write(
        head.formatted(tests, failures, errors, seconds(millis)) + suites + "</testsuites>\n",
        to.open());
  }
}
