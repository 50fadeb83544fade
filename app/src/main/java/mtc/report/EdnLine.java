package mtc.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Printable;
import mtc.source.Quoted;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/**
 * An answer as one EDN map of the shape of Elle's results, with what only we say under {@code
 * :mtc/…}.
 */
final class EdnLine {
  private final StringBuilder edn = new StringBuilder(256);

  private EdnLine() {}

  /** A line, with its line feed; nothing of a level that was left out. */
  static String render(Answer answer) {
    var line = new EdnLine();
    switch (answer) {
      case Answer.Checked checked -> line.checked(checked);
      case Answer.Unread unread -> line.unread(unread);
      case Answer.Summarized summarized -> line.summarized(summarized);
      case Answer.LeftOut _ -> {
        return "";
      }
    }
    return line.edn.append('\n').toString();
  }

  private void summarized(Answer.Summarized report) {
    var refuted = ElleModels.refutedBy(report.summary());
    edn.append('{');
    if (report.required() != null) {
      var verdict = report.required().outcome();
      edn.append(":valid? ").append(valid(verdict)).append(", :mtc/required {:level :");
      edn.append(report.required().level()).append(", :verdict :").append(FixedWords.of(verdict));
      edn.append("}, ");
    }
    edn.append(":mtc/file ");
    string(report.path());
    edn.append(", :mtc/strongest [");
    levels(report.summary().holding());
    edn.append("], :mtc/violated [");
    for (var failure : report.summary().failing()) {
      space().append("{:level :").append(FixedWords.of(failure.level()));
      edn.append(", :name :").append(failure.anomaly().kind().paperName());
      edn.append(", :elle :").append(failure.anomaly().elleName()).append('}');
    }
    edn.append("], :mtc/undecided [");
    levels(report.summary().open());
    edn.append(']');
    models(":not", refuted);
    models(":also-not", ElleModels.strongerThan(refuted));
    edn.append('}');
  }

  private void levels(List<Level> levels) {
    for (var level : levels) {
      space().append(':').append(FixedWords.of(level));
    }
  }

  private void unread(Answer.Unread report) {
    edn.append("{:valid? :unknown, :mtc/file ");
    string(report.path());
    edn.append(", :mtc/error {:message ");
    string(report.message());
    edn.append(", :at ");
    string(report.at());
    edn.append("}}");
  }

  private void checked(Answer.Checked report) {
    var subject = report.subject();
    var verdict = report.verdict();
    edn.append("{:valid? ").append(valid(verdict.outcome()));
    if (!verdict.anomalies().isEmpty()) {
      anomalies(subject, verdict);
    }
    edn.append(", :mtc/file ");
    string(subject.path());
    edn.append(", :mtc/format :").append(subject.history().format());
    edn.append(", :mtc/level :").append(report.level());
    history(subject);
    if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
      open(subject, verdict.open());
    }
    edn.append(", :mtc/millis {:read ").append(subject.readMillis());
    edn.append(", :check ").append(report.checkMillis()).append("}}");
  }

  private static String valid(Verdict.Outcome outcome) {
    return switch (outcome) {
      case VALID -> "true";
      case INVALID -> "false";
      case UNKNOWN -> ":unknown";
    };
  }

  private void history(Subject subject) {
    var history = subject.history();
    edn.append(", :mtc/history {:transactions ").append(history.transactionCount());
    edn.append(", :committed ").append(subject.count(Status.COMMITTED));
    edn.append(", :aborted ").append(subject.count(Status.ABORTED));
    edn.append(", :indeterminate ").append(subject.count(Status.INDETERMINATE));
    edn.append(", :sessions ").append(history.sessionCount());
    if (history.partCount() > 1) {
      edn.append(", :processes ").append(history.processCount());
    }
    edn.append(", :keys ").append(history.keyCount());
    edn.append(", :operations ").append(history.operationCount());
    edn.append(", :class :").append(subject.historyClass());
    if (subject.history().workload() != null) {
      edn.append(", :workload :").append(subject.history().workload());
    }
    edn.append('}');
  }

  /** Several of our kinds have one name in Elle: their examples stand together under it. */
  private void anomalies(Subject subject, Verdict verdict) {
    var byElleName = new LinkedHashMap<String, StringBuilder>();
    for (var anomaly : verdict.anomalies()) {
      var examples = byElleName.computeIfAbsent(anomaly.elleName(), _ -> new StringBuilder());
      for (var example : anomaly.examples()) {
        examples.append(examples.isEmpty() ? "" : " ").append(example(subject, anomaly, example));
      }
    }
    edn.append(", :anomaly-types [");
    for (var name : byElleName.keySet()) {
      space().append(':').append(name);
    }
    edn.append("], :anomalies {");
    for (var entry : byElleName.entrySet()) {
      edn.append(edn.charAt(edn.length() - 1) == '{' ? ":" : ", :").append(entry.getKey());
      edn.append(" [").append(entry.getValue()).append(']');
    }
    edn.append('}');
    models(":not", ElleModels.refutedBy(verdict));
    models(":also-not", ElleModels.strongerThan(ElleModels.refutedBy(verdict)));
    edn.append(", :mtc/anomalies [");
    for (var anomaly : verdict.anomalies()) {
      space().append("{:name :").append(anomaly.kind().paperName());
      edn.append(", :elle :").append(anomaly.elleName());
      edn.append(", :count ").append(anomaly.count()).append('}');
    }
    edn.append(']');
  }

  private void models(String name, Set<String> models) {
    edn.append(", ").append(name).append(" #{");
    for (var model : models) {
      edn.append(edn.charAt(edn.length() - 1) == '{' ? ":" : " :").append(model);
    }
    edn.append('}');
  }

  // Examples.

  private static StringBuilder example(Subject subject, Anomaly anomaly, Anomaly.Example example) {
    var line = new EdnLine();
    if (example.cycle().isEmpty()) {
      line.singleRead(subject, anomaly, example);
    } else {
      line.cycle(subject, anomaly, example);
    }
    return line.edn;
  }

  private void singleRead(Subject subject, Anomaly anomaly, Anomaly.Example example) {
    var explanation = new Explanation(subject);
    var op = example.operation();
    var reader = op < 0 ? -1 : subject.owner(example.transactions(), op);
    edn.append('{');
    if (reader >= 0) {
      edn.append(":op ");
      transaction(subject, reader);
      edn.append(", :mop ");
      operation(subject.history(), op);
      edn.append(", ");
    }
    for (var t : example.transactions()) {
      if (t != reader && t != Edge.INITIAL) {
        edn.append(":writer ");
        transaction(subject, t);
        edn.append(", ");
        break;
      }
    }
    edn.append(":type :").append(anomaly.elleName());
    edn.append(", :mtc/name :").append(anomaly.kind().paperName()).append(", :mtc/why ");
    string(explanation.fault(anomaly, example));
    edn.append('}');
  }

  /** As in Elle, the cycle ends with the transaction that it began with. */
  private void cycle(Subject subject, Anomaly anomaly, Anomaly.Example example) {
    var explanation = new Explanation(subject);
    edn.append("{:cycle [");
    for (var edge : example.cycle()) {
      space();
      transaction(subject, edge.from());
    }
    space();
    transaction(subject, example.cycle().getLast().to());
    edn.append("], :steps [");
    steps(subject, explanation, example.cycle());
    if (!example.alternatives().isEmpty()) {
      edn.append("], :mtc/alternatives [");
      for (var cycle : example.alternatives()) {
        space().append('[');
        steps(subject, explanation, cycle);
        edn.append(']');
      }
    }
    edn.append("], :type :").append(anomaly.elleName());
    edn.append(", :mtc/name :").append(anomaly.kind().paperName()).append('}');
  }

  private void steps(Subject subject, Explanation explanation, List<Edge> cycle) {
    for (var edge : cycle) {
      space();
      step(subject, explanation, edge);
    }
  }

  private void step(Subject subject, Explanation explanation, Edge edge) {
    var history = subject.history();
    edn.append("{:type :").append(elleType(edge.type()));
    if (edge.key() >= 0) {
      edn.append(", :key ").append(spelt(history.scalars(), history.keyName(edge.key())));
      edn.append(", :value ").append(spelt(history.scalars(), edge.fromValue()));
      if (edge.type() != EdgeType.WR) {
        edn.append(", :value' ").append(spelt(history.scalars(), edge.toValue()));
      }
    } else if (edge.type() == EdgeType.SO) {
      edn.append(", :process ").append(session(history, edge.to()));
    }
    edn.append(edge.assumed() ? ", :mtc/assumed true" : "").append(", :mtc/why ");
    string(explanation.why(edge));
    if (!edge.because().isEmpty()) {
      edn.append(", :mtc/because [");
      steps(subject, explanation, edge.because());
      edn.append(']');
    }
    edn.append('}');
  }

  private static String elleType(EdgeType type) {
    return switch (type) {
      case SO -> "process";
      case RT -> "realtime";
      case WR, WW, RW -> FixedWords.of(type);
    };
  }

  private void open(Subject subject, Verdict.Open open) {
    var history = subject.history();
    edn.append(", :mtc/unknown {:reason ");
    string(UnknownAdvice.reason(open));
    edn.append(", :keys [");
    for (var key : open.keys()) {
      space().append(spelt(history.scalars(), history.keyName(key)));
    }
    edn.append("], :transactions [");
    for (var t : open.transactions()) {
      space();
      transaction(subject, t);
    }
    edn.append("]}");
  }

  // Transactions.

  private void transaction(Subject subject, int t) {
    if (t == Edge.INITIAL) {
      edn.append(":init");
      return;
    }
    var history = subject.history();
    edn.append("{:index ").append(subject.number(t));
    edn.append(", :type :").append(completion(history.status(t)));
    edn.append(", :process ").append(session(history, t)).append(", :f :txn, :value [");
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      space();
      operation(history, op);
    }
    edn.append("], :mtc/at ");
    string(subject.place(t));
    edn.append('}');
  }

  private static String completion(Status status) {
    return switch (status) {
      case COMMITTED -> "ok";
      case ABORTED -> "fail";
      case INDETERMINATE -> "info";
    };
  }

  private static String session(History history, int t) {
    var session = history.session(t);
    return session == History.NO_SESSION
        ? "nil"
        : spelt(history.scalars(), history.processName(session));
  }

  private void operation(History history, int op) {
    var scalars = history.scalars();
    edn.append("[:").append(FixedWords.ofOperation(history.kind(op))).append(' ');
    edn.append(spelt(scalars, history.keyName(history.key(op)))).append(' ');
    var value = history.value(op);
    if (history.kind(op) == History.READ_LIST) {
      edn.append('[');
      for (var i = 0; i < history.listSize(value); i++) {
        space().append(spelt(scalars, history.listElement(value, i)));
      }
      edn.append(']');
    } else {
      edn.append(spelt(scalars, value));
    }
    edn.append(']');
  }

  // EDN.

  /** Separates the elements of a vector. */
  private StringBuilder space() {
    return edn.charAt(edn.length() - 1) == '[' ? edn : edn.append(' ');
  }

  /** A name that a terminal would not show as it is has no escapes but those of a string. */
  private static String spelt(Scalars scalars, int code) {
    var edn = scalars.edn(code);
    return Printable.text(edn).equals(edn) ? edn : Quoted.edn(edn);
  }

  private void string(String text) {
    edn.append(Quoted.edn(text));
  }
}
