package mtc.source;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The names of files as text, though to the system they are bytes.
 *
 * <p>They are UTF-8 by custom only. A byte that is not stands as one of the characters U+DC80 to
 * U+DCFF, which no UTF-8 has, so that any name can be told from any other and leads back to its
 * file; {@link Printable} spells it {@code \xff}. The JDK itself would replace such a byte, or
 * every byte above 127 where the locale is C, and then not find the file.
 */
public final class FileName {
  private static final int ESCAPE = 0xDC00;
  private static final String HEX = "0123456789ABCDEF";

  private FileName() {}

  /** The text of a name. */
  public static String decode(byte[] name) {
    return decode(name, 0, name.length);
  }

  static String decode(byte[] name, int from, int length) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var in = ByteBuffer.wrap(name, from, length);
    var out = CharBuffer.allocate(length);
    while (true) {
      var result = decoder.decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      for (var i = 0; i < result.length(); i++) {
        out.put((char) (ESCAPE | in.get() & 0xff));
      }
      decoder.reset();
    }
  }

  /** The bytes that a text stands for. */
  static byte[] encode(String name) {
    var out = new byte[3 * name.length()];
    var size = 0;
    for (var i = 0; i < name.length(); ) {
      if (isByte(name, i)) {
        out[size++] = (byte) name.charAt(i++);
        continue;
      }
      var next = i + Character.charCount(name.codePointAt(i));
      var bytes = name.substring(i, next).getBytes(StandardCharsets.UTF_8);
      System.arraycopy(bytes, 0, out, size, bytes.length);
      size += bytes.length;
      i = next;
    }
    return java.util.Arrays.copyOf(out, size);
  }

  /** Whether the character at an index stands for a byte that is not UTF-8. */
  static boolean isByte(String name, int index) {
    var c = name.charAt(index);
    return c >= (ESCAPE | 0x80)
        && c <= (ESCAPE | 0xff)
        && (index == 0 || !Character.isHighSurrogate(name.charAt(index - 1)));
  }

  /** The path that a text names, by its bytes and whatever the locale. */
  public static Path path(String name) {
    if (isAscii(name)) {
      return Path.of(name);
    }
    // Only as a URI does the JDK take a path as bytes.
    var uri = new StringBuilder(name.startsWith("/") ? "file://" : "file:///");
    for (var b : encode(name)) {
      if (b == '/' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z') {
        uri.append((char) b);
      } else {
        uri.append('%').append(HEX.charAt(b >> 4 & 0xf)).append(HEX.charAt(b & 0xf));
      }
    }
    // Path.of would look for the file system among all that are installed: a megabyte of the
    // executable, with jars and their signatures.
    var path = FileSystems.getDefault().provider().getPath(URI.create(uri.toString()));
    return name.startsWith("/") ? path : path.subpath(0, path.getNameCount());
  }

  /** The text that names a path. */
  public static String of(Path path) {
    var text = path.toString();
    if (isAscii(text)) {
      return text;
    }
    // An absolute URI of a relative path would have the working directory before it.
    var rooted = path.isAbsolute() ? path : Path.of("/").resolve(path);
    var raw = rooted.toUri().getRawPath();
    var end = raw.length() > 1 && raw.endsWith("/") ? raw.length() - 1 : raw.length();
    var start = path.isAbsolute() ? 0 : 1;
    var bytes = new byte[end - start];
    var size = 0;
    for (var i = start; i < end; i++) {
      var c = raw.charAt(i);
      bytes[size++] = (byte) (c == '%' ? Integer.parseInt(raw, i + 1, i + 3, 16) : c);
      i += c == '%' ? 2 : 0;
    }
    return decode(bytes, 0, size);
  }

  /** Whether the JDK's own text of a path leads to the same file. */
  static boolean isText(Path path) {
    try {
      return Path.of(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** The text of the last part of a path. */
  public static String last(Path path) {
    var name = path.getFileName();
    return name == null ? "" : of(name);
  }

  /** The last part of a name. */
  public static String last(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** The folder that a name is in; empty if it tells of none. */
  public static String folder(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  private static boolean isAscii(String name) {
    for (var i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** A name without what compressing the file has added to it. */
  public static String withoutCompression(String name) {
    for (var suffix : List.of(".gz", ".xz", ".bz2", ".zst", ".lz4")) {
      if (name.toLowerCase(Locale.ROOT).endsWith(suffix)) {
        return name.substring(0, name.length() - suffix.length());
      }
    }
    return name;
  }
}
