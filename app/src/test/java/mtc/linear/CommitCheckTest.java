package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Open;
import org.junit.jupiter.api.Test;

/**
 * The levels that a commit order defines, against their definition: all of it, with the transitive
 * closure in plain bits.
 */
class CommitCheckTest {
  private static final List<Level> LEVELS = List.of(Level.RC, Level.RA, Level.CAUSAL);

  private Level level;
  private boolean sessionOrder;
  private Groundwork core;
  private Versions versions;
  private History history;

  /** By transaction: who leads to it by SO and WR, directly; and by any way. */
  private long[] direct;

  private long[] past;

  private boolean look(History of, Level at, boolean sessions) {
    level = at;
    sessionOrder = sessions;
    history = of;
    core = Groundwork.of(of, 3, null, ReadRules.at(at));
    versions = core.versions;
    return core.findings.violating(level).isEmpty() && core.questions.ofReads() == Open.NOTHING;
  }

  @Test
  void registersAreDecidedAsTheDefinitionSays() {
    var wrong = 0;
    for (var seed = 0; seed < 400; seed++) {
      wrong += compare(RandomLogs.registers(seed), seed);
    }
    assertTrue(wrong > 100 && wrong < 1000, "wrong " + wrong);
  }

  /** Large transactions are gone through in other ways. */
  @Test
  void largeTransactionsAreDecidedAsTheDefinitionSays() {
    var wrong = 0;
    for (var seed = 0; seed < 25; seed++) {
      wrong += compare(RandomLogs.registers(seed, 70), seed);
    }
    assertTrue(wrong > 5 && wrong < 70, "wrong " + wrong);
  }

  @Test
  void listsAreDecidedAsTheDefinitionSays() {
    var wrong = 0;
    for (var seed = 0; seed < 400; seed++) {
      wrong += compare(RandomLogs.lists(seed), seed);
    }
    assertTrue(wrong > 100 && wrong < 1000, "wrong " + wrong);
  }

  /** The third must have seen it, and the last one saw it after what came instead. */
  @Test
  void theFirstOperationOfALogCanBeWhatIsMissed() {
    var log = "- : w(x,1) w(y,1)\n- : w(x,2) w(z,1)\n- : r(y,1) r(x,2)\n- : r(z,1) r(x,1)\n";
    assertEquals(LEVELS.size(), compare(Log.of(log), 1));
  }

  /** Who saw the list has seen its first element's writer, though the second's had not. */
  @Test
  void theFirstOperationOfALogCanBeTheStartOfAList() {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    var log = "- : a(x,1) a(y,1)\n- : a(x,2)\n- : l(x,[1 2]) a(z,1)\n- : l(z,[1]) l(y,[])\n";
    assertEquals(1, compare(Log.of(builder, log), 1));
  }

  /** Of a session that went on, what counts is the last write that a reader has seen. */
  @Test
  void ofALongSessionTheLastWriteBeforeAReadIsTheOneThatMustBeSeen() {
    for (var seen = 0; seen < 20; seen++) {
      var log = new StringBuilder();
      for (var i = 0; i <= 20; i++) {
        log.append("a : w(x,%d) w(y%d,1)%n".formatted(i + 1, i));
      }
      log.append("a : r(u,0)\n- : w(x,99) w(z,1)\n- : r(y%d,1) w(m,1)%n".formatted(seen));
      log.append("- : r(m,1) r(x,99)\n- : r(z,1) r(x,%d)%n".formatted(seen + 1));
      assertEquals(1, compare(Log.of(log.toString()), 1), "seen " + seen);
    }
  }

  private int compare(History of, int seed) {
    var wrong = 0;
    for (var each : LEVELS) {
      if (look(of, each, seed % 4 > 0)) {
        var findings = core.findings.violating(level);
        var check = new CommitCheck(core, level, sessionOrder);
        check.find(findings);
        assertEquals(holds(), findings.isEmpty(), "seed " + seed + " " + level);
        wrong += findings.isEmpty() ? 0 : 1;
        var cycles = check.cycles(3);
        assertEquals(findings.isEmpty(), cycles.isEmpty());
        for (var cycle : cycles) {
          assertSteps(cycle, "seed " + seed + " " + level + " " + cycle);
        }
      }
    }
    return wrong;
  }

  // What is told.

  private Anomaly told(String log, Level at) {
    history = Log.of(log);
    core = Groundwork.of(history, 1, null, ReadRules.at(at));
    var findings = core.findings.violating(at);
    new CommitCheck(core, at, true).find(findings);
    assertEquals(1, findings.anomalies().size());
    return findings.anomalies().getFirst();
  }

  /** By what the last one read, the second comes before the first as well. */
  @Test
  void aCircleOfInformationIsToldRatherThanWhatFollowsFromReads() {
    var log =
        """
        - : r(c,1) w(a,1) w(x,1)
        - : r(a,1) w(b,1) w(x,2) w(y,1)
        - : r(b,1) w(c,1)
        - : r(y,1) r(x,1)
        """;
    var anomaly = told(log, Level.RA);
    assertEquals(AnomalyKind.CIRCULAR_INFORMATION_FLOW, anomaly.kind());
    assertEquals(3, anomaly.examples().getFirst().cycle().size());
  }

  @Test
  void aWayOfReadsIsToldRatherThanAShorterOneOfASession() {
    var log = "a : w(x,1) w(y,1)\n- : r(y,1) w(z,1)\na : r(z,1) r(x,0)\n";
    var cycle = told(log, Level.CAUSAL).examples().getFirst().cycle();
    assertEquals(
        List.of(EdgeType.RW, EdgeType.WR, EdgeType.WR), cycle.stream().map(e -> e.type()).toList());
  }

  @Test
  void ofWhatWasMissedTheShortestWayIsTold() {
    var log =
        """
        - : w(x,1) w(a,1)
        - : r(a,1) w(b,1)
        - : r(b,1) w(c,1)
        - : r(c,1) r(x,0)
        - : w(y,1) w(d,1)
        - : r(d,1) w(e,1)
        - : r(e,1) r(y,0)
        """;
    var anomaly = told(log, Level.CAUSAL);
    assertEquals(2, anomaly.count());
    assertEquals(3, anomaly.examples().getFirst().cycle().size());
  }

  // What a step is told by.

  private void assertSteps(List<CommitCheck.Step> cycle, String text) {
    for (var i = 0; i < cycle.size(); i++) {
      var step = cycle.get(i);
      assertEquals(step.edge().to(), cycle.get((i + 1) % cycle.size()).edge().from(), text);
      assertStep(step, text);
    }
  }

  private void assertStep(CommitCheck.Step step, String text) {
    var edge = step.edge();
    var reads = step.reads();
    switch (edge.type()) {
      case SO -> assertEquals(0, reads.length, text);
      case WR -> {
        assertEquals(1, reads.length, text);
        assertEquals(edge.to(), versions.owner(reads[0]), text);
        assertTrue(sources(reads[0]).contains(edge.from()), text);
        assertEquals(edge.key(), history.key(reads[0]), text);
      }
      case RW -> {
        assertEquals(edge.from(), versions.owner(reads[0]), text);
        assertEquals(edge.key(), history.key(reads[0]), text);
        assertTrue(isRead(reads[0]), text);
        var isTold = versions.version(reads[0]) == Versions.INITIAL || versions.isList(edge.key());
        assertEquals(isTold ? 1 : 2, reads.length, text);
        if (!isTold) {
          assertEquals(edge.to(), versions.owner(reads[1]), text);
          assertEquals(versions.version(reads[0]), versions.version(reads[1]), text);
          assertTrue(isRead(reads[1]), text);
        }
      }
      default -> {
        assertEquals(EdgeType.WW, edge.type());
        assertEquals(edge.because(), step.because().stream().map(s -> s.edge()).toList(), text);
        step.because().forEach(because -> assertStep(because, text));
      }
    }
  }

  // The definition.

  private boolean isRead(int op) {
    return !History.isWrite(history.kind(op)) && versions.version(op) != Versions.NONE;
  }

  /** Whom a read saw, in the order of a list. */
  private List<Integer> sources(int read) {
    var sources = new ArrayList<Integer>();
    if (history.kind(read) != History.READ_LIST) {
      if (versions.version(read) >= 0) {
        sources.add(versions.owner(versions.version(read)));
      }
      return sources;
    }
    for (var i = 0; i < history.listSize(history.value(read)); i++) {
      for (var op = 0; op < history.operationCount(); op++) {
        if (history.kind(op) == History.APPEND
            && history.key(op) == history.key(read)
            && history.value(op) == history.listElement(history.value(read), i)
            && versions.owner(op) != versions.owner(read)) {
          sources.add(versions.owner(op));
        }
      }
    }
    return sources;
  }

  private boolean writes(int t, int key) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (history.key(op) == key && History.isWrite(history.kind(op))) {
        return versions.takesPart(t);
      }
    }
    return false;
  }

  private boolean isBeforeInSession(int t, int other) {
    return sessionOrder
        && t < other
        && history.session(t) != History.NO_SESSION
        && history.session(t) == history.session(other)
        && history.isCommitted(t)
        && versions.takesPart(other);
  }

  private boolean holds() {
    var n = history.transactionCount();
    direct = new long[n];
    for (var t = 0; t < n; t++) {
      for (var s = 0; s < t; s++) {
        direct[t] |= isBeforeInSession(s, t) ? 1L << s : 0;
      }
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (versions.takesPart(t) && isRead(op)) {
          for (var source : sources(op)) {
            direct[t] |= 1L << source;
          }
        }
      }
    }
    past = closed(direct.clone());
    var before = direct.clone();
    addListOrders(before);
    for (var read = 0; read < history.operationCount(); read++) {
      if (isRead(read) && versions.takesPart(versions.owner(read)) && !addMusts(read, before)) {
        return false;
      }
    }
    var all = closed(before);
    for (var t = 0; t < n; t++) {
      if ((all[t] >> t & 1) != 0) {
        return false;
      }
    }
    return true;
  }

  /** False if it says that somebody comes before the initial version. */
  private boolean addMusts(int read, long[] before) {
    var reader = versions.owner(read);
    var sources = sources(read);
    for (var t = 0; t < history.transactionCount(); t++) {
      if (t != reader && writes(t, history.key(read)) && mustSee(read, t)) {
        if (sources.isEmpty()) {
          return false;
        }
        if (t != sources.getLast()) {
          before[sources.getLast()] |= 1L << t;
        }
      }
    }
    return true;
  }

  private boolean mustSee(int read, int t) {
    var reader = versions.owner(read);
    return switch (level) {
      case RC -> {
        var isSeen = false;
        for (var op = history.firstOperation(reader); op < read; op++) {
          isSeen |= isRead(op) && sources(op).contains(t);
        }
        yield isSeen || history.kind(read) == History.READ_LIST && sources(read).contains(t);
      }
      case RA -> (direct[reader] >> t & 1) != 0;
      default -> (past[reader] >> t & 1) != 0;
    };
  }

  /** What a list shows comes in that order, and what no read shows after all of it. */
  private void addListOrders(long[] before) {
    for (var key = 0; key < history.keyCount(); key++) {
      var shown = new ArrayList<Integer>();
      for (var op = 0; op < history.operationCount(); op++) {
        if (history.key(op) == key
            && isRead(op)
            && history.kind(op) == History.READ_LIST
            && sources(op).size() > shown.size()) {
          shown.clear();
          shown.addAll(sources(op));
        }
      }
      for (var i = 1; i < shown.size(); i++) {
        if (!shown.get(i - 1).equals(shown.get(i))) {
          before[shown.get(i)] |= 1L << shown.get(i - 1);
        }
      }
      for (var t = 0; t < history.transactionCount() && !shown.isEmpty(); t++) {
        if (versions.isList(key) && writes(t, key) && !shown.contains(t)) {
          before[t] |= 1L << shown.getLast();
        }
      }
    }
  }

  private static long[] closed(long[] rows) {
    for (var via = 0; via < rows.length; via++) {
      for (var t = 0; t < rows.length; t++) {
        if ((rows[t] >> via & 1) != 0) {
          rows[t] |= rows[via];
        }
      }
    }
    return rows;
  }
}
