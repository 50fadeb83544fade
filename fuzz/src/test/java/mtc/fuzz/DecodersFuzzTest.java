package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import mtc.source.Bytes;
import mtc.source.InputException;

/** Every decompressor takes any bytes, gives no more than it may, and what was packed comes out. */
class DecodersFuzzTest {
  @FuzzTest
  void gzip(byte[] bytes) {
    var ours = expand("gzip", bytes);
    var theirs = ofTheJdk(bytes);
    Oracles.expect(
        ours == null || theirs == null || Arrays.equals(ours, theirs), "not what the JDK reads");
  }

  @FuzzTest
  void xz(byte[] bytes) {
    expand("xz", bytes);
  }

  @FuzzTest
  void bzip2(byte[] bytes) {
    expand("bzip2", bytes);
  }

  @FuzzTest
  void zstd(byte[] bytes) {
    expand("zstd", bytes);
  }

  @FuzzTest
  void lz4(byte[] bytes) {
    expand("lz4", bytes);
  }

  /** Packed by others, in one or two pieces, and perhaps damaged on the way. */
  @FuzzTest
  void packed(byte[] bytes) {
    var dice = new Dice(bytes);
    // The compressors of xz and bzip2 take a millisecond and megabytes to begin with.
    var compression = new String[] {"gzip", "zstd", "lz4"}[dice.below(3)];
    var isCut = dice.chance(64);
    var isDamaged = dice.chance(64);
    var at = dice.octet() << 8 | dice.octet();
    var times = 1 + dice.below(40);
    var piece = dice.rest();
    var plain = new byte[times * piece.length];
    for (var i = 0; i < times; i++) {
      System.arraycopy(piece, 0, plain, i * piece.length, piece.length);
    }
    var packed = Bytes.compress(compression, plain);
    if (isCut) {
      packed = Arrays.copyOf(packed, at % packed.length);
    } else if (isDamaged) {
      packed[at % packed.length] ^= (byte) (1 + at % 255);
    }
    var expanded = expand(compression, packed);
    if (isCut) {
      Oracles.expect(expanded == null || expanded.length == 0, "a part passes for the whole");
    } else if (!isDamaged) {
      Oracles.expect(Arrays.equals(expanded, plain), "not what was packed");
    }
  }

  private static byte[] expand(String compression, byte[] bytes) {
    try {
      var expanded = Bytes.expand(compression, bytes, Oracles.LIMITS);
      Oracles.expect(expanded.length <= Oracles.LIMITS.maxExpandedBytes(), "more than it may");
      return expanded;
    } catch (InputException e) {
      Oracles.told(e);
      return null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] ofTheJdk(byte[] bytes) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readNBytes(5 << 20);
    } catch (IOException e) {
      return null;
    }
  }
}
