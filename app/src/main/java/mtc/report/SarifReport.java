package mtc.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mtc.source.Output;
import mtc.source.Quoted;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Verdict;

/**
 * For code-scanning views: SARIF 2.1.0. A result per counterexample, at the line of its first
 * transaction; a verdict that is unknown is a result of kind {@code open}; an input that could not
 * be read is a notification of the run, which then did not succeed.
 */
public final class SarifReport extends Document<SarifReport.Results> {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final String version;

  public SarifReport(Output output, String version) {
    super(output);
    this.version = version;
  }

  /** What is said of one input. */
  static final class Results {
    final List<String> results = new ArrayList<>();
    final List<String> notifications = new ArrayList<>();
    final Map<String, AnomalyKind> rules = new TreeMap<>();
    boolean hasFailed;

    void add(Answer answer) {
      switch (answer) {
        case Answer.Checked checked -> checked(checked);
        case Answer.Summarized summarized -> summarized(summarized);
        case Answer.LeftOut _ -> {}
        case Answer.Unread unread -> {
          var line = unread.at().replaceFirst("^(\\d+).*", "$1");
          notifications.add(
              "{\"level\":\""
                  + (unread.isSkipped() ? "note" : "error")
                  + "\",\"message\":{\"text\":"
                  + quoted(unread.message())
                  + "},\"locations\":["
                  + location(unread.path(), line.matches("\\d+") ? line : "")
                  + "]}");
          hasFailed |= !unread.isSkipped();
        }
      }
    }

    private void checked(Answer.Checked checked) {
      for (var anomaly : checked.verdict().anomalies()) {
        rules.put(anomaly.kind().paperName(), anomaly.kind());
        for (var example : anomaly.examples()) {
          results.add(
              result(anomaly.kind().paperName(), "", message(checked, anomaly))
                  + location(checked, example)
                  + "]}");
        }
      }
      if (checked.verdict().outcome() == Verdict.Outcome.UNKNOWN) {
        open(
            checked.path(),
            checked.level() + " is unknown: " + UnknownAdvice.reason(checked.verdict().open()));
      }
    }

    private void open(String path, String reason) {
      results.add(
          result("Unknown", "\"kind\":\"open\",\"level\":\"none\",", reason)
              + location(path, "")
              + "]}");
    }

    /** What must hold and does not is shown as if it had been asked for alone. */
    private void summarized(Answer.Summarized summarized) {
      var shown = summarized.required() == null ? null : summarized.required().shown();
      if (shown != null) {
        checked(shown);
      } else if (summarized.outcome() == Verdict.Outcome.UNKNOWN) {
        open(summarized.path(), summarized.failure());
      }
    }

    private static String message(Answer.Checked checked, Anomaly anomaly) {
      return "%s violates %s%n%s"
          .formatted(anomaly.kind().paperName(), checked.level(), TextReport.plain(checked));
    }

    private static String result(String rule, String kind, String message) {
      var level = kind.isEmpty() ? "\"level\":\"error\"," : kind;
      return "{\"ruleId\":"
          + quoted(rule)
          + ","
          + level
          + "\"message\":{\"text\":"
          + quoted(message)
          + "},\"locations\":[";
    }

    /** The line of its first transaction, where the log has lines. */
    private static String location(Answer.Checked checked, Anomaly.Example example) {
      var line = "";
      for (var t : example.transactions()) {
        if (line.isEmpty() && t >= 0) {
          line = checked.subject().place(t).replaceFirst("^line (\\d+)$", "$1");
        }
      }
      return location(checked.path(), line.matches("\\d+") ? line : "");
    }

    private static String location(String path, String line) {
      var region = line.isEmpty() ? "" : ",\"region\":{\"startLine\":" + line + "}";
      return "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":"
          + quoted(uri(path))
          + "}"
          + region
          + "}}";
    }
  }

  @Override
  protected Results part(Answers input) {
    var results = new Results();
    input.all().forEach(results::add);
    return results;
  }

  @Override
  protected void write(List<Results> all, Output to) throws IOException {
    var rules = new TreeMap<String, AnomalyKind>();
    var results = new ArrayList<String>();
    var notifications = new ArrayList<String>();
    for (var ofInput : all) {
      rules.putAll(ofInput.rules);
      results.addAll(ofInput.results);
      notifications.addAll(ofInput.notifications);
    }
    var described = new ArrayList<String>();
    rules.forEach((name, kind) -> {
      described.add(
          "{\"id\":%s,\"shortDescription\":{\"text\":%s}}"
              .formatted(quoted(name), quoted(name + " (" + kind.elleName() + ")")));
    });
    var text =
        """
        {"$schema":%s,"version":"2.1.0","runs":[{
        "tool":{"driver":{"name":"mtc","version":%s,"rules":[%s]}},
        "invocations":[{"executionSuccessful":%b,"toolExecutionNotifications":[%s]}],
        "results":[
        %s
        ]}]}
        """
            .formatted(
                quoted(SCHEMA),
                quoted(version),
                String.join(",", described),
                all.stream().noneMatch(ofInput -> ofInput.hasFailed),
                String.join(",\n", notifications),
                String.join(",\n", results));
    write(text, to.open());
  }

  private static String quoted(String text) {
    var json = new StringBuilder();
    Quoted.json(text, json);
    return json.toString();
  }

  /** A path as a relative or absolute reference: what a URI may not hold is percent-encoded. */
  private static String uri(String path) {
    var uri = new StringBuilder(path.startsWith("/") ? "file://" : "");
    for (var b : path.getBytes(StandardCharsets.UTF_8)) {
      var c = (char) (b & 0xFF);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || "/._-~".indexOf(c) >= 0)) {
        uri.append(c);
      } else {
        uri.append('%')
            .append(Integer.toHexString(0x100 | c).substring(1).toUpperCase(java.util.Locale.ROOT));
      }
    }
    return uri.toString();
  }
}
