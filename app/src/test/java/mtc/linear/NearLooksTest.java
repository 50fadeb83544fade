package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import mtc.check.Log;
import mtc.history.History;
import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Open;
import org.junit.jupiter.api.Test;

/**
 * A look at a part of a history finds what a look at all of it finds, and the likely order is one.
 */
class NearLooksTest {
  private static final int HISTORIES = 600;

  private static String found(CommitCheck check, Groundwork core, Level level) {
    var findings = core.findings.violating(level);
    check.find(findings);
    return findings.anomalies().stream()
        .map(a ->
            a.kind().paperName()
                + " "
                + a.elleName()
                + " "
                + a.count()
                + (isOfOneRead(a) ? "" : " wrong"))
        .collect(Collectors.joining(", "));
  }

  /** Whether one read at most missed something, and all else is what its level makes it see. */
  private static boolean isOfOneRead(Anomaly anomaly) {
    return anomaly.kind() == AnomalyKind.LOST_UPDATE
        || anomaly.examples().stream()
            .allMatch(e -> e.cycle().stream().filter(x -> x.type() == EdgeType.RW).count() < 2);
  }

  /** Whether all is known of what reads saw, as such looks need it. */
  private static boolean isPlain(Groundwork core) {
    return core.questions.ofReads() == Open.NOTHING;
  }

  @Test
  void theSameIsFoundNearAndFar() {
    var wrong = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var core = Groundwork.of(RandomLogs.registers(seed), 3);
      if (!isPlain(core)) {
        continue;
      }
      var sessionOrder = seed % 4 > 0;
      var graph = core.graph(sessionOrder);
      for (var level : List.of(Level.RC, Level.RA, Level.CAUSAL, Level.PSI)) {
        var far = found(new CommitCheck(core, level, sessionOrder), core, level);
        var near = found(new CommitCheck(core, level, sessionOrder, graph), core, level);
        assertEquals(far, near, "seed " + seed + " " + level);
        assertFalse(near.contains("wrong"), "seed " + seed + " " + level);
        wrong += far.isEmpty() ? 0 : 1;
      }
    }
    assertTrue(wrong > HISTORIES / 4 && wrong < 3 * HISTORIES, "wrong " + wrong);
  }

  /** Of these logs, a look at none but the writes of other components finds nothing. */
  @Test
  void whatWasMissedIsFoundOnOneCycleWithWhatWasRead() {
    for (var seed : new int[] {18_537, 44_082}) {
      var core = Groundwork.of(RandomLogs.registers(seed), 3);
      var sessionOrder = seed % 4 > 0;
      var graph = core.graph(sessionOrder);
      var near =
          found(new CommitCheck(core, Level.CAUSAL, sessionOrder, graph), core, Level.CAUSAL);
      assertEquals(
          found(new CommitCheck(core, Level.CAUSAL, sessionOrder), core, Level.CAUSAL), near);
      assertFalse(near.isEmpty(), "seed " + seed);
    }
  }

  @Test
  void theLikelyOrderContainsTheFlowOfInformation() {
    var cyclic = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var core = Groundwork.of(RandomLogs.registers(seed), 3);
      var graph = core.graph(seed % 4 > 0);
      var order = new LikelyOrder(graph);
      assertEquals(flowIsCyclic(graph), order.isCyclic, "seed " + seed);
      cyclic += order.isCyclic ? 1 : 0;
      for (var node = 0; node < graph.nodeCount && !order.isCyclic; node++) {
        for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
          var isFlow = graph.type(edge) < Graph.RW;
          var isBefore = order.place(graph.source(edge)) < order.place(node);
          assertTrue(isBefore || !isFlow, "seed " + seed);
        }
      }
    }
    assertTrue(cyclic > 10 && cyclic < HISTORIES / 2, "cyclic " + cyclic);
  }

  private static boolean flowIsCyclic(Graph graph) {
    var left = new int[graph.nodeCount];
    var reached = new ArrayList<Integer>();
    for (var node = 0; node < graph.nodeCount; node++) {
      for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
        left[node] += graph.type(edge) < Graph.RW ? 1 : 0;
      }
      if (left[node] == 0) {
        reached.add(node);
      }
    }
    for (var i = 0; i < reached.size(); i++) {
      for (var node = 0; node < graph.nodeCount; node++) {
        for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
          if (graph.type(edge) < Graph.RW
              && graph.source(edge) == reached.get(i)
              && --left[node] == 0) {
            reached.add(node);
          }
        }
      }
    }
    return reached.size() < graph.nodeCount;
  }

  /** Straight from the definition, in the likely order. */
  @Test
  void thePrefixIsShownWhereTheLikelyOrderShowsIt() {
    var shown = 0;
    var notShown = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var core = Groundwork.of(RandomLogs.registers(seed), 3);
      if (!isPlain(core)) {
        continue;
      }
      var graph = core.graph(seed % 4 > 0);
      var likely = new LikelyOrder(graph);
      var isShown = !likely.isCyclic && missesNothing(core, likely);
      assertEquals(isShown, LikelyPrefix.isShown(core, graph), "seed " + seed);
      shown += isShown ? 1 : 0;
      notShown += isShown || likely.isCyclic ? 0 : 1;
    }
    assertTrue(shown > 50 && notShown > 50, shown + " " + notShown);
  }

  private static boolean missesNothing(Groundwork core, LikelyOrder likely) {
    var versions = core.versions;
    var history = versions.history;
    for (var read = 0; read < history.operationCount(); read++) {
      var reader = versions.owner(read);
      if (History.isWrite(history.kind(read))
          || !versions.takesPart(reader)
          || versions.version(read) == Versions.NONE) {
        continue;
      }
      var seen = versions.version(read);
      var from = seen < 0 ? -1 : likely.place(versions.owner(seen));
      for (var write = 0; write < history.operationCount(); write++) {
        var writer = versions.owner(write);
        if (History.isWrite(history.kind(write))
            && history.key(write) == history.key(read)
            && versions.takesPart(writer)
            && writer != reader
            && likely.place(writer) > from
            && isSeen(likely, writer, reader)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a transaction comes before or with somebody whom the reader follows. */
  private static boolean isSeen(LikelyOrder likely, int writer, int reader) {
    var graph = likely.graph;
    for (var edge = graph.first[reader]; edge < graph.first[reader + 1]; edge++) {
      var isFollowed = graph.type(edge) == Graph.WR || graph.type(edge) == Graph.SO;
      if (isFollowed && likely.place(writer) <= likely.place(graph.source(edge))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The last transaction may have missed the second, which no way leads to it from; how many edges
   * there are on the way back decides whether that is looked at.
   */
  private static boolean isLookedAt(int readsOfEach) {
    var log = new StringBuilder("- : r(c0,0) w(c0,1) w(x,1)\n- : r(c0,1) r(z,0) w(x,2)\n");
    for (var i = 1; i <= 50; i++) {
      log.append("- :").append(i == 1 ? " r(z,0) w(z,1)" : "");
      for (var back = 1; back <= readsOfEach && back <= i; back++) {
        log.append(" r(c%d,1)".formatted(i - back));
      }
      log.append(" r(c%d,0) w(c%d,1)%n".formatted(i, i));
    }
    log.append("- : r(c50,1) r(x,1)\n");
    log.append("- : r(u,0)\n".repeat(12));
    var core = Groundwork.of(Log.of(log.toString()), 1);
    var likely = new LikelyOrder(core.graph(true));
    var order = new CommitOrder(core, true);
    var isDone = new NearPast(core, order, likely, Level.Relation.CAUSAL).collect(new int[] {52});
    assertEquals(0, order.missedRead.size());
    return isDone;
  }

  @Test
  void aLookThatTakesTooLongIsGivenUp() {
    assertTrue(isLookedAt(1));
    assertFalse(isLookedAt(4));
  }
}
