package mtc.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;

/** Containers in memory: what is inside them, and how to pack it. */
public final class Bytes {
  /** All compressions, by name. */
  public static final List<String> COMPRESSIONS = List.of("gzip", "xz", "bzip2", "zstd", "lz4");

  private Bytes() {}

  private static Container named(String label) {
    for (var container : Container.values()) {
      if (container.label.equals(label)) {
        return container;
      }
    }
    throw new IllegalArgumentException(label);
  }

  /** What comes out of a compressed file. */
  public static byte[] expand(String compression, byte[] bytes, Limits limits) throws IOException {
    try (var in = new Expanded(named(compression), new ByteArrayInputStream(bytes), limits)) {
      return in.readAllBytes();
    }
  }

  public static byte[] compress(String compression, byte[] bytes) {
    return Packed.compress(named(compression), bytes);
  }

  public static Source tar(byte[] bytes, Limits limits) {
    return new TarFiles("a.tar", () -> new ByteArrayInputStream(bytes), limits);
  }

  public static boolean isTar(byte[] bytes) {
    return Container.of(bytes) == Container.TAR;
  }

  public static boolean isCompressed(byte[] bytes) {
    return Container.of(bytes) != Container.PLAIN;
  }
}
