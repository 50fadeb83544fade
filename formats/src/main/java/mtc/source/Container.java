package mtc.source;

/** What a file is packed in, by its first bytes. */
enum Container {
  PLAIN("plain"),
  GZIP("gzip"),
  XZ("xz"),
  BZIP2("bzip2"),
  ZSTD("zstd"),
  LZ4("lz4"),
  TAR("tar"),
  ZIP("zip");

  /** As people call it. */
  final String label;

  Container(String label) {
    this.label = label;
  }

  boolean isArchive() {
    return this == TAR || this == ZIP;
  }

  boolean isCompression() {
    return this != PLAIN && !isArchive();
  }

  static Container of(byte[] head) {
    if (startsWith(head, 0x1f, 0x8b, 8)) {
      return GZIP;
    }
    if (startsWith(head, 'P', 'K', 3, 4) || startsWith(head, 'P', 'K', 5, 6)) {
      return ZIP;
    }
    if (startsWith(head, 0xfd, '7', 'z', 'X', 'Z', 0)) {
      return XZ;
    }
    if (isBzip2(head)) {
      return BZIP2;
    }
    var framed = ofFrames(head);
    if (framed != PLAIN) {
      return framed;
    }
    return Tar.isHeader(head) ? TAR : PLAIN;
  }

  /** The first frames of zstd and LZ4 files may be some to be skipped, which look the same. */
  private static Container ofFrames(byte[] head) {
    var at = 0L;
    while (at + 8 <= head.length && (word(head, (int) at) & ~0xf) == ZstdFrames.SKIPPABLE) {
      at += 8 + (word(head, (int) at + 4) & 0xffff_ffffL);
    }
    if (at > 0 && at >= head.length) {
      return ZSTD; // Which of them is behind the head: zstd is the one that has such frames.
    }
    if (at + 4 > head.length) {
      return PLAIN;
    }
    return switch (word(head, (int) at)) {
      case ZstdFrames.MAGIC -> ZSTD;
      case Lz4Frames.MAGIC -> LZ4;
      default -> PLAIN;
    };
  }

  /** The lowest byte comes first. */
  private static int word(byte[] head, int at) {
    return head[at] & 0xff
        | (head[at + 1] & 0xff) << 8
        | (head[at + 2] & 0xff) << 16
        | (head[at + 3] & 0xff) << 24;
  }

  /** {@code BZh}, the block size, and then the digits of π, or of its root if there is no block. */
  private static boolean isBzip2(byte[] head) {
    return startsWith(head, 'B', 'Z', 'h')
        && head.length > 5
        && head[3] >= '1'
        && head[3] <= '9'
        && (head[4] == 0x31 && head[5] == 0x41 || head[4] == 0x17 && head[5] == 0x72);
  }

  private static boolean startsWith(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (var i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
