package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mtc.witness.Witness;
import org.junit.jupiter.api.Test;

/** What the levels make of a graph. */
class DependenciesTest {
  private static final int HISTORIES = 200;

  private static Graph graph(int seed) {
    return Groundwork.of(RandomLogs.registers(seed), 3).graph(seed % 4 > 0);
  }

  private static Set<Integer> sources(Dependencies dependencies, int node) {
    var sources = new TreeSet<Integer>();
    for (var i = 0; i < dependencies.edgeCount(node); i++) {
      sources.add(dependencies.source(node, i));
    }
    sources.remove(Dependencies.SKIP);
    return sources;
  }

  private static Set<Integer> sources(Graph graph, int node, boolean isFlow) {
    var sources = new TreeSet<Integer>();
    for (var edge = graph.first[node]; edge < graph.first[node + 1]; edge++) {
      if (graph.type(edge) < Graph.RW == isFlow) {
        sources.add(graph.source(edge));
      }
    }
    return sources;
  }

  @Test
  void parallelSnapshotsKeepTheFlowApartFromWhatWasOverwritten() {
    var overwritten = 0;
    var ofKeys = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var graph = graph(seed);
      var parallel = new Dependencies.Parallel(graph);
      var transactions = graph.versions.history.transactionCount();
      for (var t = 0; t < transactions; t++) {
        var apart = parallel.overwrite(t);
        assertEquals(t, parallel.graphNode(apart));
        assertEquals(sources(graph, t, true), sources(parallel, t), "seed " + seed);
        assertEquals(sources(graph, t, false), sources(parallel, apart), "seed " + seed);
        overwritten += sources(parallel, apart).isEmpty() ? 0 : 1;
      }
      for (var key = transactions; key < graph.nodeCount; key++) {
        assertEquals(sources(graph, key, false), sources(parallel, key), "its readers");
        ofKeys += sources(parallel, key).isEmpty() ? 0 : 1;
      }
    }
    assertTrue(overwritten > HISTORIES && ofKeys > HISTORIES / 4, overwritten + " " + ofKeys);
  }

  @Test
  void whatParallelSnapshotsLikelyKeepLiesOnNoCycleOfSerializability() {
    var count = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var graph = graph(seed);
      var expected = new TreeSet<String>();
      for (var t = 0; t < graph.versions.history.transactionCount(); t++) {
        for (var edge = graph.first[t]; edge < graph.first[t + 1]; edge++) {
          if (graph.type(edge) == Graph.RW
              && !graph.serial().components().areTogether(graph.source(edge), t)) {
            expected.add(graph.source(edge) + " " + t);
          }
        }
      }
      var likely = new TreeSet<String>();
      new Dependencies.Parallel(graph).forEachLikely((from, to) -> likely.add(from + " " + to));
      assertEquals(expected, likely);
      count += likely.size();
    }
    assertTrue(count > HISTORIES, "enough of them: " + count);
  }

  /** Only what reads follow from is no question of what a reader saw of all before it. */
  @Test
  void levelsDifferInWhatTheyAskOfVersions() {
    var graph = graph(1);
    var commits = new Dependencies.Commits(graph, Witness.Shape.CAUSAL);
    var parallel = new Dependencies.Parallel(graph);
    var prefix = new Dependencies.Prefix(graph);
    for (var each :
        List.of(graph.flow(), graph.snapshot(), graph.serial(), parallel, prefix, commits)) {
      assertEquals(each != commits, each.seesAllBefore());
      assertEquals(each != commits, each.ordersVersions());
      assertEquals(each != commits && each != prefix, each.keepsUpdates());
      assertEquals(each != commits && each != parallel, each.decides());
    }
  }
}
