package mtc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.source.Printable;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Verdict;

/** What may explain a violation that is not the database's: how the test reports, or its log. */
final class Hints {
  /** What means nothing to a shell. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:/+-]+");

  private final History history;
  private final List<String> hints = new ArrayList<>();

  private Hints(History history) {
    this.history = history;
  }

  /** A sentence each. */
  static List<String> on(History history, Verdict verdict) {
    var hints = new Hints(history);
    for (var anomaly : verdict.anomalies()) {
      if (!anomaly.examples().isEmpty()) {
        hints.add(anomaly, anomaly.examples().getFirst());
      }
    }
    return hints.hints;
  }

  private void add(Anomaly anomaly, Anomaly.Example example) {
    var early = isOfRegisters() ? readBeforeItWasWritten(example) : Scalars.UNKNOWN;
    if (early != Scalars.UNKNOWN) {
      hints.add("a value was read before anybody began to write it: " + ifHeldAtFirst(early));
    } else if (anomaly.kind() == AnomalyKind.ABORTED_READ) {
      hints.add(
          "a read saw what a failed transaction wrote: does the client report a failure (:fail)"
              + " where the write may have taken effect (:info)?");
    } else if (anomaly.kind() == AnomalyKind.THIN_AIR_READ && isOfRegisters()) {
      hints.add(
          "nobody wrote a value that was read: "
              + ifHeldAtFirst(history.value(example.operation())));
    } else if ("register".equals(history.workload()) && readsNil(example)) {
      hints.add(
          "this rests on a read of nil, taken as the initial version; Knossos takes nil as unknown,"
              + " as --nil-reads unknown does");
    }
  }

  /** What a read saw that was over when its writer began; UNKNOWN if there is no such read. */
  private int readBeforeItWasWritten(Anomaly.Example example) {
    if (!history.hasRealTime()) {
      return Scalars.UNKNOWN;
    }
    var transactions = example.transactions();
    if (example.operation() >= 0
        && transactions.length == 2
        && isBefore(transactions[0], transactions[1])) {
      return history.value(example.operation());
    }
    for (var edge : example.cycle()) {
      if (edge.type() == EdgeType.WR
          && edge.from() != Edge.INITIAL
          && isBefore(edge.to(), edge.from())) {
        return edge.toValue();
      }
    }
    return Scalars.UNKNOWN;
  }

  private boolean isBefore(int transaction, int other) {
    return history.end(transaction) < history.start(other);
  }

  private String ifHeldAtFirst(int value) {
    return "if registers hold it at first, say --initial " + inShell(history.scalars().edn(value));
  }

  /** As it can be pasted into a command line. */
  private static String inShell(String value) {
    return Printable.text(
        PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'");
  }

  /** Of other workloads it is known what they begin with. */
  private boolean isOfRegisters() {
    return switch (history.workload()) {
      case "register", "rw-register", "long-fork", "multi-register" ->
          history.initialValue() == Scalars.NIL;
      case null, default -> false;
    };
  }

  /** A compare-and-set from nil did see nil. */
  private boolean readsNil(Anomaly.Example example) {
    var op = example.operation();
    if (op >= 0
        && history.kind(op) == History.READ
        && history.value(op) == Scalars.NIL
        && !writes(example.transactions()[0])) {
      return true;
    }
    for (var edge : example.cycle()) {
      if (edge.type() == EdgeType.RW && edge.fromValue() == Scalars.NIL && !writes(edge.from())) {
        return true;
      }
    }
    return false;
  }

  private boolean writes(int transaction) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (History.isWrite(history.kind(op))) {
        return true;
      }
    }
    return false;
  }
}
