package mtc.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZstdFramesTest {
  private static final byte[] CONTENT = Packed.utf8("w(1,1,1,1)\n".repeat(20_000));

  @ParameterizedTest
  @EnumSource(names = {"ZSTD", "LZ4"})
  void framesToBeSkippedAreSkippedWhereverTheyStand(Container kind) throws IOException {
    var frame = Packed.compress(kind, CONTENT);
    assertArrayEquals(CONTENT, read(skippable(0, 4), frame));
    assertArrayEquals(CONTENT, read(skippable(15, 0), skippable(1, 7), frame, skippable(2, 9)));
    var both = read(frame, skippable(3, 300_000), frame, skippable(4, 1));
    assertArrayEquals(CONTENT, Arrays.copyOf(both, CONTENT.length));
    assertArrayEquals(CONTENT, Arrays.copyOfRange(both, CONTENT.length, both.length));
  }

  @Test
  void frameToBeSkippedMayBeLongerThanWhatIsLookedAt() throws IOException {
    var frame = Packed.compress(Container.ZSTD, CONTENT);
    assertArrayEquals(CONTENT, read(skippable(0, 2 * Source.HEAD), frame));
    assertArrayEquals(CONTENT, read(skippable(0, Source.HEAD - 8), frame));
  }

  @Test
  void nothingButFramesToBeSkippedIsNothing() throws IOException {
    assertEquals(0, read(skippable(0, 10)).length);
    assertEquals(0, read(skippable(0, 10), skippable(1, 2 * Source.HEAD)).length);
  }

  @Test
  void fileThatEndsInAFrameToBeSkippedIsAnError() {
    var frame = Packed.compress(Container.ZSTD, CONTENT);
    var whole = concat(frame, skippable(0, 10));
    for (var length = frame.length + 1; length < whole.length; length++) {
      var cut = Arrays.copyOf(whole, length);
      var error = assertThrows(InputException.class, () -> read(cut), "cut at " + length);
      assertEquals(
          "byte " + length + ": the compressed file ends in the middle of its zstd data",
          error.describe());
    }
  }

  @Test
  void numberThatLooksLikeAFrameToBeSkippedIsNone() throws IOException {
    var plain = concat(skippable(0, 0), Packed.utf8("something else"));
    assertArrayEquals(plain, read(plain));
  }

  @Test
  void windowThatTheDecoderCannotHoldIsNamed() throws IOException {
    var content = Packed.utf8("w(1,1,1,1)\n".repeat(1_000_000));
    var frame = Packed.compress(Container.ZSTD, content);
    assertEquals(0, frame[4] & 0x20, "the frame has a window of its own");
    frame[5] = 13 << 3;
    assertArrayEquals(content, read(frame));
    frame[5] = 13 << 3 | 1;
    assertRefused(9 << 20, 8 << 20, frame);
    assertRefused(9 << 20, 8 << 20, Packed.compress(Container.ZSTD, CONTENT), frame);
    frame[5] = (byte) (31 << 3 | 7);
    assertRefused(15L << 38, 8 << 20, frame);
  }

  @Test
  void frameInOneSegmentIsItsOwnWindow() throws IOException {
    var blocks = 72;
    var zeros = blocks << 17;
    assertArrayEquals(new byte[zeros], read(oneSegment(zeros, blocks)));
    assertRefused(512 << 20, 256 << 20, oneSegment(512 << 20, blocks));
  }

  private static void assertRefused(long window, long most, byte[]... parts) {
    var error = assertThrows(InputException.class, () -> read(parts));
    assertTrue(
        error
            .describe()
            .startsWith(
                "the zstd data needs a window of "
                    + window
                    + " bytes to decompress; at most "
                    + most
                    + " are possible; "),
        error.describe());
  }

  /** Zeros, in blocks that repeat one byte 2^17 times. */
  private static byte[] oneSegment(int size, int blocks) {
    var frame = ByteBuffer.allocate(9 + 4 * blocks).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(ZstdFrames.MAGIC).put((byte) 0xa0).putInt(size);
    for (var left = blocks; left > 0; left--) {
      var header = 1 << 20 | 1 << 1 | (left == 1 ? 1 : 0);
      frame.putInt(header); // Three bytes of it, and the byte to repeat.
    }
    return frame.array();
  }

  private static byte[] skippable(int number, int length) {
    var frame = ByteBuffer.allocate(8 + length).order(ByteOrder.LITTLE_ENDIAN);
    return frame.putInt(ZstdFrames.SKIPPABLE + number).putInt(length).array();
  }

  private static byte[] concat(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] read(byte[]... parts) throws IOException {
    var in = new ByteArrayInputStream(concat(parts));
    try (var source = Sources.open("-", in, Limits.DEFAULT)) {
      return source.file("").open().readAllBytes();
    }
  }
}
