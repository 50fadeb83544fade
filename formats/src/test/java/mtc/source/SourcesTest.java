package mtc.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class SourcesTest {
  private static final Limits SMALL = expandingTo(1 << 20, 100);

  private static Limits expandingTo(long bytes, long ratio) {
    return new Limits(bytes, ratio, 50, 16 << 20, 1000, 100, 100, 100, 100, 0);
  }

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void compressedFileIsItsContent(Container kind) throws IOException {
    var content = noise(300_000);
    var file = write("log", Packed.compress(kind, content));
    assertArrayEquals(content, only(file));
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void concatenatedCompressedFilesAreOneFile(Container kind) throws IOException {
    var first = noise(100_000);
    var second = Packed.utf8("and then\n");
    var both = concat(Packed.compress(kind, first), Packed.compress(kind, second));
    assertArrayEquals(concat(first, second), only(write("log", both)));
    assertArrayEquals(concat(first, second), onlyFromPipe(both));
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void compressedNothingIsNothing(Container kind) throws IOException {
    assertEquals(0, only(write("log", Packed.compress(kind, new byte[0]))).length);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void cutCompressedFileIsAnErrorWhereverItIsCut(Container kind) throws IOException {
    var whole = Packed.compress(kind, noise(700));
    for (var length = 8; length < whole.length; length++) {
      var cut = Arrays.copyOf(whole, length);
      var error = assertThrows(InputException.class, () -> onlyFromPipe(cut), "cut at " + length);
      assertTrue(error.at().startsWith("byte "), error.describe());
      assertTrue(error.getMessage().contains("ends in the middle of its"), error.describe());
      assertTrue(error.getMessage().contains(kind.label), error.describe());
      assertEquals(length, Long.parseLong(error.at().substring(5)), error.describe());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD"}) // LZ4 has a checksum only if asked for.
  void damagedCompressedFileIsAnErrorOrStillTheContent(Container kind) throws IOException {
    var content = noise(700);
    var whole = Packed.compress(kind, content);
    var refused = 0;
    for (var at = 0; at < whole.length; at++) {
      var damaged = whole.clone();
      damaged[at] ^= 0x10;
      if (Container.of(damaged) == kind) {
        try {
          var read = onlyFromPipe(damaged);
          // Only bytes that say nothing of the content (a time, a name) may change.
          assertArrayEquals(content, read, "damaged at " + at);
        } catch (InputException e) {
          refused++;
        }
      }
    }
    assertTrue(refused > whole.length / 2, refused + " of " + whole.length);
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void somethingAfterTheCompressedDataIsAnError(Container kind) throws IOException {
    var file =
        write("log", concat(Packed.compress(kind, noise(700)), Packed.utf8("something else here")));
    assertThrows(InputException.class, () -> only(file));
  }

  @Test
  void linkedLz4BlocksAreReadAndTheirDamageIsSeen() throws IOException {
    var content = noise(70_000);
    assertArrayEquals(content, onlyFromPipe(Packed.linkedLz4(content)));
    var small = Packed.linkedLz4(noise(300));
    for (var at = 4; at < small.length; at++) {
      var damaged = small.clone();
      damaged[at] ^= 0x10;
      assertThrows(InputException.class, () -> onlyFromPipe(damaged), "damaged at " + at);
    }
  }

  @Test
  void zerosAfterGzipDataArePadding() throws IOException {
    var file = write("log", concat(Packed.gzip(Packed.utf8("x")), new byte[512]));
    assertArrayEquals(Packed.utf8("x"), only(file));
  }

  @Test
  void gzipHeaderWithNameCommentAndExtraFieldIsRead() throws IOException {
    var plain = Packed.gzip(Packed.utf8("content"));
    var extended = new ByteArrayOutputStream();
    extended.write(plain, 0, 3);
    extended.write(2 | 4 | 8 | 16);
    extended.write(plain, 4, 6);
    extended.write(new byte[] {3, 0, 'e', 'x', 't'});
    extended.write(Packed.utf8("name\0comment\0"));
    extended.write(new byte[] {0, 0});
    extended.write(plain, 10, plain.length - 10);
    assertArrayEquals(Packed.utf8("content"), only(write("log", extended.toByteArray())));
  }

  @Test
  void compressedTwiceIsRefusedByName() throws IOException {
    var twice = Packed.compress(Container.XZ, Packed.gzip(Packed.utf8("x")));
    var error = assertThrows(InputException.class, () -> only(write("log", twice)));
    assertEquals("it is compressed twice, gzip inside xz; unpack it once", error.getMessage());
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void tarInsideAnyCompressionIsAnArchive(Container kind) throws IOException {
    var files = someFiles();
    var packed = Packed.compress(kind, Packed.tar(files));
    assertContent(files, "-", packed);
    write("log", packed);
    assertContent(files, folder.resolve("log").toString(), null);
  }

  @Test
  void tarIsAnArchive() throws IOException {
    var files = someFiles();
    assertContent(files, write("log", Packed.tar(files)).toString(), null);
    assertContent(files, "-", Packed.tar(files));
  }

  @Test
  void zipIsAnArchiveAlsoInsideCompression() throws IOException {
    var files = someFiles();
    assertContent(files, write("log", Packed.zip(files)).toString(), null);
    assertContent(files, "-", Packed.zip(files));
    assertContent(files, write("log", Packed.gzip(Packed.zip(files))).toString(), null);
    assertContent(files, "-", Packed.gzip(Packed.zip(files)));
  }

  @Test
  void filesOfAnArchiveCanBeOpenedInAnyOrderAndAgain() throws IOException {
    var files = someFiles();
    for (var packed : List.of(Packed.gzip(Packed.tar(files)), Packed.zip(files))) {
      try (var source = Sources.open("-", new ByteArrayInputStream(packed), Limits.DEFAULT)) {
        var entries = source.folder("run").entries();
        for (var name : List.of("b", "a", "b", "a")) {
          var entry = entries.stream().filter(e -> e.name().equals(name)).findFirst().get();
          assertArrayEquals(files.get("run/" + name), entry.open().readAllBytes());
        }
      }
    }
  }

  @Test
  void folderHasItsOwnFilesOnlyInTheOrderOfTheirNames() throws IOException {
    for (var name : List.of("b", "a", "sub/c")) {
      var file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    try (var source = open(folder.toString())) {
      assertFalse(source.isFile());
      var input = source.folder("");
      assertEquals(folder.toString(), input.path());
      assertEquals(List.of("a", "b"), input.entries().stream().map(Input.Entry::name).toList());
      assertEquals("b", new String(input.entries().get(1).open().readAllBytes()));
      assertEquals(folder + "/b", source.file("b").path());
    }
  }

  @Test
  void spooledArchiveLeavesNoFileBehind() throws IOException {
    var before = spooledFiles();
    assertContent(someFiles(), "-", Packed.gzip(Packed.tar(someFiles())));
    var broken = Arrays.copyOf(Packed.zip(someFiles()), 100);
    assertThrows(InputException.class, () -> content("-", broken));
    assertEquals(before, spooledFiles());
  }

  @Test
  void plainStandardInputIsNotTouchedTwice() throws IOException {
    var content = noise(200_000);
    assertArrayEquals(content, onlyFromPipe(content));
    assertEquals(0, onlyFromPipe(new byte[0]).length);
  }

  @Test
  void missingFileIsAnError() {
    var error = assertThrows(InputException.class, () -> open(folder.resolve("no").toString()));
    assertEquals("there is no such file or directory", error.getMessage());
  }

  @ParameterizedTest
  @EnumSource(names = {"GZIP", "XZ", "BZIP2", "ZSTD", "LZ4"})
  void expandingBeyondTheLimitIsAnErrorThatNamesTheOption(Container kind) throws IOException {
    var bomb = write("bomb", Packed.compress(kind, new byte[3 << 20]));
    var error = assertThrows(InputException.class, () -> only(bomb, SMALL));
    assertEquals(
        "it expands to more than 1048576 bytes; --max-expanded SIZE raises the limit",
        error.getMessage());
    assertEquals(3 << 20, only(bomb, expandingTo(4 << 20, 0)).length);
  }

  @Test
  void expandingByAnAbsurdRatioIsAnError() throws IOException {
    var bomb = write("bomb", Packed.compress(Container.ZSTD, new byte[66 << 20]));
    var error = assertThrows(InputException.class, () -> only(bomb));
    assertTrue(error.getMessage().startsWith("it expands to more than 400 times its size"));
    assertEquals(66 << 20, only(bomb, expandingTo(1L << 30, 0)).length);
  }

  @Test
  void zipOfZerosStopsAtTheLimit() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a", new byte[3 << 20]);
    var bomb = write("bomb", Packed.zip(files)).toString();
    try (var source = Sources.open(bomb, InputStream.nullInputStream(), SMALL)) {
      source.scan((name, head, isWhole) -> {});
      var input = source.file("a").open();
      var error = assertThrows(InputException.class, input::readAllBytes);
      assertTrue(error.getMessage().contains("--max-expanded"), error.describe());
    }
  }

  @Test
  void tooManyEntriesAreAnErrorThatNamesTheOption() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    for (var i = 0; i < 51; i++) {
      files.put("f" + i, new byte[0]);
      Files.write(folder.resolve("f" + i), new byte[0]);
    }
    for (var path :
        List.of(
            write("a.zip", Packed.zip(files)).toString(),
            write("a.tar", Packed.tar(files)).toString(),
            folder.toString())) {
      try (var source = Sources.open(path, InputStream.nullInputStream(), SMALL)) {
        var error =
            assertThrows(InputException.class, () -> source.scan((name, head, isWhole) -> {}));
        assertEquals(
            "it has more than 50 entries; --max-entries N raises the limit", error.getMessage());
      }
    }
  }

  @Test
  void moreEntriesThanTheDefaultLimitAreRefused() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.BEST_SPEED);
      for (var i = 0; i < 110_000; i++) {
        zip.putNextEntry(new ZipEntry(Integer.toString(i)));
      }
    }
    var path = write("many.zip", out.toByteArray()).toString();
    try (var source = open(path)) {
      assertThrows(InputException.class, () -> source.scan((name, head, isWhole) -> {}));
    }
  }

  @Test
  void xzThatNeedsTooMuchMemoryIsAnError() throws IOException {
    var out = new ByteArrayOutputStream();
    var options = new LZMA2Options();
    options.setDictSize(64 << 20);
    try (var xz = new XZOutputStream(out, options)) {
      xz.write(1);
    }
    var file = write("log", out.toByteArray());
    var error = assertThrows(InputException.class, () -> only(file, SMALL));
    assertTrue(error.getMessage().contains("KiB of memory to decompress"), error.describe());
    assertEquals(1, only(file).length);
  }

  @Test
  void namesThatClimbOutAreOnlyNames() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("../../etc/passwd", Packed.utf8("x"));
    files.put("/etc/shadow", Packed.utf8("y"));
    files.put("\u001b[31mred\n", Packed.utf8("z"));
    for (var packed : List.of(Packed.tar(files), Packed.zip(files))) {
      try (var source = Sources.open("-", new ByteArrayInputStream(packed), Limits.DEFAULT)) {
        var names = new ArrayList<String>();
        source.scan((name, head, isWhole) -> names.add(name));
        assertEquals("../../etc/passwd", names.getFirst());
        assertEquals(3, names.size());
        var path = Printable.text(source.file(names.get(2)).path());
        assertEquals("-!/\\u001b[31mred\\u000a", path);
        assertEquals("x", new String(source.file(names.getFirst()).open().readAllBytes()));
      }
    }
  }

  @Test
  void cutTarIsAnErrorWhereverItIsCut() throws IOException {
    var files = smallFiles();
    var whole = Packed.tar(files);
    var end = whole.length;
    while (whole[end - 1] == 0) {
      end--;
    }
    // The padding of the last file and the first block of zeros belong to the archive as well.
    var lastByte = (end + 511) / 512 * 512 + 512;
    for (var length = 512; length < lastByte; length += 61) {
      var cut = Arrays.copyOf(whole, length);
      var error = assertThrows(InputException.class, () -> content("-", cut), "cut at " + length);
      assertEquals("byte " + length, error.at());
      assertTrue(error.getMessage().contains("cut off"), error.describe());
    }
    assertEquals(files.size(), content("-", Arrays.copyOf(whole, lastByte)).size());
  }

  @Test
  void cutZipIsAnErrorWhereverItIsCut() throws IOException {
    var whole = Packed.zip(smallFiles());
    for (var length = 4; length < whole.length; length += 3) {
      var cut = Arrays.copyOf(whole, length);
      assertThrows(InputException.class, () -> content("-", cut), "cut at " + length);
    }
  }

  @Test
  void damagedZipEntryIsAnError() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      zip.setLevel(0);
      zip.putNextEntry(new ZipEntry("a"));
      zip.write(Packed.utf8("content"));
    }
    var damaged = out.toByteArray();
    for (var i = 0; i < damaged.length; i++) {
      if (damaged[i] == 'c' && damaged[i + 1] == 'o' && damaged[i + 2] == 'n') {
        damaged[i] = 'C';
      }
    }
    var error = assertThrows(InputException.class, () -> content("-", damaged));
    assertEquals(
        "the zip archive is damaged: the checksum of a does not match", error.getMessage());
  }

  @Test
  void encryptedZipIsRefusedByName() throws IOException {
    var zip = Packed.zip(Map.of("a", Packed.utf8("x")));
    for (var i = 0; i < zip.length - 4; i++) {
      if (zip[i] == 'P' && zip[i + 1] == 'K' && zip[i + 2] == 1 && zip[i + 3] == 2) {
        zip[i + 8] |= 1;
      }
      if (zip[i] == 'P' && zip[i + 1] == 'K' && zip[i + 2] == 3 && zip[i + 3] == 4) {
        zip[i + 6] |= 1;
      }
    }
    var error = assertThrows(InputException.class, () -> content("-", zip));
    assertEquals("the zip archive is encrypted; unpack it first", error.getMessage());
  }

  @Test
  void tarEntriesThatAreNotFilesAreNoFiles() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      Packed.put(tar, new TarArchiveEntry("history.edn/"), new byte[0]);
      var link = new TarArchiveEntry("link", TarArchiveEntry.LF_SYMLINK);
      link.setLinkName("/etc/passwd");
      Packed.put(tar, link, new byte[0]);
      var hard = new TarArchiveEntry("hard", TarArchiveEntry.LF_LINK);
      hard.setLinkName("/etc/passwd");
      Packed.put(tar, hard, new byte[0]);
      Packed.put(tar, new TarArchiveEntry("device", TarArchiveEntry.LF_CHR), new byte[0]);
      Packed.put(tar, new TarArchiveEntry("file"), Packed.utf8("x"));
    }
    assertEquals(List.of("file"), List.copyOf(content("-", out.toByteArray()).keySet()));
  }

  @Test
  void sparseTarEntryIsRefusedByName() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      var entry = new TarArchiveEntry("holes", TarArchiveEntry.LF_GNUTYPE_SPARSE);
      Packed.put(tar, entry, new byte[0]);
    }
    var error = assertThrows(InputException.class, () -> content("-", out.toByteArray()));
    assertTrue(error.getMessage().contains("a sparse file, holes"), error.describe());
  }

  @Test
  void longTarNamesOfBothKindsAreRead() throws IOException {
    var name = "d/".repeat(150) + "file";
    for (var mode :
        List.of(TarArchiveOutputStream.LONGFILE_POSIX, TarArchiveOutputStream.LONGFILE_GNU)) {
      var out = new ByteArrayOutputStream();
      try (var tar = new TarArchiveOutputStream(out)) {
        tar.setLongFileMode(mode);
        Packed.put(tar, new TarArchiveEntry(name), Packed.utf8("x"));
      }
      assertEquals("x", new String(content("-", out.toByteArray()).get(name)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "K, ././@LongLink, l|, a, a long name that no entry has",
    "L, ././@LongLink, l|, '', a long name that no entry has",
    "x, a, 13 path=long, '', a long name that no entry has",
    "L, ././@LongLink, l|log, a, bytes behind a long name",
    "L, T6.log, l, a, 'a long name in an entry of its own name, T6.log'",
    "K, T6.log, l, a, 'a long name in an entry of its own name, T6.log'",
    "x, T6.log, |log, a, bytes behind the records of a pax header",
  })
  void tarEntryThatWouldBeLostInANameIsTold(
      char type, String name, String bytes, String next, String told) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      var content = bytes.replace('|', '\0') + (type == 'x' && bytes.contains("path") ? "\n" : "");
      Packed.put(tar, new TarArchiveEntry(name, (byte) type), Packed.utf8(content));
      if (!next.isEmpty()) {
        Packed.put(tar, new TarArchiveEntry(next), Packed.utf8("x"));
      }
    }
    var error = assertThrows(InputException.class, () -> content("-", out.toByteArray()));
    assertTrue(error.getMessage().contains("the tar archive has " + told), error.describe());
    assertTrue(error.at().startsWith("byte "), error.describe());
  }

  @Test
  void longNamesOfALinkInATarAreRead() throws IOException {
    var target = "d/".repeat(150) + "file";
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      Packed.put(tar, new TarArchiveEntry(target), Packed.utf8("x"));
      var link = new TarArchiveEntry("e/".repeat(150) + "link", TarArchiveEntry.LF_LINK);
      link.setLinkName(target);
      Packed.put(tar, link, new byte[0]);
    }
    var files = content("-", out.toByteArray());
    assertEquals("x", new String(files.get("e/".repeat(150) + "link")));
  }

  @Test
  void enormousTarNameIsAnErrorAndNotHeld() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      Packed.put(tar, new TarArchiveEntry("n".repeat(5000)), Packed.utf8("x"));
    }
    var error = assertThrows(InputException.class, () -> content("-", out.toByteArray()));
    assertTrue(error.getMessage().contains("a name of 5001 bytes"), error.describe());
  }

  @Test
  void secondTarBehindTheFirstIsNotLostSilently() throws IOException {
    var both = concat(Packed.tar(someFiles()), Packed.tar(someFiles()));
    var error = assertThrows(InputException.class, () -> content("-", both));
    assertTrue(error.getMessage().contains("follows the end of the tar"), error.describe());
  }

  @Test
  void secondZipBehindTheFirstIsNotLostSilently() throws IOException {
    var both = concat(Packed.zip(smallFiles()), Packed.zip(Map.of("z", Packed.utf8("z"))));
    expectUnnamedEntry(both);
  }

  /** As after a crash while the directory was written anew, or by whoever wants it not seen. */
  @Test
  void entryThatTheDirectoryOfAZipDoesNotNameIsNotLostSilently() throws IOException {
    for (var isStored : List.of(false, true)) {
      var out = new ByteArrayOutputStream();
      var ends = new ArrayList<Integer>();
      try (var zip = new ZipOutputStream(out)) {
        for (var name : List.of("a", "b", "c")) {
          var entry = new ZipEntry(name);
          if (isStored) {
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(1);
            entry.setCrc(0xe8b7be43L); // Of an a.
          }
          zip.putNextEntry(entry);
          zip.write('a');
          zip.closeEntry();
        }
      }
      var whole = out.toByteArray();
      assertEquals(3, content("-", whole).size());
      for (var at = 0; at + 4 < whole.length; at++) {
        if (whole[at] == 'P' && whole[at + 1] == 'K' && whole[at + 2] == 1) {
          ends.add(at);
        }
      }
      ends.add(whole.length - 22);
      for (var left = 0; left < 3; left++) {
        expectUnnamedEntry(without(whole, ends.getFirst(), ends.get(left), ends.get(left + 1)));
      }
    }
  }

  /** A zip archive whose directory has lost an entry. */
  private static byte[] without(byte[] zip, int directory, int from, int to) {
    var cut = concat(Arrays.copyOf(zip, from), Arrays.copyOfRange(zip, to, zip.length));
    var end = ByteBuffer.wrap(cut).order(ByteOrder.LITTLE_ENDIAN);
    end.putShort(cut.length - 14, (short) 2).putShort(cut.length - 12, (short) 2);
    end.putInt(cut.length - 10, cut.length - 22 - directory);
    return cut;
  }

  private void expectUnnamedEntry(byte[] zip) {
    var error = assertThrows(InputException.class, () -> content("-", zip));
    assertTrue(error.getMessage().contains("its directory does not name"), error.describe());
  }

  /** An archive of one entry, field by field. */
  private static final class OneEntry {
    byte[] data = Packed.utf8("aaaaaaaaaa");
    String before = "";
    String behind = "";
    String localName = "a";
    String comment = "";
    int flags;
    int localSize = 10;
    int size = 10;
    int crc = crcOf(data);
    int packed = -1;

    private static int crcOf(byte[] bytes) {
      var crc = new CRC32();
      crc.update(bytes);
      return (int) crc.getValue();
    }

    byte[] bytes() {
      var deflater = new Deflater(9, true);
      deflater.setInput(data);
      deflater.finish();
      var out = new byte[1000];
      var deflated = deflater.deflate(out);
      deflater.end();
      var length = packed < 0 ? deflated : packed;
      var zip = ByteBuffer.allocate(2000).order(ByteOrder.LITTLE_ENDIAN);
      zip.put(Packed.utf8(before));
      var start = zip.position();
      var isDeferred = (flags & 8) != 0;
      zip.putInt(0x04034b50).putShort((short) 20).putShort((short) flags).putShort((short) 8);
      zip.putInt(0).putInt(isDeferred ? 0 : crcOf(data));
      zip.putInt(isDeferred ? 0 : length).putInt(isDeferred ? 0 : localSize);
      zip.putShort((short) 1).putShort((short) 0).put(Packed.utf8(localName));
      zip.put(out, 0, deflated).put(behind.getBytes(StandardCharsets.ISO_8859_1));
      var directory = zip.position();
      zip.putInt(0x02014b50).putShort((short) 20).putShort((short) 20).putShort((short) flags);
      zip.putShort((short) 8).putInt(0).putInt(crc).putInt(length).putInt(size);
      zip.putShort((short) 1).putShort((short) 0).putShort((short) 0).putInt(0).putInt(0);
      zip.putInt(start).put((byte) 'a');
      var end = zip.position();
      zip.putInt(0x06054b50).putInt(0).putShort((short) 1).putShort((short) 1);
      zip.putInt(end - directory).putInt(directory).putShort((short) comment.length());
      return Arrays.copyOf(zip.put(Packed.utf8(comment)).array(), zip.position());
    }

    OneEntry with(Consumer<OneEntry> change) {
      change.accept(this);
      return this;
    }
  }

  @Test
  void bytesOfAZipThatAreNoEntrysAreNotLostSilently() throws IOException {
    var plain = new OneEntry();
    assertEquals(Set.of("a"), content("-", plain.bytes()).keySet());
    plain.behind = "\0\0\0";
    assertEquals(Set.of("a"), content("-", plain.bytes()).keySet());
    plain.flags = 8;
    assertEquals(Set.of("a"), content("-", plain.bytes()).keySet());
    plain.comment = "made by hand";
    assertEquals(Set.of("a"), content("-", plain.bytes()).keySet());

    var hidden = "PK\3\4";
    refused(new OneEntry().with(e -> e.behind = "\0" + hidden), "does not name");
    refused(new OneEntry().with(e -> e.behind = "x"), "has bytes there that are no entry's");
    refused(new OneEntry().with(e -> e.comment = "see " + hidden), "in a comment");
    refused(new OneEntry().with(e -> e.localName = "b"), "another name than the directory says");
    refused(new OneEntry().with(e -> e.size = 0), "another size than");
    refused(new OneEntry().with(e -> e.localSize = 0), "another size than");
    refused(new OneEntry().with(e -> e.crc = 0), "another checksum than");
    refused(new OneEntry().with(e -> e.size = e.localSize = 9), "the size of a is not");
    refused(
        new OneEntry()
            .with(e -> {
              e.flags = 8;
              e.size = 0;
            }),
        "the size of a is not");
    refused(
        new OneEntry()
            .with(e -> {
              e.flags = 8;
              e.crc = 0;
            }),
        "the checksum of a");
    refused(new OneEntry().with(e -> e.packed = 3), "has bytes there that are no entry's");
    refused(
        new OneEntry()
            .with(e -> {
              e.behind = "xxxxx";
              e.packed = deflatedLength(e) + 5;
            }),
        "other data follows the end of a");
  }

  private static int deflatedLength(OneEntry entry) {
    var deflater = new Deflater(9, true);
    deflater.setInput(entry.data);
    deflater.finish();
    return deflater.deflate(new byte[1000]);
  }

  private void refused(OneEntry entry, String told) {
    var error = assertThrows(InputException.class, () -> content("-", entry.bytes()), told);
    assertTrue(error.getMessage().contains(told), error.describe());
    assertTrue(error.at().startsWith("byte "), error.describe());
  }

  @Test
  void bytesBehindThoseOfATarsEntryAreNotLostSilently() throws IOException {
    var tar = Packed.tar(Map.of("a", Packed.utf8("a")));
    tar[1023] = 'x';
    var error = assertThrows(InputException.class, () -> content("-", tar));
    assertEquals("byte 1023", error.at());
    assertTrue(error.getMessage().contains("has bytes there that are no entry's"));
  }

  @Test
  void fileThatAnIncrementalTarListsAndHasNotIsTold() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(out)) {
      Packed.put(tar, new TarArchiveEntry("d", (byte) 'D'), Packed.utf8("Ya\0Yb\0Nc\0De\0\0"));
      Packed.put(tar, new TarArchiveEntry("d/a"), Packed.utf8("y"));
    }
    var unread = new ArrayList<String>();
    try (var source = Sources.open("-", new ByteArrayInputStream(out.toByteArray()), SMALL)) {
      source.scan(
          new Source.Visitor() {
            @Override
            public void file(String name, byte[] head, boolean isWhole) {}

            @Override
            public void unreadable(String name, String what) {
              unread.add(name + " is " + what);
            }
          });
    }
    unread.sort(null);
    assertEquals(
        List.of(
            "d/b is listed in the archive and not in it",
            "d/c is listed in the archive and not in it"),
        unread);
  }

  @Test
  void volumeLabelOfATarHasNoBytes() throws IOException {
    for (var bytes : List.of("", "x")) {
      var out = new ByteArrayOutputStream();
      try (var tar = new TarArchiveOutputStream(out)) {
        Packed.put(tar, new TarArchiveEntry("label", (byte) 'V'), Packed.utf8(bytes));
        Packed.put(tar, new TarArchiveEntry("file"), Packed.utf8("y"));
      }
      if (bytes.isEmpty()) {
        assertEquals(Set.of("file"), content("-", out.toByteArray()).keySet());
      } else {
        var error = assertThrows(InputException.class, () -> content("-", out.toByteArray()));
        assertTrue(error.getMessage().contains("a volume label with bytes"), error.describe());
      }
    }
  }

  @Test
  void binaryLogIsNotTakenForATar() {
    var random = new Random(7);
    var log = new byte[512];
    for (var i = 0; i < 50_000; i++) {
      random.nextBytes(log);
      assertEquals(Container.PLAIN, Container.of(log));
    }
  }

  private static Map<String, byte[]> someFiles() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("run/b", noise(100_000));
    files.put("run/a", Packed.utf8("alpha"));
    files.put("run/sub/c", new byte[0]);
    files.put("top", noise(512));
    return files;
  }

  private static Map<String, byte[]> smallFiles() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a", noise(600));
    files.put("b", Packed.utf8("beta"));
    return files;
  }

  private static byte[] noise(int length) {
    var bytes = new byte[length];
    var random = new Random(length);
    for (var i = 0; i < length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(20));
    }
    return bytes;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    var both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static Source open(String path) throws IOException {
    return Sources.open(path, InputStream.nullInputStream(), Limits.DEFAULT);
  }

  private static byte[] only(Path file) throws IOException {
    return only(file, Limits.DEFAULT);
  }

  private static byte[] only(Path file, Limits limits) throws IOException {
    try (var source = Sources.open(file.toString(), InputStream.nullInputStream(), limits)) {
      assertTrue(source.isFile());
      try (var in = source.file("").open()) {
        return in.readAllBytes();
      }
    }
  }

  /** A pipe gives few bytes at a time, and never says that more are there. */
  private static byte[] onlyFromPipe(byte[] bytes) throws IOException {
    try (var source = Sources.open("-", pipe(bytes), Limits.DEFAULT)) {
      assertTrue(source.isFile());
      return source.file("").open().readAllBytes();
    }
  }

  private static InputStream pipe(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, 1000));
      }

      @Override
      public synchronized int available() {
        return 0;
      }
    };
  }

  private static void assertContent(Map<String, byte[]> expected, String path, byte[] stdin)
      throws IOException {
    var content = content(path, stdin);
    assertEquals(List.copyOf(expected.keySet()), List.copyOf(content.keySet()));
    for (var name : expected.keySet()) {
      assertArrayEquals(expected.get(name), content.get(name), name);
    }
  }

  private static Map<String, byte[]> content(String path, byte[] stdin) throws IOException {
    var in = stdin == null ? InputStream.nullInputStream() : pipe(stdin);
    try (var source = Sources.open(path, in, Limits.DEFAULT)) {
      assertFalse(source.isFile());
      var names = new ArrayList<String>();
      var heads = new ArrayList<byte[]>();
      source.scan((name, head, isWhole) -> {
        names.add(name);
        heads.add(head);
      });
      var content = new LinkedHashMap<String, byte[]>();
      for (var i = 0; i < names.size(); i++) {
        var bytes = source.file(names.get(i)).open().readAllBytes();
        assertArrayEquals(Arrays.copyOf(bytes, Math.min(bytes.length, Source.HEAD)), heads.get(i));
        content.put(names.get(i), bytes);
      }
      return content;
    }
  }

  private static List<String> spooledFiles() throws IOException {
    var temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (var files = Files.list(temporary)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.startsWith("mtc") && f.endsWith(".archive"))
          .sorted()
          .toList();
    }
  }
}
