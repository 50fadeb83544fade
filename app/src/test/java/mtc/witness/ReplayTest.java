package mtc.witness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.source.InputException;
import mtc.verdict.Level;
import mtc.witness.Witness.Shape;
import org.junit.jupiter.api.Test;

/** A replay accepts an order that explains the log, and no other. */
class ReplayTest {
  /** 0 writes x, 1 reads that and writes y, 2 reads both; 0 and 1 are of one session. */
  private static final History LOG =
      Log.of(
          """
          a 1-2 : w(x,1)
          a 3-6 : r(x,1) w(y,1)
          b 7-9 : r(x,1) r(y,1)
          """);

  private static String refute(Shape shape, int... events) {
    return new Replay(LOG, true, 0).refute(new Witness(shape, events));
  }

  @Test
  void theOrderOfTheLogExplainsIt() {
    assertNull(refute(Shape.SERIAL, 0, 1, 2));
    assertNull(refute(Shape.STRICT, 0, 1, 2));
    assertNull(refute(Shape.SNAPSHOT, ~0, 0, ~1, 1, ~2, 2));
  }

  @Test
  void aReadMustSeeWhatItSaw() {
    assertEquals(
        "transaction 2 reads \"y\" and sees something else than in the log",
        refute(Shape.SERIAL, 0, 2, 1));
    assertTrue(refute(Shape.SNAPSHOT, ~0, 0, ~1, ~2, 1, 2).contains("reads \"y\""));
  }

  @Test
  void everybodyTakesPartOnce() {
    assertEquals("transaction 2 committed, but does not take part", refute(Shape.SERIAL, 0, 1));
    assertEquals("transaction 1 takes part twice", refute(Shape.SERIAL, 0, 1, 1, 2));
    assertEquals("there is no transaction 3", refute(Shape.SERIAL, 0, 1, 3, 2));
    assertEquals("transaction 0 commits before it begins", refute(Shape.SNAPSHOT, 0, ~0));
  }

  @Test
  void eventsOfAnotherShapeAreRefuted() {
    assertEquals("a serial order has no snapshots", refute(Shape.STRICT, 0, 1, ~2, 2));
    assertEquals("a serial order has no snapshots", refute(Shape.SERIAL, ~0, 0, 1, 2));
  }

  @Test
  void nobodyOverwritesWhatCameSinceHisSnapshotUnlessAPrefixIsAllThatCounts() {
    var history =
        Log.of(
            """
            a 1-4 : w(x,1)
            b 2-5 : w(x,2)
            c 3-6 : w(x,3)
            """);
    var inTurn = new int[] {~0, 0, ~1, 1, ~2, 2};
    var rightAfter = new int[] {~0, ~1, 0, 1, ~2, 2};
    var later = new int[] {~2, ~0, 0, ~1, 1, 2};
    for (var order : new int[][] {rightAfter, later}) {
      var who = order == later ? 2 : 1;
      assertEquals(
          "transaction " + who + " overwrites \"x\", written since its snapshot",
          new Replay(history, true, 0).refute(new Witness(Shape.SNAPSHOT, order)));
      assertNull(new Replay(history, true, 0).refute(new Witness(Shape.PREFIX, order)));
    }
    assertNull(new Replay(history, true, 0).refute(new Witness(Shape.SNAPSHOT, inTurn)));
  }

  @Test
  void aSessionRunsInItsOrderUnlessThatDoesNotCount() {
    var history =
        Log.of(
            """
            a 1-9 : w(x,1)
            a 2-8 : r(x,0)
            """);
    var order = new int[] {1, 0};
    assertTrue(
        new Replay(history, true, 0).refute(new Witness(Shape.STRICT, order)).contains("session"));
    assertNull(new Replay(history, true, 0).refute(new Witness(Shape.REAL_TIME, order)));
    assertNull(new Replay(history, false, 0).refute(new Witness(Shape.STRICT, order)));
  }

  @Test
  void realTimeCountsWhereTheShapeSaysSo() {
    var history =
        Log.of(
            """
            a 1-2 : w(x,1)
            b 3-4 : r(x,0)
            """);
    var order = new int[] {1, 0};
    assertNull(new Replay(history, true, 0).refute(new Witness(Shape.SERIAL, order)));
    assertEquals(
        "transaction 1 comes before one that had ended when it started",
        new Replay(history, true, 0).refute(new Witness(Shape.STRICT, order)));
  }

  @Test
  void aWitnessIsReadAsItWasWritten() throws IOException {
    for (var shape : Shape.values()) {
      var isPlain = shape != Shape.SNAPSHOT && shape != Shape.PER_KEY;
      var events = isPlain ? new int[] {3, 0, 12} : new int[] {~3, 3, ~0, 0};
      var out = new ByteArrayOutputStream();
      WitnessFile.write(new Witness(shape, events), out);
      var read = WitnessFile.read(new ByteArrayInputStream(out.toByteArray()));
      assertEquals(shape, read.shape());
      assertArrayEquals(events, read.events());
    }
  }

  @Test
  void aLongWitnessWithSourcesIsReadAsItWasWritten() throws IOException {
    var events = new int[20_000];
    for (var i = 0; i < events.length; i++) {
      events[i] = i % 2 == 0 ? ~i : i - 1;
    }
    var sources = new int[] {4, 17, 5, -1, 0, 0};
    var out = new ByteArrayOutputStream();
    WitnessFile.write(new Witness(Shape.SNAPSHOT, events, sources), out);
    var read = WitnessFile.read(new ByteArrayInputStream(out.toByteArray()));
    assertArrayEquals(events, read.events());
    assertArrayEquals(sources, read.sources());
  }

  @Test
  void aWrongLineIsNamed() {
    assertWrongLine("3", "mtc witness 1 serial\n0\nr 4\n");
    assertWrongLine("4", "mtc witness 1 serial\n0\nr 4 1\nr 5 x\n");
    assertWrongLine("3", "mtc witness 1 serial\n0\n-1\n");
    assertWrongLine("2", "mtc witness 1 per_key\ns 1\n");
    assertWrongLine("3", "mtc witness 1 snapshot\ns 1\ns x\n");
    assertWrongLine("4", "mtc witness 1 serial\n0\nr 4 1\n-1\n");
  }

  private static void assertWrongLine(String line, String text) {
    var in = new ByteArrayInputStream(text.getBytes(UTF_8));
    assertEquals(line, assertThrows(InputException.class, () -> WitnessFile.read(in)).at());
  }

  @Test
  void atWeakLevelsEverybodyTakesPartOnceToo() {
    for (var shape : new Shape[] {Shape.CAUSAL, Shape.ATOMIC, Shape.MONOTONIC, Shape.PARALLEL}) {
      assertNull(refute(shape, 0, 1, 2));
      assertEquals("transaction 2 committed, but does not take part", refute(shape, 0, 1));
      assertEquals("transaction 1 takes part twice", refute(shape, 0, 1, 1, 2));
      assertEquals("transaction 0 takes part twice", refute(shape, 0, 0, 1, 2));
      assertEquals("there is no transaction 3", refute(shape, 0, 1, 3, 2));
      assertEquals("there is no transaction -1", refute(shape, ~0, 0, 1, 2));
      assertEquals("transaction 2 comes before one that it read from", refute(shape, 0, 2, 1));
      assertEquals(
          "transaction 1 comes before one that its session ran earlier", refute(shape, 1, 0, 2));
    }
  }

  @Test
  void aSourceThatWroteSomethingElseExplainsNothing() {
    for (var source : new int[] {-1, 0, 1, 2, 3}) {
      // Operation 4 is the read of y by transaction 2, which transaction 1 wrote.
      var proof = new Witness(Shape.CAUSAL, new int[] {0, 1, 2}, new int[] {4, source});
      var refuted = new Replay(LOG, true, 0).refute(proof);
      var seen = source < 0 ? "the initial version" : "what transaction " + source + " left";
      assertEquals(
          source == 1 ? null : falsely(4, source, "transaction 2 did not read " + seen), refuted);
    }
  }

  private static String falsely(int read, int source, String why) {
    return "the line \"r %d %s\" is false: %s".formatted(read, source < 0 ? "-" : source, why);
  }

  private static String refute(History history, Shape shape, int[] sources, int... events) {
    return new Replay(history, true, 0).refute(new Witness(shape, events, sources));
  }

  /** Whatever the shape, and also where nothing rests on it. */
  @Test
  void whatIsSaidOfAReadMustBeTrue() {
    var log = Log.of("a : w(x,1)\na : r(x,1) w(y,1) r(y,1) r(x,?)\nb : w(x,1)\n");
    for (var shape : new Shape[] {Shape.SERIAL, Shape.CAUSAL, Shape.MONOTONIC, Shape.COMMITTED}) {
      var order = new int[] {0, 1, 2};
      assertNull(refute(log, shape, new int[] {1, 0, 3, 1}, order), shape.name());
      for (var wrong :
          new String[][] {
            {"9", "0", "there is no operation 9"},
            {"0", "1", "operation 0 is a write"},
            {"4", "0", "the log does not tell what operation 4 saw"},
            {"1", "-1", "transaction 1 did not read the initial version"},
            {"1", "7", "transaction 1 did not read what transaction 7 left"},
            {"3", "0", "transaction 1 did not read what transaction 0 left"}
          }) {
        var read = Integer.parseInt(wrong[0]);
        var source = Integer.parseInt(wrong[1]);
        var told = read == 1 ? new int[] {1, source} : new int[] {1, 0, read, source};
        assertEquals(
            falsely(read, source, wrong[2]), refute(log, shape, told, order), shape.name());
      }
      assertEquals(
          falsely(1, 0, "operation 1 has another such line"),
          refute(log, shape, new int[] {1, 0, 1, 0}, order),
          shape.name());
    }
    // Both left that value; the order says which of them it was.
    assertEquals(
        falsely(1, 2, "transaction 1 did not read what transaction 2 left"),
        refute(log, Shape.SERIAL, new int[] {1, 2}, 0, 1, 2));
  }

  @Test
  void whatIsSaidOfWhoTakesNoPartDoesNotMatterAndNobodyReadsFromItself() {
    var log = Log.of("a : w(x,1)\nb ? : r(x,1)\nc : w(y,1) r(y,1)\n");
    for (var shape : new Shape[] {Shape.SERIAL, Shape.CAUSAL}) {
      assertNull(refute(log, shape, new int[] {1, 0}, 0, 1, 2));
      assertNull(refute(log, shape, new int[] {1, 0}, 0, 2));
      assertTrue(
          refute(log, shape, new int[] {3, 0}, 0, 2).startsWith("the line \"r 3 0\" is false"));
    }
  }

  @Test
  void aProofWithoutSessionOrderIsNoneOfTheLevelWithIt() throws IOException {
    var log = Log.of("a : w(x,1)\na : r(x,0)\n");
    var plain = new Witness(Shape.SERIAL, new int[] {1, 0}).withoutSessionOrder();
    assertNull(new Replay(log, false, 0).refute(plain));
    var unordered = Log.of("a : w(x,1)\nb : r(x,0)\n");
    assertEquals(
        "it is a proof without session order", new Replay(unordered, true, 0).refute(plain));
    for (var shape : Shape.values()) {
      var proof = new Witness(shape, new int[] {1, 0}).withoutSessionOrder();
      assertEquals(!shape.hasSessions(), writtenAndRead(proof).sessionOrder(), shape.name());
    }
    assertWrongLine("1", "mtc witness 1 per_key no-session-order\n");
    assertWrongLine("1", "mtc witness 1 no-session-order\n");
    assertWrongLine("1", "mtc witness 1  no-session-order\n");
  }

  private static Witness writtenAndRead(Witness proof) throws IOException {
    var out = new ByteArrayOutputStream();
    WitnessFile.write(proof, out);
    return WitnessFile.read(new ByteArrayInputStream(out.toByteArray()));
  }

  @Test
  void whatIsNoWitnessIsRefusedWithItsLine() {
    for (var text :
        new String[] {"", "{}", "mtc witness 1 sideways\n", "mtc witness 1 serial\nx\n"}) {
      var in = new ByteArrayInputStream(text.getBytes(UTF_8));
      assertThrows(InputException.class, () -> WitnessFile.read(in), text);
    }
  }

  private static String refute(History history, Shape shape, int... events) {
    return new Replay(history, true, 0).refute(new Witness(shape, events));
  }

  @Test
  void whoAbortedTakesNoPart() {
    var history = Log.of("a : w(x,1)\nb ! : w(x,2)\n");
    for (var shape : new Shape[] {Shape.SERIAL, Shape.CAUSAL}) {
      assertEquals("transaction 1 aborted, but takes part", refute(history, shape, 0, 1));
    }
    assertEquals(
        "transaction 1 aborted, but takes part", refute(history, Shape.SNAPSHOT, ~0, 0, ~1, 1));
  }

  @Test
  void nobodyCommitsTwice() {
    assertEquals("transaction 0 commits twice", refute(Shape.SNAPSHOT, ~0, 0, 0));
    assertEquals("transaction 3 commits before it begins", refute(Shape.SNAPSHOT, ~0, 0, 3));
    assertEquals("transaction 3 commits before it begins", refute(Shape.PREFIX, ~0, 0, 3));
  }

  /** 0 ended before 1 started, which did not see it. */
  private static final History STALE =
      Log.of(
          """
          a 1-2 : w(x,1)
          b 3-4 : r(x,0) w(y,1)
          """);

  @Test
  void aSnapshotComesAfterWhatHadEndedWhenItsTransactionStarted() {
    var early = new int[] {~1, ~0, 0, 1};
    assertNull(refute(STALE, Shape.SNAPSHOT, early));
    assertEquals(
        "transaction 1 takes its snapshot before one commits that had ended when it started",
        refute(STALE, Shape.STRONG_SNAPSHOT, early));
  }

  @Test
  void realTimeOfAKeyCountsForThoseThatShareIt() {
    assertEquals(
        "transaction 1 comes before one that shares \"x\" and had ended when it started",
        refute(STALE, Shape.KEY_TIME, 1, 0));
    var apart = Log.of("a 1-2 : w(x,1)\nb 3-4 : w(y,1)\n");
    assertNull(refute(apart, Shape.KEY_TIME, 1, 0));
  }

  @Test
  void clocksCountWhereTheyMayBeOffByLessThanTheGap() {
    var late = new Witness(Shape.STRICT, new int[] {1, 0});
    assertNull(new Replay(STALE, true, 1).refute(late));
    var gap = Log.of("a 1-2 : w(x,1)\nb 4-5 : r(x,0) w(y,1)\n");
    assertTrue(new Replay(gap, true, 1).refute(late).contains("had ended"));
    assertNull(new Replay(gap, true, 2).refute(late));
  }

  @Test
  void keyByKeyEachStandsUnderItsOwnKeyAndEachKeyOnce() {
    var history = Log.of("a 1-2 : w(x,1)\nb 3-4 : w(y,1)\nc 5-6 : r(x,1)\na 7-8 :\n");
    assertNull(refute(history, Shape.PER_KEY, ~0, 0, 2, ~1, 1));
    assertNull(refute(history, Shape.PER_KEY, ~1, 1, ~0, 0, 2));
    var keys = "the transactions of a key must follow it, and each key comes once";
    assertEquals(keys, refute(history, Shape.PER_KEY, 0, 2, ~1, 1));
    assertEquals(keys, refute(history, Shape.PER_KEY, ~0, 0, ~1, 1, ~0, 2));
    assertEquals(keys, refute(history, Shape.PER_KEY, ~0, 0, 2, ~1, 1, ~2));
    assertEquals(
        "transaction 1 is listed under a key that it does not touch",
        refute(history, Shape.PER_KEY, ~0, 0, 1, 2));
    assertEquals(
        "transaction 1 committed, but does not take part",
        refute(history, Shape.PER_KEY, ~0, 0, 2));
    assertEquals(
        "transaction 2 comes before one that had ended when it started",
        refute(
            Log.of("a 1-2 : w(x,1)\nb 3-4 : r(y,0)\nc 5-6 : r(x,0)\n"),
            Shape.PER_KEY,
            ~1,
            1,
            ~0,
            2,
            0));
  }

  @Test
  void versionsComeAsTheLogNumbersThem() {
    var log = Log.builder();
    for (var t = 0; t < 2; t++) {
      log.begin(History.NO_SESSION, t, t + 1);
      log.operation(
          History.WRITE, log.key(log.scalars().string("x")), log.scalars().integer(t + 1));
      log.version(2 - t);
      log.end(Status.COMMITTED);
    }
    var history = log.build();
    assertNull(refute(history, Shape.SERIAL, 1, 0));
    assertNull(refute(history, Shape.CAUSAL, 1, 0));
    assertEquals(
        "transaction 1 overwrites a later version of \"x\", by the log",
        refute(history, Shape.SERIAL, 0, 1));
    assertEquals(
        "transaction 1 overwrites a later version of \"x\"", refute(history, Shape.CAUSAL, 0, 1));
  }

  @Test
  void whoMustBeSeenIsNamed() {
    // 1 overwrites x and writes y; 2 sees that y, and the x that 1 overwrote.
    var fractured =
        Log.of(
            """
            a : w(x,1)
            b : r(x,1) w(x,2) w(y,1)
            c : r(y,1) r(x,1)
            """);
    var named = "transaction 2 must see transaction 1, but read what it overwrote";
    for (var shape : new Shape[] {Shape.MONOTONIC, Shape.ATOMIC, Shape.CAUSAL, Shape.PARALLEL}) {
      assertEquals(named, refute(fractured, shape, 0, 1, 2), shape.name());
    }
    // The same within a session, where only its order tells that it must be seen.
    var forgotten = Log.of("a : w(x,1)\nb : w(x,2)\nb : r(x,1)\n");
    assertNull(refute(forgotten, Shape.MONOTONIC, 0, 1, 2));
    for (var shape : new Shape[] {Shape.ATOMIC, Shape.CAUSAL, Shape.PARALLEL}) {
      assertEquals(named, refute(forgotten, shape, 0, 1, 2), shape.name());
      assertNull(refute(forgotten, shape, 1, 0, 2), shape.name());
    }
  }

  @Test
  void whatSeveralWroteIsExplainedByASourceOnly() {
    var history = Log.of("a : w(x,1)\nb : w(x,1)\nc : r(x,1) r(x,1)\n");
    var order = new int[] {0, 1, 2};
    assertTrue(refute(history, Shape.CAUSAL, order).contains("reads \"x\""));
    for (var source = 0; source < 2; source++) {
      // What was read again was read from the same.
      var proof = new Witness(Shape.CAUSAL, order, new int[] {2, source});
      assertNull(new Replay(history, true, 0).refute(proof));
    }
  }

  @Test
  void whatItsWriterOverwroteNobodyElseRead() {
    var history = Log.of("a : w(x,1) w(x,2)\nb : w(x,1)\nc : r(x,1)\n");
    assertNull(refute(history, Shape.CAUSAL, 0, 1, 2));
    assertTrue(
        refute(Log.of("a : w(x,1) w(x,2)\nc : r(x,1)\n"), Shape.CAUSAL, 0, 1).contains("reads"));
  }

  @Test
  void whoSawAnythingElseMayHaveSeenWhatItHadSeen() {
    var again = Log.of("a : w(x,1)\nb : w(x,2)\nc : r(x,2) o(x,1)\n");
    assertNull(refute(again, Shape.CAUSAL, 0, 1, 2));
    var untold = Log.of("a : w(x,1)\nb : w(x,2)\nc : o(x,1)\n");
    assertTrue(refute(untold, Shape.CAUSAL, 0, 1, 2).contains("reads"));
    var otherKey = Log.of("a : w(x,1) w(y,2)\nb : w(x,2)\nc : r(y,2) o(x,1)\n");
    assertTrue(refute(otherKey, Shape.CAUSAL, 0, 1, 2).contains("reads"));
  }

  @Test
  void eachShapeProvesItsLevelAndKnowsWhetherItIsAboutTime() {
    for (var shape : Shape.values()) {
      var level = Level.named(shape.level()).level();
      assertEquals(level.time() != Level.Time.NONE, shape.isTimed(), shape.name());
    }
  }

  @Test
  void aTransactionFindsItsOwnAppendsAtTheEndOfAList() {
    for (var shape : new Shape[] {Shape.SERIAL, Shape.CAUSAL}) {
      assertNull(refute(Log.of("a : a(x,1)\nb : a(x,2) a(x,3) l(x,[1 2 3])\n"), shape, 0, 1));
      for (var list : new String[] {"1 3 2", "1 2 4", "1 2", "2 3", "2 3 1"}) {
        var history = Log.of("a : a(x,1)\nb : a(x,2) a(x,3) l(x,[" + list + "])\n");
        assertTrue(refute(history, shape, 0, 1).contains("reads \"x\""), list);
      }
    }
  }

  /** Who read from another is not seen by those who only have the same past. */
  @Test
  void whatWasReadByOthersNeedNotBeSeen() {
    var history =
        Log.of(
            """
            a : w(x,1)
            b : r(x,1) w(y,1)
            a : w(z,1)
            a : r(y,0)
            """);
    // The same, where it was the session that went on.
    var ahead =
        Log.of(
            """
            a : w(x,1)
            a : w(y,1)
            b : r(x,1) w(z,1)
            b : r(y,0)
            """);
    for (var each : new History[] {history, ahead}) {
      assertNull(refute(each, Shape.CAUSAL, 0, 1, 2, 3));
      assertNull(refute(each, Shape.PARALLEL, 0, 1, 2, 3));
    }
  }

  @Test
  void whoStartedWhenAnotherEndedNeedNotSeeIt() {
    var history = Log.of("a 1-3 : w(x,1)\nb 3-4 : r(x,0) w(y,1)\n");
    assertNull(refute(history, Shape.STRONG_SNAPSHOT, ~1, ~0, 0, 1));
    assertNull(refute(history, Shape.STRICT, 1, 0));
    assertNull(refute(history, Shape.KEY_TIME, 1, 0));
  }

  /** 1 did not see what 0 wrote; the start and end of 0, then of 1. */
  private static History stale(long[] inTheLog, long[] byClocks) {
    var log = Log.builder();
    for (var t = 0; t < 2; t++) {
      log.begin(History.NO_SESSION, t, t + 1);
      log.realTime(inTheLog[2 * t], inTheLog[2 * t + 1]);
      log.clock(byClocks[2 * t], byClocks[2 * t + 1]);
      var key = log.key(log.scalars().string("x"));
      log.operation(t == 0 ? History.WRITE : History.READ, key, log.scalars().integer(1 - t));
      log.end(Status.COMMITTED);
    }
    return log.build();
  }

  @Test
  void theOrderOfTheLogCountsUnlessClocksAreSaidToBeOff() {
    var apart = new long[] {1, 2, 5, 6};
    var together = new long[] {1, 9, 2, 8};
    var proof = new Witness(Shape.STRICT, new int[] {1, 0});
    assertTrue(new Replay(stale(apart, together), true, 0).refute(proof).contains("had ended"));
    assertNull(new Replay(stale(apart, together), true, 1).refute(proof));
    assertNull(new Replay(stale(together, apart), true, 0).refute(proof));
    assertTrue(new Replay(stale(together, apart), true, 1).refute(proof).contains("had ended"));
  }

  @Test
  void allOfAWitnessIsHandedOn() throws IOException {
    var out = new ByteArrayOutputStream();
    WitnessFile.write(new Witness(Shape.SERIAL, new int[] {0}), new BufferedOutputStream(out));
    assertEquals("mtc witness 1 serial\n0\n", out.toString(UTF_8));
  }
}
