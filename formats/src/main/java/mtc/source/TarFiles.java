package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A tar archive, compressed or not: one pass finds where each file's bytes are, then they are read
 * where they stand. In archive order that is one more pass.
 */
final class TarFiles extends FileSet {
  private final Opener opener;
  private final Limits limits;
  private long[] dataAt = new long[16];
  private long[] sizes = new long[16];
  private int count;

  private InputStream stream;
  private long position;
  private Member current;

  TarFiles(String path, Opener opener, Limits limits) {
    super(path, INSIDE);
    this.opener = opener;
    this.limits = limits;
  }

  /** Gives the tar stream from its beginning, as often as asked. */
  interface Opener {
    InputStream open() throws IOException;
  }

  @Override
  void visit(Visitor visitor) throws IOException {
    count = 0;
    var entries = 0;
    try (var in = opener.open()) {
      var tar = new Tar(in);
      while (tar.next()) {
        if (entries++ == limits.maxEntries()) {
          throw limits.tooManyEntries();
        }
        if (tar.isFile()) {
          add(tar.dataAt(), tar.size());
          var head = tar.head(HEAD);
          visitor.file(Names.relative(tar.name()), head, head.length == tar.size());
        }
      }
    }
  }

  @Override
  InputStream open(int number) throws IOException {
    if (stream == null || position > dataAt[number]) {
      close();
      stream = opener.open();
      position = 0;
    }
    if (current != null) {
      current.left = 0;
    }
    while (position < dataAt[number]) {
      var skipped = stream.skip(dataAt[number] - position);
      if (skipped == 0) {
        throw InputException.atByte(position, "the tar archive ends early: it was cut off");
      }
      position += skipped;
    }
    current = new Member(sizes[number]);
    return current;
  }

  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }

  private void add(long at, long size) {
    if (count == sizes.length) {
      dataAt = Arrays.copyOf(dataAt, count * 2);
      sizes = Arrays.copyOf(sizes, count * 2);
    }
    dataAt[count] = at;
    sizes[count++] = size;
  }

  /** The bytes of one file within the stream, which stays open for the next. */
  private final class Member extends InputStream {
    private final byte[] single = new byte[1];
    private long left;

    Member(long size) {
      left = size;
    }

    @Override
    public int read() throws IOException {
      return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (left == 0) {
        return -1;
      }
      var read = stream.read(into, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw InputException.atByte(position, "the tar archive ends early: it was cut off");
      }
      position += read;
      left -= read;
      return read;
    }
  }
}
