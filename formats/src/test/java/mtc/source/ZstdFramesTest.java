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
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZstdFramesTest {
  private static final String FROM_ZSTD =
      "KLUv/WSuYpQpAOLZNRSgqXL4fSnxcwAMTcpK2bIpXHFzBJQfyi8oMYLnQRXOEvZERwqRiE6Hh0MXFkoZ88bo4W+pxkEX"
          + "cw7tE3+th4NEu0Gaj+mMH1cOF/mHO6yJ27pnUdSh2pFc9IpntSUOF7E+coLTTg48aKqJxrl9WyeK6TfP91XTMo3jwI7r"
          + "WIXISKX9XC6mD6JJwnLoJ8hZhRdyuN2HSn0MNYdo8sMmU2+HCIm5RF8Z29msIYfLHEwerJ0Hj2dcx3wUOxz0mBAnqxiS"
          + "TlgHCwkADYcABYEAgoECBIEAAwGGgjao0/su73eDErBwQCwqGVMK9gMTgIBAAAsNE4ggEMSRS+NlJFv73wEg0MA0bMIX"
          + "JRV5aQgBQmThMtioAuHzrpCk/JWh6iw+ZK5PJK/ZViuaJ81HxeC38exVCRBNovJWtY91q9imMh9ORUEyv6JAvJDS4OEE"
          + "AUDVlRCTee1tmkQXD6g/IvzlKd/jCZOF1zORM1fr2zPRNBIn3ZOg7jOyETinLCI36dox1lwgYLTuo1uM+YDLPwyY+y6a"
          + "4A26xI+cLRmlY4AMyTQywp9kitR/DWS6n/1czfJncymBAKj4YZV0yehUCZYEvdMyuOM/zysjpbBpcc+/57ArUDYF3Lmw"
          + "O+WxTbMDL8C0/TyhLlLUMZuoATO6LOv8i5RiAWhFMI/z4jG8ZL/45z8Pa57t3O2IZ5jgGo5AZMshTNsmgmCpj5rY3dZ2"
          + "hR9uB0Vi/soQ2bhH5EqTqgVoZjKIZjPQCGylEXDCBhH4GDHT6D/kXakD2RJBCXOQFTvs2UbHqU2mLxpZFykNwUtU5Xf6"
          + "YRDh0wPeGH+LO04jflsvbUVhi8oheYIoDT/nhpWQEPupL0RJscrc6b0PhA6AfnOqrhDNwxDzDHDZiQJowpAZI1LAF7td"
          + "NDxzoJNyqhKhenmzDk7ifbO/5USklXvINCxbqB9MHy3g6fTlJai2XrBDP76c6IIxJqOxgLe3M1mcqoIQAPxRTkXaTpYf"
          + "kcGFDyR4xMSeiMK6s1GkQFFyVJ2EVqZGxcsgiU1JwDHN3ypbF/7Ug26PNQvWrZ82uKOLRGBjG7ru2P6EJpkY4h9YQ7GG"
          + "4Me3+kOUY+0gRqDFmSgWP6CZ9VANn3NStaBTsyyhoj+V19ZXOZPazgxa2fQMn4KI0gBwTyQ1AxnYMIxgKApFfOifKJV3"
          + "xWyALNXMKQmUMzG8FjTSUP3fJ96lqM1Mo++mp3LMKlO0DVwmr4oU+zfEIjCIQvFOMvPoKv6MfIiMREQk1XVoW1WHV787"
          + "SZOXm0e6MwOM7bSyb1JjsMNsZGOpjmfPZb7TmJInKxKCJSEI7/hXWPCo2iT0wmTaF0QUajOaRleO1vnmohUgPDOCBd9o"
          + "wqoAaDQvFDWuCm+WhLiFEFD5cR/d7MF1OtpwYvzM9OBEtHmX9UhPVTNCojucl1AjDES4wZVKxlthed04Ys6+5GbzUDjP"
          + "V4cSJuxE4I9KVN2EQMagaNLCiiewgRzOl6ma3pL3jEFCi8kH7yS/Z6CpR6JLXzwWJcJAE68EGtJA4TEcaT4vBRDfxKO4"
          + "rF4UtuOgfvtXBHWHx0OajEdjHJt+f7zTiXYfMLF8NUtQY0bJphthb0C6p1ohNIHTdoXE1CVfVx2YX81oDqodWaNTeJdM"
          + "+mRE1edi9W2xk4RtMo+JeJb9r1Rdjxu3Ab6odHeMFuYlr4gnMbKjKQT5OiuQDUJADfcZeFz7aMS1Qi0qZoKWfdKIIHWx"
          + "2pnqNUFp1CWih0K+M8oLkuaY+xCLBNkA0M3oRleNJQBjwwUH0XD04Y2Wnfsy1q7h9pARwxfDFvlJrIJA/EMgYuh9afXp"
          + "IgXiDBBdFtiM7EfsqvsVUWliqBbfDle07/UazaZF0vuIBfRUOUhR4SojDmMkfMU6hwAQu5reKXl4t+F7fgy8HZyM9l6I"
          + "dwHKJLxPNHmbARdoCAvk7z1gJS1kkxNW9jetdImKowaHiN6VRUcl+AXLKE3To7iuTdHt5EHfEAZHtaaYfnjxdFnCgPjL"
          + "khG2EngaNAsRDVsrlN3qbxtZlBgazTqC51fMVan74l5iw5oZyhD5tyHkIy6gRf6f1sotVxzJ91yMemAGZoF/Z4nMgF2X"
          + "OlzaIxMADO4e85sAAarJVn2BcEbhXewZ6QmalOz/wUevyMQSvBNtYCSzGiT2pAVZw0SN2RparWkUBjYlmbUEsgyzpMmh"
          + "CugbePLBtDf0R3gZHm7lgiSchqAEaPoh1LlCJmaZ6wLJWJuiV4IZ+FC1ivbNzHsZQkYrs1trHW3a15mux3E+lL1EiWXe"
          + "3yHlB5DZzBlK2BbYHYnIU0Deu5DMJDMqfI3YCJHP0M5Qn6VyiVRmIee+jtgqlmmaGsKxiBJwVbOEt0oRMfAkJQvkMY5F"
          + "EkAczhoV/oR2GQUU3zNdcdGrDVMiicYAe2os0EmkQ7pTIuq6iywJpvHbSe0o5N6RsFRAejdCBcaqKMzKDUoZGPyBY6Jx"
          + "aEqrJh+0TiG0inC7s17U3rTqvETCTs1hjY0lo0kw3GK9a+6o4iOr2rQ0msy53KZljsdZFtssfB5XDHyGLC9rF7f/ZWk0"
          + "SHRZ8w0gwjQvyaCElgKneCQXmmAjILGYaLd3wGWoPu1qyQgfaNcl62GJymCCF9VkVuGrrPANUQ0QbR2cyVIyEchxVHlc"
          + "RAwGBtX/xwrB91hIhhW9WQy12RM2JJKu2y3kgpSxr56XPQ/46IY7MRbiyFBUWdpV+Qivu99y5OqwA6bb64jwDoiLO56T"
          + "mBS44flUA288DDuhnCDtaqfbaESofyL7m8bADbLHBSyHWj2umNKChSyVxva4wqLBNtgH671V8XcilVOmCGVp5c9+ubZB"
          + "EcEhInUrSiHjPXMZ6B7EADQ+1WZFmZS71bki4FkV1sawLr1ihjjEjHv0aqqPgwnOVHY3DMj+UL0XbVnM2/SzULeBUwjH"
          + "O6wku90QKP4oTS5XdApK5PbP34mCLCvyh6exp9XZOSlXDwjiuqwaNxUxdzf2Ilb1djkOsRk6AhXNReE3qtWMtgDu/Lxw"
          + "hUH2rFCAB2dMMBUPeVi3JyeqepezzMdNeemecynCpl3toQpwcIZBN3GAsj0eNCKNF/3YoMTfiABeU9+74gOOOMeD0BWp"
          + "XO0sLBlpOBn3Ev6X3KevRM7Msp1nCF/wG8MjkiLMXFK903jQXgvzvqoMhAmTJGy92Gf0mo3+MHKMcOExlS8yuE/Cc+MG"
          + "vZNWpTcCrac8OjUoTjuxt+kFLoooi+4NuxfHrUrHL3DqyZiXKFQqNVYkj/NiivQOTWkQi9Hl74nMOLxhVitbXXnWosrv"
          + "qViWL4IEsWS2DcLkFWljiqRJFLNOkNvwaTHkD/erqQeJtyUY2ATqRPZ+XzWuy5bFBcLvKVSBByULDtETvwwT0A==";

  private static final String WITH_RECENT_OFFSETS =
      "KLUv/WQ6DpUMADYTMRlwTzqo1z8+B9lFBADEIWTvLVNKfImqv+YLOAAkACIAVkOCIVkgbEQ3wGUwKJaT"
          + "RsCBArGg6WgEAhoiCoKkYWBBgTQ8NAwkGA0NjQqkYcB8PAwFhqPRWALmKlvGzlgHGV8jurMb7dt4rsZq"
          + "jfcy2imGx9IR6/DHq59VtjKvs+5kGjLv859/s7aJXJe1zFSmlsqfUZlO68p6eZd1S+QHgMtgwJwTOto5"
          + "orpj+vGOj9VjsqujMeepdJahc/5Os/889dmeyBZ3qEGM5fSw/xtAJ0MSNxJYwSegILIhkBBCQvhZAiR0"
          + "sHkD+HJ5GRyxfyAvBodozHJZF80I8pTJ9v0U2TOVnLA64wjLkgf0jxgr71Gxs6y2Ax/WHrPz1VdizKWw"
          + "8pfi7MCEeznQXoFZUwyIK149h8pCr6oC4xT5Yh8vI7ReoydYyb1Y84C1r2mH9PeWbsdHYEtZfzJI7GQt"
          + "fX8gIa9wJh4l2AMKHmJnTPDlAd5dB3OtHWsGFgglWzC9a58ttIcrUDbIPwwGwPFieOEWq6XySi0=";

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

  /** Written by zstd 1.5.4, with tables and offsets of one block that the next uses again. */
  @Test
  void blockMayUseWhatTheOneBeforeHas() throws IOException {
    var lines = new StringBuilder();
    for (var i = 0; i < 1500; i++) {
      lines.append("{:f ").append(i * i % 1009 % 10 == 0 ? ":read" : ":txn");
      lines.append(" :v ").append((long) i * i * i % 1009).append("}\n");
    }
    assertArrayEquals(Packed.utf8(lines.toString()), read(Base64.getDecoder().decode(FROM_ZSTD)));
  }

  /** Written by zstd 1.5.4 at level 15, with each of the last offsets. */
  @Test
  void sequencesMayUseTheLastOffsetsAgain() throws IOException {
    var lines = new StringBuilder();
    var random = 7L;
    for (var i = 0; i < 60; i++) {
      random = random * 6364136223846793005L + 1442695040888963407L;
      var number = (int) (random >>> 33);
      lines.append("{:process ").append(number % 5);
      lines.append(", :type :").append(number % 3 == 0 ? "invoke" : "ok");
      lines.append(", :f :txn, :value [[:r ").append(number % 7).append(" nil] [:w ");
      lines.append(number / 7 % 9).append(' ').append(i).append("]]}\n");
    }
    assertArrayEquals(
        Packed.utf8(lines.toString()), read(Base64.getDecoder().decode(WITH_RECENT_OFFSETS)));
  }

  /** As the zstd program has it: four symbols of two bits each, in a table that says three. */
  @Test
  void tableWithoutCodesOfTheGreatestLengthIsDamaged() throws IOException {
    var hex = HexFormat.of();
    assertArrayEquals(new byte[4], read(hex.parseHex("28b52ffd20043d000042c00081211f00")));
    assertThrows(
        IOException.class, () -> read(hex.parseHex("28b52ffd20044d0000424001822220000100")));
  }

  @Test
  void whatOthersCompressIsDecodedWhateverItLooksLike() throws IOException {
    for (var seed = 0; seed < 300; seed++) {
      var content = content(new Random(seed));
      assertArrayEquals(content, decode(Packed.compress(Container.ZSTD, content)), "seed " + seed);
    }
  }

  @Test
  void damageIsAnErrorOrMakesNoDifference() throws IOException {
    var errors = 0;
    for (var seed = 0; seed < 1000; seed++) {
      var random = new Random(seed);
      var content = content(random);
      var damaged = Packed.compress(Container.ZSTD, content);
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        assertArrayEquals(content, decode(damaged), "seed " + seed);
      } catch (IOException e) {
        errors++;
      }
    }
    assertTrue(errors > 800, errors + " errors");
  }

  /** Bytes of few or many kinds, and pieces of what was there before, near and far. */
  private static byte[] content(Random random) {
    var content = new byte[random.nextInt(1 << random.nextInt(18)) + 1];
    var kinds = 1 + random.nextInt(1 << random.nextInt(9));
    for (var at = 0; at < content.length; ) {
      var length = Math.min(content.length - at, 1 + random.nextInt(1 << random.nextInt(12)));
      var back = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(1 << random.nextInt(17));
      for (var i = 0; i < length; i++, at++) {
        content[at] =
            back > 0 && back <= at ? content[at - back] : (byte) (33 + random.nextInt(kinds));
      }
    }
    return content;
  }

  /** Without what else there is around it: what it throws must be an error that it knows. */
  private static byte[] decode(byte[] frames) throws IOException {
    var in = new CompressedBytes(new ByteArrayInputStream(frames));
    return new ZstdFrames(in, 256 << 20).readAllBytes();
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
