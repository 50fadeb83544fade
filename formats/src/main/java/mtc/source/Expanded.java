package mtc.source;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.MemoryLimitException;
import org.tukaani.xz.XZInputStream;

/**
 * What comes out of a decompressor, counted against the limits. Whatever a decompressor throws, of
 * whichever class, is the input's fault, unless the compressed bytes themselves could not be read.
 */
final class Expanded extends InputStream {
  private final Container kind;
  private final Limits limits;
  private final CompressedBytes compressed;
  private final byte[] single = new byte[1];
  private InputStream decompressor;
  private long expanded;

  Expanded(Container kind, InputStream raw, Limits limits) {
    this.kind = kind;
    this.limits = limits;
    this.compressed = new CompressedBytes(raw);
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
    int count;
    try {
      if (decompressor == null) {
        decompressor = decompressor();
      }
      count = decompressor.read(into, offset, length);
    } catch (IOException | RuntimeException e) {
      throw broken(e);
    }
    if (count > 0) {
      expanded += count;
      limits.check(expanded, compressed.position());
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    if (decompressor != null) {
      decompressor.close();
    }
    compressed.close();
  }

  private InputStream decompressor() throws IOException {
    return switch (kind) {
      case GZIP -> new GzipMembers(compressed);
      case XZ -> new XZInputStream(compressed, (int) (limits.maxDictionaryBytes() >> 10));
      case BZIP2 -> new BZip2CompressorInputStream(compressed, true);
      case ZSTD -> new ZstdFrames(compressed, limits.maxDictionaryBytes());
      case LZ4 -> new Lz4Frames(compressed);
      case PLAIN, TAR, ZIP -> throw new IllegalStateException(kind + " is no compression");
    };
  }

  private IOException broken(Exception e) {
    if (compressed.failure() != null) {
      return compressed.failure();
    }
    if (e instanceof InputException known) {
      return known;
    }
    if (e instanceof MemoryLimitException tooMuch) {
      return InputException.of(
          "the xz data needs "
              + tooMuch.getMemoryNeeded()
              + " KiB of memory to decompress; at most "
              + (limits.maxDictionaryBytes() >> 10)
              + " KiB are allowed; compress it with a smaller dictionary");
    }
    var at = compressed.position();
    if (compressed.ended()) {
      return InputException.atByte(
          at, "the compressed file ends in the middle of its " + kind.label + " data");
    }
    var reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return InputException.atByte(
        at,
        "the "
            + kind.label
            + " data is damaged near this byte of the compressed file: "
            + Printable.text(reason));
  }
}
