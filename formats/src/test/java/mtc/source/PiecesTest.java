package mtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pieces come in order, part after part, however many threads work on them; failures do, too. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PiecesTest {
  private static final int PARTS = 60;

  /** A part, and which piece of it is next. */
  private static final class Part {
    int number;
    int next;
  }

  /** Part n has 1 + n % 40 pieces; each is told its part and its number there. */
  private static class Counting implements Pieces.Work<Part, int[]> {
    final AtomicInteger created = new AtomicInteger();
    int filled;

    @Override
    public Part create() {
      return new Part();
    }

    @Override
    public int[] createPiece() {
      created.incrementAndGet();
      return new int[2];
    }

    @Override
    public boolean fill(Part part) throws IOException {
      part.number = filled;
      part.next = 0;
      return filled++ < PARTS;
    }

    @Override
    public boolean process(Part part, int[] piece) {
      for (var i = 0; i < (part.number + part.next) % 7 * 1000; i++) {
        Thread.onSpinWait();
      }
      piece[0] = part.number;
      piece[1] = part.next++;
      return part.next < size(part.number);
    }
  }

  private static int size(int part) {
    return 1 + part % 40;
  }

  private static void expectParts(Pieces<Part, int[]> pieces, int from, int to) throws IOException {
    for (var part = from; part < to; part++) {
      for (var i = 0; i < size(part); i++) {
        var piece = pieces.next();
        assertEquals(part, piece[0]);
        assertEquals(i, piece[1]);
      }
    }
  }

  @Test
  void piecesComeInOrder() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      try (var pieces = new Pieces<>(new Counting(), threads)) {
        expectParts(pieces, 0, PARTS);
        assertNull(pieces.next());
        assertNull(pieces.next());
      }
    }
  }

  @Test
  void anInputWithoutPartsHasNoPieces() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      var nothing = new Counting();
      nothing.filled = PARTS;
      try (var pieces = new Pieces<>(nothing, threads)) {
        assertNull(pieces.next());
        assertNull(pieces.next());
      }
    }
  }

  @Test
  void anInputThatCannotBeReadFailsAfterWhatWasBefore() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      var failing =
          new Counting() {
            @Override
            public boolean fill(Part part) throws IOException {
              if (filled == 30) {
                throw new IOException("no more");
              }
              return super.fill(part);
            }
          };
      try (var pieces = new Pieces<>(failing, threads)) {
        expectParts(pieces, 0, 30);
        assertThrows(IOException.class, pieces::next);
      }
    }
  }

  @Test
  void aPartThatFailsGivesThePiecesBefore() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      var failing =
          new Counting() {
            @Override
            public boolean process(Part part, int[] piece) {
              if (part.number == 30 && part.next == 20) {
                throw new IllegalStateException("a bug");
              }
              return super.process(part, piece);
            }
          };
      try (var pieces = new Pieces<>(failing, threads)) {
        expectParts(pieces, 0, 30);
        for (var i = 0; i < 20; i++) {
          assertEquals(i, pieces.next()[1]);
        }
        assertThrows(IllegalStateException.class, pieces::next);
      }
    }
  }

  @Test
  void whoeverTakesItsTimeFindsFewPiecesMade() throws IOException, InterruptedException {
    var counting = new Counting();
    try (var pieces = new Pieces<>(counting, 3)) {
      expectParts(pieces, 0, 20);
      Thread.sleep(20);
      expectParts(pieces, 20, 25);
      Thread.sleep(20);
      assertTrue(counting.filled <= 25 + 4, counting.filled + " parts were taken");
    }
  }

  @Test
  void aPieceIsNotUsedAgainBeforeTheNextIsAskedFor() throws IOException, InterruptedException {
    try (var pieces = new Pieces<>(new Counting(), 3)) {
      expectParts(pieces, 0, 39);
      var piece = pieces.next();
      Thread.sleep(20);
      assertEquals(39, piece[0]);
      assertEquals(0, piece[1]);
    }
  }

  @Test
  void withoutThreadsThereIsOnePiece() throws IOException {
    try (var pieces = new Pieces<>(new Counting(), 0)) {
      assertSame(pieces.next(), pieces.next());
    }
  }

  @Test
  void closingLetsTheThreadsGo() throws IOException, InterruptedException {
    var before = Thread.activeCount();
    for (var i = 0; i < 20; i++) {
      var pieces = new Pieces<>(new Counting(), 3);
      expectParts(pieces, 0, i);
      pieces.close();
    }
    for (var tries = 0; Thread.activeCount() > before; tries++) {
      if (tries == 1000) {
        fail((Thread.activeCount() - before) + " threads are left");
      }
      Thread.sleep(10);
    }
  }
}
