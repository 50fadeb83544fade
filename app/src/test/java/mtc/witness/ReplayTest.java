package mtc.witness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import mtc.check.Log;
import mtc.history.History;
import mtc.source.InputException;
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
      assertEquals(
          source == 1 ? null : "transaction 2 reads \"y\" and sees something else than in the log",
          refuted);
    }
  }

  @Test
  void whatIsNoWitnessIsRefusedWithItsLine() {
    for (var text :
        new String[] {"", "{}", "mtc witness 1 sideways\n", "mtc witness 1 serial\nx\n"}) {
      var in = new ByteArrayInputStream(text.getBytes(UTF_8));
      assertThrows(InputException.class, () -> WitnessFile.read(in), text);
    }
  }
}
