package mtc.formats.jepsen;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import mtc.history.Scalars;
import mtc.source.InputException;

/** How the operations of a text stand beside each other, and so how to parse a part of them. */
enum Listing {
  /** EDN maps, one after the other. */
  EDN_MAPS,
  /** JSON objects, one after the other. */
  JSON_OBJECTS,
  /** JSON objects in one array. */
  JSON_ARRAY,
  /** Anything else, which is not taken apart. */
  OTHER;

  static Listing of(byte[] head, boolean isEdn) {
    var at = notBlank(head, 0);
    if (at < head.length && head[at] == '{') {
      return isEdn ? EDN_MAPS : JSON_OBJECTS;
    }
    if (!isEdn && at < head.length && head[at] == '[') {
      at = notBlank(head, at + 1);
      return at < head.length && head[at] == '{' ? JSON_ARRAY : OTHER;
    }
    return OTHER;
  }

  private static int notBlank(byte[] bytes, int from) {
    var at = from;
    while (at < bytes.length && bytes[at] >= 0 && bytes[at] <= ' ') {
      at++;
    }
    return at;
  }

  /** A part that is not the first begins in the array, and one that is not the last ends there. */
  Tokens tokens(byte[] bytes, int length, boolean isFirst, boolean isLast, Scalars scalars)
      throws IOException {
    if (this == EDN_MAPS) {
      return Tokens.ofEdnInPlace(bytes, length, scalars);
    }
    if (this == JSON_OBJECTS || isLast) {
      return rest(new ByteArrayInputStream(bytes, 0, length), 0, isFirst, scalars);
    }
    var comma = length - 1;
    while (comma > 0 && bytes[comma] >= 0 && bytes[comma] <= ' ') {
      comma--;
    }
    if (comma < 0 || bytes[comma] != ',') {
      throw InputException.of("expected a comma between the operations of an array");
    }
    var closed = new SequenceInputStream(new ByteArrayInputStream(bytes, 0, comma), one(']'));
    return rest(closed, 0, isFirst, scalars);
  }

  /** What is left of the input. */
  Tokens rest(InputStream in, long linesBefore, boolean isFirst, Scalars scalars)
      throws IOException {
    if (this == EDN_MAPS) {
      return Tokens.ofEdn(in, linesBefore, scalars);
    }
    var isWithin = this == JSON_ARRAY && !isFirst;
    return Tokens.ofJson(
        isWithin ? new SequenceInputStream(one('['), in) : in,
        linesBefore,
        isWithin ? 1 : 0,
        scalars);
  }

  private static InputStream one(char bracket) {
    return new ByteArrayInputStream(new byte[] {(byte) bracket});
  }
}
