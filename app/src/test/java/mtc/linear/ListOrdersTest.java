package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import mtc.check.Log;
import mtc.history.History;
import org.junit.jupiter.api.Test;

/** The order of a list's elements, as its longest read shows it. */
class ListOrdersTest {
  private History history;
  private Versions versions;
  private ListOrders lists;

  private void look(History of) {
    history = of;
    var core = Groundwork.of(of, 3);
    versions = core.versions;
    lists = core.resolution.lists;
  }

  private List<Integer> elements(int read) {
    var elements = new ArrayList<Integer>();
    for (var i = 0; i < lists.size(read); i++) {
      elements.add(lists.element(read, i));
    }
    return elements;
  }

  private List<Integer> appends(int t, int key) {
    var appends = new ArrayList<Integer>();
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (history.kind(op) == History.APPEND && history.key(op) == key) {
        appends.add(op);
      }
    }
    return appends;
  }

  @Test
  void theLongestReadSaysWhereEachElementStands() {
    var runs = 0;
    for (var seed = 0; seed < 300; seed++) {
      look(RandomLogs.lists(seed));
      for (var key = 0; lists != null && key < history.keyCount(); key++) {
        if (lists.longest[key] < 0 || !lists.isSettled(key)) {
          continue;
        }
        var longest = lists.longestRead(key);
        assertEquals(key, history.key(longest));
        var list = elements(longest);
        for (var op = 0; op < history.operationCount(); op++) {
          if (history.key(op) == key && lists.isExternal(op)) {
            assertTrue(lists.size(op) <= list.size());
          } else if (history.key(op) == key && history.kind(op) == History.APPEND) {
            assertAppend(op, list);
          }
        }
        runs += assertRuns(key, list);
      }
    }
    assertTrue(runs > 500, "runs " + runs);
  }

  private void assertAppend(int append, List<Integer> list) {
    var place = list.indexOf(history.value(append));
    assertEquals(place < 0 ? Versions.NONE : place, lists.placeOf(append));
    var own = appends(versions.owner(append), history.key(append));
    assertEquals(own.getLast(), lists.lastOwn(append));
    if (append == own.getLast()) {
      var shown = own.stream().filter(op -> list.contains(history.value(op))).findFirst();
      assertEquals(shown.orElse(append), lists.firstShown(append));
      var standing = lists.standingFor(append);
      assertTrue(standing == Versions.NONE || versions.version(standing) != Versions.NONE);
    }
  }

  private int assertRuns(int key, List<Integer> list) {
    var runs = 0;
    var before = -1;
    for (var element : list) {
      for (var op = 0; op < history.operationCount(); op++) {
        if (history.kind(op) == History.APPEND
            && history.key(op) == key
            && history.value(op) == element) {
          runs += versions.owner(op) == before ? 0 : 1;
          before = versions.owner(op);
        }
      }
    }
    assertEquals(runs, lists.runCount(key));
    return runs;
  }

  @Test
  void whatIsOpenOrContradictoryIsNotSettled() {
    look(Log.of("- : a(x,1)\n- : a(x,1)\n- : l(x,[1 1])\n- : a(y,1)\n- : l(y,[1])"));
    assertFalse(lists.isSettled(0));
    assertTrue(lists.isSettled(1));
    look(Log.of("- : a(x,1)\n- : a(x,2)\n- : l(x,[1 2])\n- : l(x,[2 1])"));
    assertFalse(lists.isSettled(0));
  }

  /**
   * The appends of a transaction are one version, also if one that was read is the first of all.
   */
  @Test
  void whatNobodyReadBelongsToWhatWasReadOfTheSameTransaction() {
    look(Log.of("- : a(x,1) l(x,[1]) a(x,2)"));
    assertEquals(Versions.INITIAL, versions.version(0));
    assertEquals(Versions.NONE, versions.version(2));
    assertEquals(0, lists.standingFor(2));
    look(Log.of("- : a(x,1)\n- : l(x,[1])\n- : a(x,2)"));
    assertEquals(Versions.HEAD, versions.version(2));
    assertEquals(2, lists.standingFor(2));
  }

  @Test
  void ofSeveralReadsOfOneLengthTheFirstIsTheLongest() {
    look(Log.of("- : a(x,1)\n- : l(x,[])\n- : l(x,[1])\n- : l(x,[1])"));
    assertEquals(2, versions.owner(lists.longestRead(0)));
  }
}
