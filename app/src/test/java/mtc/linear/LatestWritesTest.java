package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

/** The last write of each key answers reads in the order of time, and is given up for others. */
class LatestWritesTest {
  private static final int KEYS = 10;
  private static final int WRITES = 100_000;

  /**
   * Two clients take turns at keys: each reads what the other one wrote last, and overwrites it.
   */
  private static History history(boolean isSessionBySession) {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    var step = isSessionBySession ? 2 : 1;
    for (var first = 0; first < step; first++) {
      for (var i = first; i < WRITES; i += step) {
        add(builder, i);
      }
    }
    return builder.build();
  }

  private static void add(HistoryBuilder builder, int i) {
    var scalars = builder.scalars();
    var key = builder.key(scalars.integer(i / 2 % KEYS));
    var before = i % 2 == 1 ? i - 1 : i - 2 * KEYS + 1;
    builder.begin(builder.session(scalars.integer(i % 2)), i, i);
    builder.operation(History.READ, key, before < 0 ? Scalars.NIL : scalars.integer(before));
    builder.operation(History.WRITE, key, scalars.integer(i));
    builder.end(Status.COMMITTED);
  }

  private static LatestWrites passed(History history) {
    var latest = new LatestWrites(history);
    for (var op = 0; op < history.operationCount(); op += 2) {
      if (history.value(op) != Scalars.NIL) {
        var seen = latest.seenBy(op);
        assertTrue(seen < 0 || history.keyAndValue(seen) == history.keyAndValue(op));
      }
      latest.put(op + 1);
    }
    return latest;
  }

  @Test
  void itTellsWhatReadsSawInTheOrderOfTime() {
    var history = history(false);
    var latest = passed(history);
    assertTrue(latest.isTelling());
    var writes = new int[] {history.key(2 * WRITES - 1), -1};
    latest.writes(writes, 1);
    assertEquals(2 * WRITES - 1, writes[0]);
    assertEquals(-1, writes[1]);
  }

  @Test
  void itIsGivenUpWhereSessionsFollowEachOther() {
    assertFalse(passed(history(true)).isTelling());
  }

  @Test
  void theVersionsAreTheSameEitherWay() {
    for (var isSessionBySession : new boolean[] {false, true}) {
      var history = history(isSessionBySession);
      var core = Groundwork.of(history, 5);
      assertTrue(core.findings.isEmpty());
      for (var op = 0; op < history.operationCount(); op += 2) {
        var seen = core.versions.version(op);
        assertEquals(history.value(op) == Scalars.NIL, seen == Versions.INITIAL);
        assertTrue(seen < 0 || history.keyAndValue(seen) == history.keyAndValue(op));
        assertTrue(seen == core.versions.version(op + 1));
      }
      assertTrue(core.graph(true).serial().isAcyclic());
    }
  }

  /** Not even of the value that has the first number, by the first operation. */
  @Test
  void beforeTheFirstWriteNothingIsSeen() {
    var builder = new HistoryBuilder("test");
    builder.reservedInitialValue(Scalars.NIL);
    builder.begin(History.NO_SESSION, 0, 0);
    builder.operation(History.READ, builder.key(builder.scalars().integer(7)), 0);
    builder.end(Status.COMMITTED);
    assertTrue(new LatestWrites(builder.build()).seenBy(0) < 0);
  }
}
