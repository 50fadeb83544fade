package mtc.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Collection;

/**
 * A folder of files as one input: how many, how long each but the last, in two bytes, and then what
 * is in them.
 */
final class Folders {
  private static final int MOST = 4;

  private Folders() {}

  static MemoryFiles unpacked(byte[] bytes, String prefix, String suffix) {
    var folder = MemoryFiles.folder();
    if (bytes.length == 0) {
      return folder;
    }
    var count = 1 + (bytes[0] & 0xff) % MOST;
    var at = Math.min(bytes.length, 1 + 2 * (count - 1));
    for (var i = 0; i < count; i++) {
      var isLast = i == count - 1;
      var length = isLast ? bytes.length : length(bytes, 1 + 2 * i);
      var end = Math.min(bytes.length, at + length);
      folder.with(prefix + i + suffix, Arrays.copyOfRange(bytes, at, end));
      at = end;
    }
    return folder;
  }

  private static int length(byte[] bytes, int at) {
    return at + 1 < bytes.length ? (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff : 0;
  }

  /** The first files only. */
  static byte[] packed(Collection<byte[]> files) {
    var some = files.stream().limit(MOST).toList();
    var out = new ByteArrayOutputStream();
    out.write(some.size() - 1);
    for (var file : some.subList(0, some.size() - 1)) {
      out.write(file.length >> 8);
      out.write(file.length);
    }
    some.forEach(out::writeBytes);
    return out.toByteArray();
  }
}
