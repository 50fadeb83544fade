package mtc.report;

import mtc.history.History;
import mtc.history.Run;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.Printable;
import mtc.verdict.Classification;

/**
 * What is in a history.
 *
 * @param valueCount how many different values were written, each key's counted by themselves
 * @param millis how long the classification took
 */
public record Inspection(
    Subject subject, Classification classification, int valueCount, long millis) {

  private static final int NAME_WIDTH = 14;

  /** How many operations there are of each kind. */
  record Operations(
      int reads, int writes, int appends, int listReads, int failedComparisons, int unknownReads) {
    static Operations of(History history) {
      var counts = new int[5];
      var unknown = 0;
      for (var op = 0; op < history.operationCount(); op++) {
        counts[history.kind(op)]++;
        if (history.kind(op) == History.READ && history.value(op) == Scalars.UNKNOWN) {
          unknown++;
        }
      }
      return new Operations(
          counts[History.READ] - unknown,
          counts[History.WRITE],
          counts[History.APPEND],
          counts[History.READ_LIST],
          counts[History.READ_OTHER],
          unknown);
    }
  }

  /** For people: a table, and what keeps it from being an MT history, within 80 columns. */
  public String text() {
    var history = subject.history();
    var text = new StringBuilder(512);
    text.append(Printable.text(subject.path())).append('\n');
    line(text, "format", history.format());
    if (history.workload() != null) {
      line(text, "read as", history.workload() + ", checked at " + history.usualLevel());
    }
    line(text, "class", subject.historyClass());
    line(text, "sessions", sessions());
    line(text, "transactions", transactions());
    line(text, "operations", operations());
    line(text, "keys", Integer.toString(history.keyCount()));
    line(text, "values", valueCount + " different ones written, counted per key");
    line(text, "real time", realTime());
    if (subject.run() != null) {
      run(text, subject.run());
    }
    for (var note : history.notes()) {
      line(text, "note", Printable.text(note));
    }
    for (var found : classification.obstacles()) {
      line(text, "not MT", counted(found));
      line(
          text,
          "",
          new FirstOccurrence(subject, found.firstTransaction(), found.firstOperation()).text());
    }
    return text.toString();
  }

  private static void run(StringBuilder text, Run run) {
    if (run.name() != null) {
      line(text, "test", Printable.text(run.name()));
    }
    if (run.start() != null) {
      line(text, "started", Printable.text(run.start()));
    }
    if (run.workload() != null) {
      line(text, "workload", Printable.text(run.workload()));
    }
    if (run.own() != null) {
      line(text, "own verdict", FixedWords.of(run.own()));
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    var indent = 2 + NAME_WIDTH;
    text.append("  ").append(name).append(" ".repeat(NAME_WIDTH - name.length()));
    Paragraph.append(text, value, indent, indent);
  }

  private String sessions() {
    var history = subject.history();
    return history.partCount() == 1
        ? Integer.toString(history.sessionCount())
        : history.sessionCount()
            + ": one for each independent key (%d) that a process (%d) worked on"
                .formatted(history.partCount(), history.processCount());
  }

  private String transactions() {
    return subject.history().transactionCount()
        + ": committed "
        + subject.count(Status.COMMITTED)
        + ", aborted "
        + subject.count(Status.ABORTED)
        + ", indeterminate "
        + subject.count(Status.INDETERMINATE);
  }

  private String operations() {
    var of = Operations.of(subject.history());
    var text = new StringBuilder().append(subject.history().operationCount()).append(": ");
    var all = text.length();
    add(text, all, of.reads, "reads");
    add(text, all, of.writes, "writes");
    add(text, all, of.listReads, "reads of lists");
    add(text, all, of.appends, "appends");
    add(text, all, of.failedComparisons, "failed comparisons");
    add(text, all, of.unknownReads, "reads of unknown result");
    return text.length() == all ? "0" : text.toString();
  }

  private static void add(StringBuilder text, int from, int count, String what) {
    if (count > 0) {
      text.append(text.length() == from ? "" : ", ").append(what).append(' ').append(count);
    }
  }

  private String realTime() {
    var history = subject.history();
    if (!history.hasRealTime()) {
      return "no: " + history.withoutRealTime();
    }
    return history.hasClock() ? "yes, with a clock" : "yes";
  }

  private static String counted(Classification.Found found) {
    var count = found.obstacle().description() + ": " + found.count();
    return found.count() == found.transactions()
        ? count
        : count + " in " + Counted.of(found.transactions(), "transaction");
  }
}
