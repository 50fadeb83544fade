package mtc.report;

import java.util.List;
import java.util.stream.Collectors;
import mtc.history.History;
import mtc.history.Run;
import mtc.history.Status;
import mtc.source.Printable;
import mtc.verdict.Classification.Obstacle;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Summary;
import mtc.verdict.Verdict;

/** The spelling of every fixed word in every output: scripts rely on them. */
public final class FixedWords {
  private FixedWords() {}

  public static String of(Level level) {
    return level.label();
  }

  /** The strongest levels that hold, the weakest that fail and by what, and those that are open. */
  public static String of(Summary summary) {
    var text = new StringBuilder();
    for (var level : summary.holding()) {
      text.append(text.isEmpty() ? "" : ", ").append(of(level));
    }
    text.append(text.isEmpty() ? "none" : "");
    var separator = "; not ";
    for (var failure : summary.failing()) {
      text.append(separator).append(of(failure.level()));
      text.append(" (").append(Explanation.title(failure.anomaly())).append(')');
      separator = ", ";
    }
    text.append(summary.open().isEmpty() ? "" : "; unknown: ").append(of(summary.open()));
    return text.toString();
  }

  static String of(List<Level> levels) {
    return levels.stream().map(FixedWords::of).collect(Collectors.joining(", "));
  }

  public static String of(Verdict.Outcome outcome) {
    return switch (outcome) {
      case VALID -> "valid";
      case INVALID -> "invalid";
      case UNKNOWN -> "unknown";
    };
  }

  public static String of(EdgeType type) {
    return switch (type) {
      case SO -> "so";
      case RT -> "rt";
      case WR -> "wr";
      case WW -> "ww";
      case RW -> "rw";
    };
  }

  public static String of(Status status) {
    return switch (status) {
      case COMMITTED -> "committed";
      case ABORTED -> "aborted";
      case INDETERMINATE -> "indeterminate";
    };
  }

  static String of(Obstacle obstacle) {
    return switch (obstacle) {
      case NO_READ -> "no-read";
      case TOO_MANY_READS -> "too-many-reads";
      case TOO_MANY_WRITES -> "too-many-writes";
      case BLIND_WRITE -> "blind-write";
      case INDETERMINATE_WRITE -> "indeterminate-write";
      case UNOBSERVED_APPEND -> "unobserved-append";
      case OPEN_ORDER -> "open-order";
      case REPEATED_VALUE -> "repeated-value";
      case FAILED_COMPARISON -> "failed-comparison";
    };
  }

  /** {@code invalid, G1a, G-single (results.edn)}. */
  static String of(Run.Own own) {
    var verdict = own.valid() == null ? "unknown" : own.valid() ? "valid" : "invalid";
    var found = own.anomalies().isEmpty() ? "" : ", " + String.join(", ", own.anomalies());
    return Printable.text(verdict + found + " (" + own.file() + ")");
  }

  /**
   * Of a kind of operation: {@code r} and {@code w} as promised; what is neither has a name of its
   * own.
   */
  static String ofOperation(byte kind) {
    return switch (kind) {
      case History.READ, History.READ_LIST -> "r";
      case History.WRITE -> "w";
      case History.APPEND -> "append";
      case History.READ_OTHER -> "not";
      default -> throw new IllegalStateException("operation of kind " + kind);
    };
  }
}
