package mtc.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Parts come in order, however many threads work on them, and so do failures. */
class PartsTest {
  /** Counts; a part that was worked on is negative. */
  private static final class Counting implements Parts.Work<int[]> {
    final int count;
    final int failsAt;
    int filled;

    Counting(int count, int failsAt) {
      this.count = count;
      this.failsAt = failsAt;
    }

    @Override
    public int[] create() {
      return new int[1];
    }

    @Override
    public boolean fill(int[] part) throws IOException {
      if (filled == failsAt) {
        throw new IOException("no more");
      }
      part[0] = ++filled;
      return filled <= count;
    }

    @Override
    public void process(int[] part) {
      for (var i = 0; i < part[0] % 7 * 1000; i++) {
        Thread.onSpinWait();
      }
      part[0] = -part[0];
    }
  }

  @Test
  void partsComeInOrder() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      try (var parts = new Parts<>(new Counting(500, -1), threads)) {
        for (var i = 1; i <= 500; i++) {
          assertEquals(-i, parts.next()[0]);
        }
        assertNull(parts.next());
        assertNull(parts.next());
      }
    }
  }

  @Test
  void aFailureComesAfterWhatWasBeforeIt() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      try (var parts = new Parts<>(new Counting(500, 30), threads)) {
        for (var i = 1; i <= 30; i++) {
          assertEquals(-i, parts.next()[0]);
        }
        assertThrows(IOException.class, parts::next);
      }
    }
  }

  @Test
  void stoppingGivesWhatIsFilledAndNotTaken() throws IOException {
    for (var threads = 0; threads < 5; threads++) {
      var counting = new Counting(500, -1);
      try (var parts = new Parts<>(counting, threads)) {
        for (var i = 1; i <= 40; i++) {
          parts.next();
        }
        var next = 40;
        for (var part : parts.stop()) {
          assertEquals(-next++, part[0]);
        }
        assertEquals(counting.filled + 1, next);
        assertTrue(next > 40);
      }
    }
  }

  @Test
  void readingAheadGivesTheSameBytes() throws IOException {
    for (var size : new int[] {0, 1, (1 << 17) - 1, 1 << 17, (1 << 17) + 1, 1_000_000}) {
      var bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      try (var in = new ReadAhead(inPieces(bytes))) {
        assertArrayEquals(bytes, in.readAllBytes());
        assertEquals(-1, in.read());
      }
    }
  }

  /** Gives less than it is asked for. */
  private static InputStream inPieces(byte[] bytes) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return super.read(into, offset, Math.min(length, 7777));
      }
    };
  }
}
