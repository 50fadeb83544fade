package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import mtc.check.Log;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import org.junit.jupiter.api.Test;

/** What holds in every order. */
class GraphTest {
  @Test
  void aSessionPutsWhoCommittedBeforeAllThatComeLater() {
    for (var seed = 0; seed < 100; seed++) {
      var history = RandomLogs.registers(seed);
      var graph = Groundwork.of(history, 3).graph(true);
      for (var t = 0; t < history.transactionCount(); t++) {
        for (var later = 0; later < history.transactionCount(); later++) {
          var isBefore =
              t < later
                  && history.isCommitted(t)
                  && history.session(t) != History.NO_SESSION
                  && history.session(t) == history.session(later);
          assertEquals(isBefore, graph.isBeforeInSession(t, later), t + " " + later);
        }
      }
    }
  }

  @Test
  void theFirstOperationOfALogComesBeforeAppendsThatNoListShows() {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    var log = "- : a(x,1) l(y,[1])\n- : a(x,2) a(y,1)\n- : l(x,[1])\n";
    var core = Groundwork.of(Log.of(builder, log), 3);
    assertFalse(core.graph(true).flow().isAcyclic());
  }

  /** The third overwrote y, and the one after it x. */
  @Test
  void anEdgeIsToldByAKeyThatItsTransactionWrote() {
    var log =
        """
        - : w(x,1)#1 w(y,1)#1
        - : r(x,1)#1 r(y,1)#1
        - : w(y,2)#2
        - : w(x,2)#2
        - : w(x,9) w(y,9)
        """;
    var core = Groundwork.of(Log.of(log), 3);
    var edge = core.origins.edge(1, 2, Graph.RW);
    assertEquals(core.versions.history.key(1), edge.key());
  }

  /** Who read the version comes before who read and wrote it, and before whom the log puts next. */
  @Test
  void aReadComesBeforeTwoWritesIfTheLogPutsAnotherOneNext() {
    var readers = 20;
    var log =
        "- : w(x,1)#1\n- : w(x,2)#2\n- : r(x,1)#1 w(x,3)\n" + "- : r(x,1)#1\n".repeat(readers);
    var graph = Groundwork.of(Log.of(log), 3).graph(false);
    for (var write : new int[] {1, 2}) {
      var before = 0;
      for (var edge = graph.first[write]; edge < graph.first[write + 1]; edge++) {
        before += graph.type(edge) == Graph.RW && graph.source(edge) > 2 ? 1 : 0;
      }
      assertEquals(readers, before);
    }
  }
}
