package mtc.report;

import java.util.List;
import mtc.history.History;
import mtc.history.Run;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Quoted;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/**
 * An answer as one JSON object; its fields are a promise to scripts.
 *
 * <p>Written by hand, not through a JSON library: it is a dozen fixed fields, and a library's
 * factories would cost a small history's whole start-up.
 */
public final class JsonLine {
  /** Beyond this, JavaScript and jq round numbers, and two values could look like one. */
  private static final long LARGEST_EXACT = 1L << 53;

  /** The name of what docs/check.schema.json describes. */
  private static final String SCHEMA = "mtc-check-1";

  private final StringBuilder json = new StringBuilder(256);

  private JsonLine() {}

  /** A line, with its line feed; a level that was left out is told with the others. */
  static String render(Answer answer, Answers input, String version) {
    var line = new JsonLine();
    switch (answer) {
      case Answer.Checked checked -> line.checked(checked, input, version);
      case Answer.Unread unread -> line.unread(unread, version);
      case Answer.Summarized summarized -> line.summarized(summarized, version);
      case Answer.LeftOut _ -> {
        return "";
      }
    }
    return line.json.append('\n').toString();
  }

  /** An input that could not be read, whatever was to be done with it. */
  public static String render(Answer.Unread unread, String version) {
    return render(unread, null, version);
  }

  /** What is in a history. */
  public static String render(Inspection inspection) {
    var line = new JsonLine();
    line.inspected(inspection);
    return line.json.append('\n').toString();
  }

  private void inspected(Inspection inspection) {
    var subject = inspection.subject();
    var history = subject.history();
    field('{', "file").string(subject.path());
    field(',', "format").string(history.format());
    field(',', "history").history(subject);
    field(',', "operations").operations(Inspection.Operations.of(history));
    field(',', "values").number(inspection.valueCount());
    field(',', "realTime").truth(history.hasRealTime());
    field(',', "clock").truth(history.hasClock());
    field(',', "withoutRealTime");
    if (history.hasRealTime()) {
      json.append("null");
    } else {
      string(history.withoutRealTime());
    }
    field(',', "run").run(subject.run());
    field(',', "notes").notes(history);
    field(',', "obstacles").obstacles(inspection);
    field(',', "millis");
    field('{', "read").number(subject.readMillis());
    field(',', "classify").number(inspection.millis());
    json.append("}}");
  }

  private void run(Run run) {
    if (run == null) {
      json.append("null");
      return;
    }
    field('{', "name").orNull(run.name());
    field(',', "start").orNull(run.start());
    field(',', "workload").orNull(run.workload());
    field(',', "own");
    if (run.own() == null) {
      json.append("null}");
      return;
    }
    field('{', "valid");
    json.append(run.own().valid());
    field(',', "anomalies");
    json.append('[');
    for (var anomaly : run.own().anomalies()) {
      comma();
      string(anomaly);
    }
    json.append(']');
    field(',', "file").string(run.own().file());
    json.append("}}");
  }

  private void orNull(String text) {
    if (text == null) {
      json.append("null");
    } else {
      string(text);
    }
  }

  private void operations(Inspection.Operations operations) {
    field('{', "reads").number(operations.reads());
    field(',', "writes").number(operations.writes());
    field(',', "listReads").number(operations.listReads());
    field(',', "appends").number(operations.appends());
    field(',', "failedComparisons").number(operations.failedComparisons());
    field(',', "unknownReads").number(operations.unknownReads());
    json.append('}');
  }

  private void obstacles(Inspection inspection) {
    var subject = inspection.subject();
    json.append('[');
    for (var found : inspection.classification().obstacles()) {
      comma();
      field('{', "obstacle").string(FixedWords.of(found.obstacle()));
      field(',', "why").string(found.obstacle().description());
      field(',', "count").number(found.count());
      field(',', "transactions").number(found.transactions());
      field(',', "first").transaction(subject, subject.history(), found.firstTransaction());
      field(',', "operation");
      if (found.firstOperation() < 0) {
        json.append("null");
      } else {
        operation(subject.history(), found.firstOperation());
      }
      json.append('}');
    }
    json.append(']');
  }

  private void truth(boolean value) {
    json.append(value);
  }

  private void summarized(Answer.Summarized report, String version) {
    field('{', "file").string(report.path());
    field(',', "strongest").levels(report.summary().holding());
    field(',', "violated");
    json.append('[');
    for (var failure : report.summary().failing()) {
      comma();
      field('{', "level").string(FixedWords.of(failure.level()));
      field(',', "anomaly").string(failure.anomaly().kind().paperName());
      field(',', "elle").string(failure.anomaly().elleName());
      json.append('}');
    }
    json.append(']');
    field(',', "undecided").levels(report.summary().open());
    if (report.required() != null) {
      field(',', "required");
      field('{', "level").string(report.required().level());
      field(',', "verdict").string(FixedWords.of(report.required().outcome()));
      json.append('}');
    }
    made(version);
    json.append('}');
  }

  private void levels(List<Level> levels) {
    json.append('[');
    for (var level : levels) {
      comma();
      string(FixedWords.of(level));
    }
    json.append(']');
  }

  private void unread(Answer.Unread report, String version) {
    field('{', "file").string(report.path());
    if (report.level() != null) {
      field(',', "level").string(FixedWords.of(report.level()));
    }
    field(',', "error");
    field('{', "message").string(report.message());
    field(',', "at").string(report.at());
    json.append('}');
    made(version);
    json.append('}');
  }

  private void checked(Answer.Checked report, Answers input, String version) {
    var subject = report.subject();
    var verdict = report.verdict();
    field('{', "file").string(subject.path());
    field(',', "format").string(subject.history().format());
    field(',', "level").string(report.level());
    field(',', "verdict").string(FixedWords.of(verdict.outcome()));
    field(',', "history").history(subject);
    field(',', "anomalies").anomalies(subject, verdict.anomalies());
    field(',', "unknown");
    if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
      open(subject, verdict.open());
    } else {
      json.append("null");
    }
    field(',', "notes").notes(subject.history());
    field(',', "skipped").skipped(input);
    field(',', "millis");
    field('{', "read").number(subject.readMillis());
    field(',', "check").number(report.checkMillis());
    json.append('}');
    made(version);
    json.append('}');
  }

  /** Which program wrote this, and which schema it keeps to. */
  private void made(String version) {
    field(',', "version").string(version);
    field(',', "schema").string(SCHEMA);
  }

  private void notes(History history) {
    json.append('[');
    for (var note : history.notes()) {
      comma();
      string(note);
    }
    json.append(']');
  }

  private void skipped(Answers input) {
    json.append('[');
    for (var answer : input.all()) {
      if (answer instanceof Answer.LeftOut leftOut) {
        comma();
        field('{', "level").string(FixedWords.of(leftOut.level()));
        field(',', "reason").string(leftOut.reason());
        json.append('}');
      }
    }
    json.append(']');
  }

  private void history(Subject subject) {
    var history = subject.history();
    field('{', "transactions").number(history.transactionCount());
    field(',', "committed").number(subject.count(Status.COMMITTED));
    field(',', "aborted").number(subject.count(Status.ABORTED));
    field(',', "indeterminate").number(subject.count(Status.INDETERMINATE));
    field(',', "sessions").number(history.sessionCount());
    if (history.partCount() > 1) {
      field(',', "processes").number(history.processCount());
    }
    field(',', "keys").number(history.keyCount());
    field(',', "operations").number(history.operationCount());
    field(',', "class").string(subject.historyClass());
    if (history.workload() != null) {
      field(',', "workload").string(history.workload());
    }
    json.append('}');
  }

  private void anomalies(Subject subject, List<Anomaly> anomalies) {
    json.append('[');
    for (var anomaly : anomalies) {
      comma();
      field('{', "name").string(anomaly.kind().paperName());
      field(',', "elle").string(anomaly.elleName());
      field(',', "count").number(anomaly.count());
      field(',', "examples").examples(subject, anomaly);
      json.append('}');
    }
    json.append(']');
  }

  private void examples(Subject subject, Anomaly anomaly) {
    var explanation = new Explanation(subject);
    json.append('[');
    for (var example : anomaly.examples()) {
      comma();
      field('{', "transactions").transactions(subject, example.transactions());
      field(',', "cycle").cycle(subject, explanation, example.cycle());
      if (!example.alternatives().isEmpty()) {
        field(',', "alternatives").alternatives(subject, explanation, example.alternatives());
      }
      var fault = explanation.fault(anomaly, example);
      if (!fault.isEmpty()) {
        field(',', "why").string(fault);
      }
      json.append('}');
    }
    json.append(']');
  }

  private void alternatives(
      Subject subject, Explanation explanation, List<List<Edge>> alternatives) {
    json.append('[');
    for (var cycle : alternatives) {
      comma();
      cycle(subject, explanation, cycle);
    }
    json.append(']');
  }

  private void cycle(Subject subject, Explanation explanation, List<Edge> cycle) {
    json.append('[');
    for (var edge : cycle) {
      comma();
      field('{', "from").transaction(subject, edge.from());
      field(',', "to").transaction(subject, edge.to());
      field(',', "type").string(FixedWords.of(edge.type()));
      field(',', "key");
      if (edge.key() < 0) {
        json.append("null");
      } else {
        scalar(subject.history().scalars(), subject.history().keyName(edge.key()));
      }
      field(',', "why").string(explanation.why(edge));
      if (edge.assumed()) {
        field(',', "assumed");
        json.append("true");
      }
      if (!edge.because().isEmpty()) {
        field(',', "because").cycle(subject, explanation, edge.because());
      }
      json.append('}');
    }
    json.append(']');
  }

  private void open(Subject subject, Verdict.Open open) {
    field('{', "reason").string(UnknownAdvice.reason(open));
    field(',', "keys");
    json.append('[');
    for (var key : open.keys()) {
      comma();
      scalar(subject.history().scalars(), subject.history().keyName(key));
    }
    json.append(']');
    field(',', "transactions").transactions(subject, open.transactions());
    json.append('}');
  }

  // Transactions.

  private void transactions(Subject subject, int[] transactions) {
    json.append('[');
    for (var t : transactions) {
      if (t != Edge.INITIAL) {
        comma();
        transaction(subject, subject.history(), t);
      }
    }
    json.append(']');
  }

  private void transaction(Subject subject, History history, int t) {
    field('{', "id").number(subject.number(t));
    field(',', "session");
    if (history.session(t) == History.NO_SESSION) {
      json.append("null");
    } else {
      scalar(history.scalars(), history.processName(history.session(t)));
    }
    field(',', "status").string(FixedWords.of(history.status(t)));
    field(',', "at").string(subject.place(t));
    field(',', "ops");
    json.append('[');
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      comma();
      operation(history, op);
    }
    json.append("]}");
  }

  private void operation(History history, int op) {
    json.append("[\"").append(FixedWords.ofOperation(history.kind(op))).append("\",");
    scalar(history.scalars(), history.keyName(history.key(op)));
    var value = history.value(op);
    if (history.kind(op) == History.READ_LIST) {
      json.append(",[");
      for (var i = 0; i < history.listSize(value); i++) {
        comma();
        scalar(history.scalars(), history.listElement(value, i));
      }
      json.append(']');
    } else if (value != Scalars.UNKNOWN) {
      json.append(',');
      scalar(history.scalars(), value);
    }
    json.append(']');
  }

  private void transaction(Subject subject, int t) {
    if (t == Edge.INITIAL) {
      json.append("null");
    } else {
      number(subject.number(t));
    }
  }

  // JSON.

  private JsonLine field(char before, String name) {
    json.append(before).append('"').append(name).append("\":");
    return this;
  }

  /** Separates the elements of an array. */
  private void comma() {
    if (json.charAt(json.length() - 1) != '[') {
      json.append(',');
    }
  }

  private void number(long value) {
    json.append(value);
  }

  private void scalar(Scalars scalars, int code) {
    switch (scalars.kind(code)) {
      case UNKNOWN, NIL -> json.append("null");
      case INTEGER -> {
        var value = scalars.longValue(code);
        if (Math.abs(value) <= LARGEST_EXACT && value != Long.MIN_VALUE) {
          json.append(value);
        } else {
          json.append('"').append(value).append('"');
        }
      }
      case BOOLEAN -> json.append(scalars.textValue(code));
      case STRING, BIG_INTEGER, DECIMAL -> string(scalars.textValue(code));
      case HASH -> string(scalars.render(code));
      case KEYWORD, RATIO, SYMBOL, CHARACTER, TAGGED -> string(scalars.edn(code));
    }
  }

  private void string(String text) {
    Quoted.json(text, json);
  }
}
