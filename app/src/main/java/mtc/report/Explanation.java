package mtc.report;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/** Why an edge holds, in sentences about the log's own operations. */
public final class Explanation {
  private final Subject subject;
  private final History history;

  public Explanation(Subject subject) {
    this.subject = subject;
    this.history = subject.history();
  }

  /** What an anomaly is, for someone who meets it for the first time. */
  public static String meaning(Anomaly anomaly) {
    return anomaly.kind() == AnomalyKind.CAUSALITY_VIOLATION && anomaly.realTime()
        ? "a read missed a write that real time says it had to see"
        : meaning(anomaly.kind());
  }

  private static String meaning(AnomalyKind kind) {
    return switch (kind) {
      case THIN_AIR_READ -> "a read returned a value that nobody wrote";
      case ABORTED_READ -> "a read returned what an aborted transaction wrote";
      case INTERMEDIATE_READ -> "a read saw a write that was not its transaction's last";
      case FUTURE_READ -> "a transaction read its own write before making it";
      case NOT_MY_LAST_WRITE -> "a transaction read an older write of its own, not its last";
      case NOT_MY_OWN_WRITE -> "a transaction wrote a key, then read another value there";
      case NON_REPEATABLE_READS -> "a transaction read a key twice and got two values";
      case INCOMPATIBLE_ORDER -> "reads, or the versions of the log, disagree about an order";
      case DUPLICATE_ELEMENTS -> "a list was read with an element in it twice";
      case NOT_LINEARIZABLE -> "no order of a register's operations explains what came back";
      case LOST_UPDATE -> "two transactions read one version and both overwrote it";
      case CIRCULAR_INFORMATION_FLOW -> "each transaction depends on the other's writes";
      case FRACTURED_READ -> "one write of a transaction was seen, another one was not";
      case NON_MONOTONIC_READ -> "a transaction's write was seen, then a version from before it";
      case SESSION_GUARANTEE_VIOLATION -> "a session missed what it had seen or done before";
      case CAUSALITY_VIOLATION -> "an effect was seen, but not what it was based on";
      case STALE_READ -> "a read missed a write that had ended before it started";
      case LONG_FORK -> "two readers saw independent writes in opposite orders";
      case WRITE_SKEW -> "each of the two read what the other overwrote";
      case SERIALIZATION_CYCLE -> "no order of the transactions fits";
    };
  }

  /** The kind's name, and beside it whether it takes real time. */
  public static String title(Anomaly anomaly) {
    var name = anomaly.kind().paperName();
    // Of these two the name says it already.
    var isSaid =
        anomaly.kind() == AnomalyKind.STALE_READ || anomaly.kind() == AnomalyKind.NOT_LINEARIZABLE;
    return anomaly.realTime() && !isSaid ? name + " RealTime" : name;
  }

  /** The sentence that says why {@code from} comes before {@code to}. */
  public String why(Edge edge) {
    if (edge.assumed()) {
      return "assuming " + assumption(edge);
    }
    if (!edge.because().isEmpty()) {
      return followsFromReads(edge);
    }
    return switch (edge.type()) {
      case SO -> subject.session(edge.to()) + " ran " + from(edge) + " before " + to(edge);
      case RT -> realTime(edge);
      case WR -> isAppended(edge) ? readAppend(edge) : read(edge);
      case WW -> isAppended(edge) ? appendedAfterAppend(edge) : overwrote(edge);
      case RW -> isAppended(edge) ? appendedAfterRead(edge) : overwroteWhatWasRead(edge);
    };
  }

  /** What a case takes for granted, told as the condition of a sentence. */
  public String condition(List<Edge> cycle) {
    var condition = new StringBuilder();
    for (var edge : withReasons(cycle)) {
      if (edge.assumed()) {
        condition.append(condition.isEmpty() ? "if " : ", and ").append(assumption(edge));
      }
    }
    return condition.isEmpty() ? "in any case" : condition.toString();
  }

  private static List<Edge> withReasons(List<Edge> cycle) {
    var edges = new ArrayList<Edge>();
    for (var edge : cycle) {
      edges.add(edge);
      edges.addAll(edge.because());
    }
    return edges;
  }

  /** A version came before another one because of what somebody who read the other had seen. */
  private String followsFromReads(Edge edge) {
    var way = edge.because().subList(0, edge.because().size() - 1);
    var reader = subject.name(edge.because().getLast().to());
    var key = subject.keyInProse(edge.key());
    var order = to(edge) + " came after " + from(edge) + ": ";
    var read = " read " + key + " from " + to(edge);
    if (way.size() > 1) {
      var past = new StringBuilder(from(edge));
      for (var step : way) {
        var ofKey = step.key() < 0 ? "" : "(" + subject.key(step.key()) + ")";
        past.append(" -").append(FixedWords.of(step.type())).append(ofKey).append("-> ");
        past.append(subject.name(step.to()));
      }
      var isIn = ", which wrote " + key + ", is in the past of ";
      return order + from(edge) + isIn + reader + " (" + past + "), and " + reader + read;
    }
    var first = way.getFirst();
    if (first.type() == EdgeType.SO) {
      return order
          + reader
          + " follows "
          + from(edge)
          + ", which wrote "
          + key
          + ", in its session, and"
          + read;
    }
    return order
        + reader
        + " had read "
        + subject.keyInProse(first.key())
        + " from "
        + from(edge)
        + ", which also wrote "
        + key
        + ", and"
        + read;
  }

  private String assumption(Edge edge) {
    var older = subject.version(edge.key(), edge.fromValue());
    var newer = subject.version(edge.key(), edge.toValue());
    return switch (edge.type()) {
      case WW -> older + " by " + from(edge) + " came before " + newer + " by " + to(edge);
      case RW ->
          newer + " by " + to(edge) + " came after " + older + ", which " + from(edge) + " read";
      case WR -> to(edge) + " read " + older + " by " + from(edge);
      case SO, RT -> throw new IllegalArgumentException("never assumed");
    };
  }

  private String realTime(Edge edge) {
    var ended = from(edge) + " ended ";
    var started = "before " + to(edge) + " started";
    if (!history.hasClock()) {
      return ended + started + events(edge);
    }
    var gap = history.startNanos(edge.to()) - history.endNanos(edge.from());
    return gap > 0 ? ended + duration(gap) + " " + started : ended + started + events(edge);
  }

  private String events(Edge edge) {
    return " (event "
        + history.end(edge.from())
        + " before event "
        + history.start(edge.to())
        + ")";
  }

  private String read(Edge edge) {
    var version = subject.version(edge.key(), edge.toValue());
    return edge.from() == Edge.INITIAL
        ? to(edge) + " read " + version + ", the initial version"
        : to(edge) + " read " + version + ", which " + from(edge) + " wrote";
  }

  private String overwrote(Edge edge) {
    var version = subject.version(edge.key(), edge.fromValue());
    if (edge.from() == Edge.INITIAL) {
      return to(edge) + " overwrote the initial version of " + subject.keyInProse(edge.key());
    }
    if (reads(edge.to(), edge.key(), edge.fromValue())) {
      return to(edge) + " read and overwrote " + version + ", which " + from(edge) + " wrote";
    }
    if (isOfGivenOrder(edge)) {
      return wroteAsVersion(edge)
          + version
          + number(edge.from(), edge.key(), edge.fromValue())
          + " by "
          + from(edge);
    }
    return blindWrite(edge) + " can only come after " + version + " by " + from(edge);
  }

  /** Whether the log tells the places of both versions. */
  private boolean isOfGivenOrder(Edge edge) {
    return history.givenVersions() != null
        && hasNumber(edge.key(), edge.fromValue())
        && hasNumber(edge.key(), edge.toValue());
  }

  /** Whether the log numbers who wrote or read a value. */
  private boolean hasNumber(int key, int value) {
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.hasVersion(op) && history.key(op) == key && history.value(op) == value) {
        return true;
      }
    }
    return false;
  }

  /** The log itself says where the write comes. */
  private String wroteAsVersion(Edge edge) {
    var version = subject.version(edge.key(), edge.toValue());
    return to(edge)
        + " wrote "
        + version
        + number(edge.to(), edge.key(), edge.toValue())
        + ", by the log after ";
  }

  /** The number that the log gives to a version; nothing if it gives none. */
  private String number(int transaction, int key, int value) {
    var write = subject.find(transaction, History.WRITE, key, value);
    return write >= 0 && history.hasVersion(write)
        ? " (version " + history.version(write) + ")"
        : "";
  }

  private String overwroteWhatWasRead(Edge edge) {
    var version = subject.version(edge.key(), edge.fromValue());
    if (reads(edge.to(), edge.key(), edge.fromValue())
        || edge.fromValue() == history.initialValue(edge.key())) {
      return to(edge) + " overwrote " + version + ", which " + from(edge) + " had read";
    }
    if (isOfGivenOrder(edge)) {
      return wroteAsVersion(edge) + version + ", which " + from(edge) + " read";
    }
    return blindWrite(edge) + " can only come after " + version + ", which " + from(edge) + " read";
  }

  /** A write whose place in the version order does not come from its own transaction's read. */
  private String blindWrite(Edge edge) {
    var version = subject.version(edge.key(), edge.toValue());
    return history.isCommitted(edge.to())
        ? to(edge)
            + " wrote "
            + version
            + " without reading "
            + subject.keyInProse(edge.key())
            + "; it"
        : to(edge) + " wrote " + version + ", nobody knows what it read; it";
  }

  private String readAppend(Edge edge) {
    var element = subject.value(edge.toValue());
    var key = subject.keyInProse(edge.key());
    var read =
        endsThere(edge) ? " read " + key + " up to " + element : " read " + element + " in " + key;
    return to(edge) + read + ", which " + from(edge) + " appended";
  }

  /** Whether a list was read in which nothing follows the element but what the reader appended. */
  private boolean endsThere(Edge edge) {
    for (var op = history.firstOperation(edge.to()); op < history.endOperation(edge.to()); op++) {
      if (history.kind(op) == History.READ_LIST && history.key(op) == edge.key()) {
        var list = history.value(op);
        var last = history.listSize(list) - 1;
        while (last >= 0 && isOwn(edge.to(), edge.key(), history.listElement(list, last))) {
          last--;
        }
        if (last >= 0 && history.listElement(list, last) == edge.toValue()) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isOwn(int transaction, int key, int element) {
    return subject.find(transaction, History.APPEND, key, element) >= 0;
  }

  private String appendedAfterAppend(Edge edge) {
    return appended(edge) + ", after " + subject.value(edge.fromValue()) + " by " + from(edge);
  }

  private String appendedAfterRead(Edge edge) {
    var before =
        isEmptyList(edge.fromValue())
            ? ", which " + from(edge) + " had read when it was empty"
            : " after "
                + subject.value(edge.fromValue())
                + ", where the read of "
                + from(edge)
                + " ended";
    return appended(edge) + before;
  }

  private boolean isEmptyList(int value) {
    return value == Scalars.NIL || value == history.initialValue();
  }

  private String appended(Edge edge) {
    return to(edge)
        + " appended "
        + subject.value(edge.toValue())
        + " to "
        + subject.keyInProse(edge.key());
  }

  private String from(Edge edge) {
    return subject.name(edge.from());
  }

  private String to(Edge edge) {
    return subject.name(edge.to());
  }

  private boolean isAppended(Edge edge) {
    var writer = edge.type() == EdgeType.WR ? edge.from() : edge.to();
    if (writer == Edge.INITIAL) {
      return false;
    }
    for (var op = history.firstOperation(writer); op < history.endOperation(writer); op++) {
      if (history.kind(op) == History.APPEND && history.key(op) == edge.key()) {
        return true;
      }
    }
    return false;
  }

  private boolean reads(int transaction, int key, int value) {
    return subject.find(transaction, History.READ, key, value) >= 0;
  }

  /** What is wrong with the read that an example is about; empty if its edges say it all. */
  public String fault(Anomaly anomaly, Anomaly.Example example) {
    return new ReadFault(subject).of(anomaly, example);
  }

  public static String duration(long nanos) {
    if (nanos < 1_000) {
      return nanos + " ns";
    }
    if (nanos < 1_000_000) {
      return decimal(nanos, 1_000) + " µs";
    }
    return nanos < 1_000_000_000
        ? decimal(nanos, 1_000_000) + " ms"
        : decimal(nanos, 1_000_000_000) + " s";
  }

  private static String decimal(long nanos, long unit) {
    var tenths = nanos / (unit / 10);
    return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
  }
}
