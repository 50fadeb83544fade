package mtc.fressian;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import jdk.internal.vm.annotation.ForceInline;
import tools.jackson.core.exc.StreamReadException;

/** The bytes under the parser: numbers, runs of bytes and strings in them. */
abstract class FressianBytes {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

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
    if (code < 0x60) {
      return (long) (code - 0x50) << 8 | octet();
    }
    if (code < 0x70) {
      return (long) (code - 0x68) << 16 | unsigned(2);
    }
    var more = code - 0x70 >> 2;
    return (long) (code - (0x72 + 4 * more)) << 24 + 8 * more | unsigned(3 + more);
  }

  /** The same where eight bytes are left at least: one look takes all that follow. */
  @ForceInline
  final long packedInside(int code) {
    var more = code - 0x70 >> 2;
    var size = code < 0x60 ? 1 : code < 0x70 ? 2 : 3 + more;
    var zero = code < 0x60 ? 0x50 : code < 0x70 ? 0x68 : 0x72 + 4 * more;
    var following = (long) EIGHT_BYTES.get(bytes, at) >>> Long.SIZE - Byte.SIZE * size;
    at += size;
    return (long) (code - zero) << Byte.SIZE * size | following;
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
