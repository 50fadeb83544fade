package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import mtc.verdict.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The graph's characterisation of the levels and the replay of a store are the same thing. */
class OraclesAgreeTest {
  /** Snapshots and commits of six transactions have too many orders. */
  private static final int LARGEST_FOR_SNAPSHOTS = 5;

  @ParameterizedTest
  @EnumSource
  void graphsAndReplaysAgree(RandomHistories.Kind kind) {
    var counts = new EnumMap<Level, Integer>(Level.class);
    var siNotSer = 0;
    var serNotSser = 0;
    var seeds = Seeds.count(1500);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, seed % 4 == 0 ? 8 : 5);
      var sessionOrder = seed % 5 != 0;
      var si = agree(draft, Level.SI, sessionOrder, seed);
      var ser = agree(draft, Level.SER, sessionOrder, seed);
      assertEquals(true, si || !ser, () -> "ser without si:\n" + HistoryText.print(draft));
      counts.merge(Level.SI, si ? 1 : 0, Integer::sum);
      counts.merge(Level.SER, ser ? 1 : 0, Integer::sum);
      siNotSer += si && !ser ? 1 : 0;
      if (draft.realTime()) {
        var sser = agree(draft, Level.SSER, sessionOrder, seed);
        assertEquals(true, ser || !sser, () -> "sser without ser:\n" + HistoryText.print(draft));
        serNotSser += ser && !sser ? 1 : 0;
        counts.merge(Level.SSER, sser ? 1 : 0, Integer::sum);
      }
      if (RegisterOracle.decides(draft)) {
        var lin = agree(draft, Level.LIN, true, seed);
        counts.merge(Level.LIN, lin ? 1 : 0, Integer::sum);
      }
    }
    System.out.printf(
        "%-20s %d histories, hold: %s, si not ser: %d, ser not sser: %d%n",
        kind, seeds, counts, siNotSer, serNotSser);
  }

  private static boolean agree(Draft draft, Level level, boolean sessionOrder, long seed) {
    if (level == Level.SI && draft.size() > LARGEST_FOR_SNAPSHOTS) {
      return Oracle.holds(draft, level, sessionOrder);
    }
    var graph = graph(draft, level, sessionOrder);
    if (graph != replay(draft, level, sessionOrder)) {
      var small =
          Shrinker.shrink(
              draft, d -> graph(d, level, sessionOrder) != replay(d, level, sessionOrder));
      throw new AssertionError(
          "seed %d, %s, session order %s: graph %s, replay %s%n%s"
              .formatted(
                  seed,
                  level,
                  sessionOrder,
                  graph(small, level, sessionOrder),
                  replay(small, level, sessionOrder),
                  HistoryText.print(small)));
    }
    return graph;
  }

  /** Linearizability is the strict serializability of one-operation transactions. */
  private static boolean graph(Draft draft, Level level, boolean sessionOrder) {
    return level == Level.LIN
        ? Oracle.holds(draft, Level.SSER, false)
        : Oracle.holds(draft, level, sessionOrder);
  }

  private static boolean replay(Draft draft, Level level, boolean sessionOrder) {
    return level == Level.LIN
        ? RegisterOracle.holds(draft)
        : ReplayOracle.holds(draft, level, sessionOrder);
  }
}
