package mtc.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What a file was when it was opened, to notice that somebody writes to it.
 *
 * @param key equal for all names of the same file
 */
record Unchanged(Path path, Object key, long size, long modified) {
  static Unchanged of(Path path) throws IOException {
    var now = Files.readAttributes(path, BasicFileAttributes.class);
    var key = now.fileKey() == null ? path : now.fileKey();
    return new Unchanged(path, key, now.size(), now.lastModifiedTime().toMillis());
  }

  /**
   * A verdict on half of what somebody is about to write would be one on no history that ever was.
   * What has no size, such as the files of the kernel, is never the same.
   */
  void expect() throws IOException {
    if (size > 0 && !equals(now())) {
      throw InputException.of("it changed while it was read; is somebody still writing it?");
    }
  }

  private Unchanged now() {
    try {
      return of(path);
    } catch (IOException e) {
      return null;
    }
  }
}
