package mtc.fressian;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import tools.jackson.core.exc.StreamReadException;

/** The bytes under the parser: numbers, runs of bytes and strings in them. */
abstract class FressianBytes {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final int CODE_SHIFT = Long.SIZE - Byte.SIZE;

  /** By code of an integer: how many bits of eight bytes are not its own; of others -1. */
  private static final byte[] SHIFT = new byte[Code.ALL];

  /** What those that are its own are if the integer is 0. */
  private static final long[] ZERO = new long[Code.ALL];

  static {
    Arrays.fill(SHIFT, (byte) -1);
    for (var code = 0; code < Code.INTEGERS; code++) {
      var more = following(code);
      SHIFT[code] = (byte) (CODE_SHIFT - Byte.SIZE * more);
      ZERO[code] = more == 0 ? 0 : (long) zero(code) << Byte.SIZE * more;
    }
    SHIFT[Code.MINUS_ONE] = CODE_SHIFT;
    ZERO[Code.MINUS_ONE] = Code.MINUS_ONE + 1;
  }

  final byte[] bytes;
  final int end;

  /** Offset in the file of {@code bytes[0]}. */
  private final long base;

  /** The next byte to look at. */
  int at;

  /** Where the current value begins. */
  int start;

  private char[] characters = new char[64];

  FressianBytes(byte[] bytes, int from, int end, long base) {
    this.bytes = bytes;
    this.at = from;
    this.start = from;
    this.end = end;
    this.base = base;
  }

  /** Offset in the file of the current token. */
  public final long tokenOffset() {
    return base + start;
  }

  /** Offset in the file of the byte after the current token, as far as it was read. */
  public final long offset() {
    return base + at;
  }

  final StreamReadException error(String message) {
    return new StreamReadException(null, message);
  }

  final StreamReadException cutShort() {
    return error("the data ends in the middle of a value");
  }

  final int octet() {
    if (at == end) {
      throw cutShort();
    }
    return bytes[at++] & 0xff;
  }

  /** A big-endian number of so many bytes, the highest one signed. */
  final long number(int size) {
    require(size);
    var number = (long) bytes[at++];
    for (var i = 1; i < size; i++) {
      number = number << 8 | bytes[at++] & 0xff;
    }
    return number;
  }

  final void require(long count) {
    if (count > end - at) {
      throw cutShort();
    }
  }

  /** The integer that begins with this code, or an error. */
  final long integer(int code) {
    if (code < Code.SMALL_INTEGERS) {
      return code;
    }
    if (code < Code.INTEGERS) {
      return packed(code);
    }
    return switch (code) {
      case Code.MINUS_ONE -> -1;
      case Code.LONG -> number(Long.BYTES);
      default -> throw error("expected an integer, found the code " + hex(code));
    };
  }

  /** The code's low bits are the highest of the number, and how many bytes follow grows with it. */
  private long packed(int code) {
    var more = following(code);
    return (long) (code - zero(code)) << Byte.SIZE * more | unsigned(more);
  }

  /** How many bytes of an integer follow its code. */
  private static int following(int code) {
    if (code < 0x60) {
      return code < Code.SMALL_INTEGERS ? 0 : 1;
    }
    return code < 0x70 ? 2 : 3 + (code - 0x70 >> 2);
  }

  /** The code of integers from 0 on of which as many bytes follow. */
  private static int zero(int code) {
    if (code < 0x60) {
      return 0x50;
    }
    return code < 0x70 ? 0x68 : 0x72 + (code - 0x70 & ~3);
  }

  // Where eight bytes are left at least, one look takes all of an integer.

  @ForceInline
  final long eightBytes(int from) {
    return (long) EIGHT_BYTES.get(bytes, from);
  }

  /** Not negative if they begin with an integer that is packed, or -1. */
  @ForceInline
  static int shift(long eightBytes) {
    return SHIFT[(int) (eightBytes >>> CODE_SHIFT)];
  }

  @ForceInline
  static long integer(long eightBytes, int shift) {
    return (eightBytes >>> shift) - ZERO[(int) (eightBytes >>> CODE_SHIFT)];
  }

  /** How many bytes the integer takes. */
  @ForceInline
  static int size(int shift) {
    return Long.BYTES - (shift >> 3);
  }

  private long unsigned(int size) {
    require(size);
    var number = 0L;
    for (var i = 0; i < size; i++) {
      number = number << 8 | bytes[at++] & 0xff;
    }
    return number;
  }

  /** A count or an index that follows. */
  final int count() {
    var count = integer(octet());
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw error("expected a count, found " + count);
    }
    return (int) count;
  }

  static boolean isString(int code) {
    return code >= Code.SHORT_STRING && code <= Code.STRING;
  }

  /** The string that begins with this code. */
  final String string(int code) {
    if (code == Code.STRING_CHUNK) {
      return chunkedString();
    }
    return decode(code == Code.STRING ? count() : code - Code.SHORT_STRING);
  }

  /** Chunks end where they please, also within a character. */
  private String chunkedString() {
    var whole = new ByteArrayOutputStream();
    for (var code = Code.STRING_CHUNK; ; code = octet()) {
      if (!isString(code)) {
        throw error("expected the rest of a string, found the code " + hex(code));
      }
      var isLong = code == Code.STRING_CHUNK || code == Code.STRING;
      append(whole, isLong ? count() : code - Code.SHORT_STRING);
      if (code != Code.STRING_CHUNK) {
        return decode(whole.toByteArray(), 0, whole.size());
      }
    }
  }

  private void append(ByteArrayOutputStream whole, int size) {
    require(size);
    whole.write(bytes, at, size);
    at += size;
  }

  private String decode(int size) {
    require(size);
    at += size;
    return decode(bytes, at - size, at);
  }

  private String decode(byte[] from, int first, int last) {
    for (var i = first; i < last; i++) {
      if (from[i] < 0) {
        return decodeUnits(from, first, last);
      }
    }
    return new String(from, first, last - first, StandardCharsets.ISO_8859_1);
  }

  /** CESU-8: each UTF-16 unit is encoded by itself, halves of a pair too. */
  private String decodeUnits(byte[] from, int first, int last) {
    if (characters.length < last - first) {
      characters = new char[last - first];
    }
    var size = 0;
    for (var i = first; i < last; ) {
      var lead = from[i] & 0xff;
      var length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : 0;
      if (length == 0 || i + length > last) {
        throw error("a string is not encoded as Fressian does");
      }
      var unit = length == 1 ? lead : lead & 0x3f >> length - 1;
      for (var rest = 1; rest < length; rest++) {
        var next = from[i + rest] & 0xff;
        if (next >> 6 != 2) {
          throw error("a string is not encoded as Fressian does");
        }
        unit = unit << 6 | next & 0x3f;
      }
      characters[size++] = (char) unit;
      i += length;
    }
    return new String(characters, 0, size);
  }

  /** The array of bytes that follows. */
  final byte[] bytes() {
    var whole = new ByteArrayOutputStream();
    while (true) {
      var code = octet();
      if (code < Code.SHORT_BYTES || code > Code.BYTES) {
        throw error("expected bytes, found the code " + hex(code));
      }
      append(whole, code < Code.BYTES_CHUNK ? code - Code.SHORT_BYTES : count());
      if (code != Code.BYTES_CHUNK) {
        return whole.toByteArray();
      }
    }
  }

  static String hex(int code) {
    return "0x" + Integer.toHexString(code);
  }
}
