package mtc.report;

import java.util.List;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/** Histories and verdicts made by hand; transactions get ids 10, 11, … and lines 1, 2, … */
final class Log {
  final HistoryBuilder builder = new HistoryBuilder("jepsen");
  private int transactions;

  Log() {
    builder.reservedInitialValue(Scalars.NIL);
  }

  Log begin(int session) {
    return begin(session, 10 + transactions);
  }

  Log begin(int session, long id) {
    builder.begin(builder.session(session), id, transactions + 1);
    builder.realTime(2L * transactions, 2L * transactions + 1);
    transactions++;
    return this;
  }

  Log r(String key, int value) {
    builder.operation(History.READ, key(key), value);
    return this;
  }

  Log w(String key, int value) {
    builder.operation(History.WRITE, key(key), value);
    return this;
  }

  Log append(String key, int value) {
    builder.operation(History.APPEND, key(key), value);
    return this;
  }

  Log list(String key, int... elements) {
    builder.readList(key(key));
    for (var element : elements) {
      builder.element(element);
    }
    return this;
  }

  Log ok() {
    return end(Status.COMMITTED);
  }

  Log end(Status status) {
    builder.end(status);
    return this;
  }

  int key(String name) {
    return builder.key(builder.scalars().keyword(name));
  }

  Answer.Checked report(Level level, Anomaly... anomalies) {
    return report(
        new Verdict(level, Verdict.Outcome.INVALID, List.of(anomalies), Verdict.Open.NOTHING));
  }

  Answer.Checked report(Verdict verdict) {
    var subject = new Subject("h.edn", builder.build(), Inquiry.ofClass("mt"), 3);
    return Answer.Checked.told(subject, verdict, verdict.level().label(), 1);
  }

  static Anomaly cycle(AnomalyKind kind, Edge... edges) {
    var transactions = new int[edges.length];
    for (var i = 0; i < edges.length; i++) {
      transactions[i] = edges[i].from();
    }
    return new Anomaly(
        kind,
        kind.elleName(),
        false,
        1,
        List.of(new Anomaly.Example(transactions, -1, List.of(edges), "")));
  }

  static Anomaly single(AnomalyKind kind, int operation, int... transactions) {
    var example = new Anomaly.Example(transactions, operation, List.of(), "the hint");
    return new Anomaly(kind, kind.elleName(), false, 1, List.of(example));
  }

  Edge edge(int from, EdgeType type, String key, int fromValue, int toValue, int to) {
    return new Edge(from, to, type, key(key), fromValue, toValue);
  }

  static Edge edge(int from, EdgeType type, int to) {
    return new Edge(from, to, type, -1, Scalars.UNKNOWN, Scalars.UNKNOWN);
  }

  static Answer.Checked writeSkew() {
    var log =
        new Log()
            .begin(0)
            .r("x", Scalars.NIL)
            .r("y", Scalars.NIL)
            .w("x", 1)
            .ok()
            .begin(1)
            .r("x", Scalars.NIL)
            .r("y", Scalars.NIL)
            .w("y", 2)
            .ok();
    return log.report(
        Level.SER,
        cycle(
            AnomalyKind.WRITE_SKEW,
            log.edge(0, EdgeType.RW, "y", Scalars.NIL, 2, 1),
            log.edge(1, EdgeType.RW, "x", Scalars.NIL, 1, 0)));
  }

  /** A cycle through every type of edge, and transactions with more operations than fit. */
  static Answer.Checked everyEdge() {
    var log = new Log().begin(0).r("a", Scalars.NIL).w("a", 1).ok();
    log.begin(1).r("a", 1);
    for (var i = 0; i < 40; i++) {
      log.r("k" + i, Scalars.NIL);
    }
    log.r("b", Scalars.NIL).w("b", 2).ok();
    log.begin(2).r("b", 2).w("b", 3).ok();
    log.begin(2).r("c", Scalars.NIL).ok();
    log.begin(3).r("c", Scalars.NIL).w("c", 4).ok();
    return log.report(
        Level.SSER,
        cycle(
            AnomalyKind.SERIALIZATION_CYCLE,
            log.edge(0, EdgeType.WR, "a", 1, 1, 1),
            log.edge(1, EdgeType.WW, "b", 2, 3, 2),
            edge(2, EdgeType.SO, 3),
            log.edge(3, EdgeType.RW, "c", Scalars.NIL, 4, 4),
            edge(4, EdgeType.RT, 0)));
  }

  static Answer.Checked abortedRead() {
    var log =
        new Log()
            .begin(0)
            .r("x", Scalars.NIL)
            .w("x", 3)
            .end(Status.ABORTED)
            .begin(1)
            .r("y", Scalars.NIL)
            .r("x", 3)
            .ok();
    return log.report(Level.SI, single(AnomalyKind.ABORTED_READ, 3, 1, 0));
  }

  /** Two blind writes, and a cycle for each order of them. */
  static Answer.Checked cases() {
    var log = new Log().begin(0).w("x", 1).ok().begin(0).r("x", 2).ok();
    log.begin(1).w("x", 2).ok().begin(1).r("x", 1).ok();
    var x = log.key("x");
    var example =
        new Anomaly.Example(
            new int[] {2, 3, 0, 1},
            -1,
            List.of(new Edge(3, 2, EdgeType.RW, x, 1, 2, true), edge(2, EdgeType.SO, 3)),
            "whatever the order is",
            List.of(List.of(new Edge(1, 0, EdgeType.RW, x, 2, 1, true), edge(0, EdgeType.SO, 1))));
    var kind = AnomalyKind.SESSION_GUARANTEE_VIOLATION;
    return log.report(Level.SER, new Anomaly(kind, kind.elleName(), false, 1, List.of(example)));
  }

  static Answer.Checked open() {
    var log = new Log().begin(0).w("x", 1).ok().begin(1).w("x", 2).ok().begin(2).r("x", 1).ok();
    var open =
        new Verdict.Open(
            Verdict.Cause.ORDER,
            "two or more blind writes leave the version order open",
            1,
            new int[] {0},
            2,
            new int[] {0, 1});
    return log.report(new Verdict(Level.SER, Verdict.Outcome.UNKNOWN, List.of(), open));
  }
}
