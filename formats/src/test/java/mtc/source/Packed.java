package mtc.source;

import io.airlift.compress.v3.lz4.Lz4FrameJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Packs bytes, for tests, with writers that are not ours. */
public final class Packed {
  private Packed() {}

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] compress(Container kind, byte[] bytes) {
    if (kind == Container.LZ4) {
      return lz4(bytes); // The stream that Commons Compress has takes a minute for zeros.
    }
    var out = new ByteArrayOutputStream();
    try (var packing = compressor(kind, out)) {
      packing.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static OutputStream compressor(Container kind, OutputStream out) throws IOException {
    return switch (kind) {
      case GZIP -> new GZIPOutputStream(out);
      case XZ -> new XZOutputStream(out, new LZMA2Options());
      case BZIP2 -> new BZip2CompressorOutputStream(out);
      case ZSTD -> new ZstdJavaOutputStream(out);
      case LZ4, PLAIN, TAR, ZIP -> throw new IllegalArgumentException(kind.name());
    };
  }

  private static byte[] lz4(byte[] bytes) {
    var compressor = new Lz4FrameJavaCompressor();
    var packed = new byte[compressor.maxCompressedLength(bytes.length)];
    var length = compressor.compress(bytes, 0, bytes.length, packed, 0, packed.length);
    return Arrays.copyOf(packed, length);
  }

  /** Blocks that refer to each other, with all checksums. */
  static byte[] linkedLz4(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    var parameters =
        new FramedLZ4CompressorOutputStream.Parameters(
            FramedLZ4CompressorOutputStream.BlockSize.K64, true, true, true);
    try (var packing = new FramedLZ4CompressorOutputStream(out, parameters)) {
      packing.write(bytes);
    }
    return out.toByteArray();
  }

  public static byte[] gzip(byte[] bytes) {
    return compress(Container.GZIP, bytes);
  }

  public static byte[] zip(Map<String, byte[]> files) {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      for (var file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public static byte[] tar(Map<String, byte[]> files) {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (var file : files.entrySet()) {
        put(tar, new TarArchiveEntry(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static void put(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] bytes)
      throws IOException {
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }
}
