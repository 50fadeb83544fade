package mtc.formats.cobra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import mtc.history.History;
import mtc.reading.HistoryReader;
import mtc.source.FileName;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Packed;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session that is left out can turn a violation into none: it is read, or all is refused. */
class NothingDroppedTest {
  private static final byte[] FIRST = session(1);
  private static final byte[] SECOND = session(2);

  @TempDir Path folder;

  private static byte[] session(long id) {
    return new CobraLog().start(id).write(id, 7, id).commit(id).bytes();
  }

  @ParameterizedTest
  @ValueSource(strings = {"T2.log", "T2.LOG", ".T2.log", "T\u00e9.log", "T2\n.log", "-.log"})
  void everyLogIsASessionWhateverElseIsInItsName(String name) throws IOException {
    Files.write(folder.resolve("T1.log"), FIRST);
    Files.write(folder.resolve(name), SECOND);
    assertEquals(2, read(folder).transactionCount());
  }

  @Test
  void namesThatAreNotUtf8AreRead() throws IOException {
    Files.write(folder.resolve("T1.log"), FIRST);
    Files.write(notUtf8("T", 0xff, ".log"), SECOND);
    Files.write(notUtf8("T", 0xfe, ".log"), session(3));
    assertEquals(3, read(folder).sessionCount());
    var below = new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
    var odd = Files.createDirectory(notUtf8("sub", 0xff, ""));
    Files.write(odd.resolve("T1.log"), FIRST);
    var found = below.list(FileName.of(folder)).histories();
    assertEquals(List.of(FileName.of(folder), folder + "/sub\udcff"), found);
    assertEquals(1, below.read(found.get(1)).transactionCount());
  }

  private Path notUtf8(String before, int odd, String after) {
    return FileName.path(folder + "/" + before + (char) (0xDC00 | odd) + after);
  }

  @Test
  void compressedLogsAreSessionsToo() throws IOException {
    Files.write(folder.resolve("T1.log"), FIRST);
    Files.write(folder.resolve("T2.log.gz"), Packed.gzip(SECOND));
    assertEquals(2, read(folder).transactionCount());
    var files = Map.of("T1.log", FIRST, "T2.log.gz", Packed.gzip(SECOND));
    assertEquals(2, read(Packed.tar(files)).transactionCount());
    assertEquals(2, read(Packed.zip(files)).transactionCount());
    Files.write(folder.resolve("T3.log.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertRefused("T3.log.gz");
  }

  @Test
  void recordsOfAClientUnderAnotherNameAreRefused() throws IOException {
    Files.write(folder.resolve("T1.log"), FIRST);
    Files.write(folder.resolve("T2.txt"), SECOND);
    assertRefused("T2.txt");
    Files.move(folder.resolve("T2.txt"), folder.resolve("T2.wlog"));
    assertEquals(1, read(folder).transactionCount());
  }

  @Test
  void linksAreWhatTheyLeadTo() throws IOException {
    var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    var logs = Files.createDirectory(folder.resolve("logs"));
    Files.write(logs.resolve("T1.log"), FIRST);
    Files.write(elsewhere.resolve("real"), SECOND);
    Files.createSymbolicLink(logs.resolve("T2.log"), elsewhere.resolve("real"));
    assertEquals(2, read(logs).transactionCount());
    Files.write(logs.resolve("own"), session(3));
    Files.createLink(logs.resolve("T3.log"), logs.resolve("own"));
    assertEquals(3, read(logs).transactionCount());
  }

  @Test
  void whatIsCalledALogAndIsNoneIsRefusedByName() throws Exception {
    Files.write(folder.resolve("T1.log"), FIRST);
    for (var name : List.of("T2.log", "other")) {
      var link = Files.createSymbolicLink(folder.resolve(name), Path.of("/nonexistent"));
      assertRefused(name);
      Files.delete(link);
      Files.createSymbolicLink(link, link);
      assertRefused(name);
      Files.delete(link);
      assertEquals(0, new ProcessBuilder("mkfifo", link.toString()).start().waitFor());
      assertRefused(name);
      Files.delete(link);
    }
    var device = Files.createSymbolicLink(folder.resolve("T2.log"), Path.of("/dev/zero"));
    assertRefused("T2.log");
    Files.delete(device);
    Files.createDirectory(device);
    assertRefused("T2.log");
    Files.delete(device);
    Files.createSymbolicLink(device, folder.getParent());
    assertRefused("T2.log");
    Files.delete(device);
    Files.write(folder.resolve("more.zip"), Packed.zip(Map.of("T2.log", SECOND)));
    assertRefused("more.zip");
  }

  private void assertRefused(String name) {
    var error = assertThrows(InputException.class, () -> read(folder));
    assertTrue(error.describe().contains(name), error.describe());
  }

  @Test
  void linksInTarAreWhatTheyLeadToBeforeOrBehindThem() throws IOException {
    for (var type : List.of(TarArchiveEntry.LF_LINK, TarArchiveEntry.LF_SYMLINK)) {
      for (var isBefore : List.of(true, false)) {
        var tar = new Tars();
        tar.file("logs/T1.log", FIRST);
        if (isBefore) {
          tar.file("logs/real", SECOND);
        }
        tar.link(
            "logs/T2.log", type == TarArchiveEntry.LF_LINK ? "logs/real" : "../logs/real", type);
        tar.link("logs/latest", "T2.log", TarArchiveEntry.LF_SYMLINK);
        if (!isBefore) {
          tar.file("logs/real", SECOND);
        }
        assertEquals(2, read(tar.bytes()).transactionCount());
        assertEquals(2, read(Packed.gzip(tar.bytes())).transactionCount());
      }
    }
  }

  @Test
  void longLinkNamesInTarAreFollowed() throws IOException {
    var name = "n".repeat(300);
    for (var mode :
        List.of(TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX)) {
      var tar = new Tars();
      tar.out.setLongFileMode(mode);
      tar.file("T1.log", FIRST);
      tar.file(name, SECOND);
      tar.link("T2.log", name, TarArchiveEntry.LF_SYMLINK);
      assertEquals(2, read(tar.bytes()).transactionCount());
    }
  }

  @Test
  void linksInTarToNowhereAndOtherEntriesAreRefusedByName() throws IOException {
    for (var target : List.of("/etc/passwd", "gone", "../../x", "T2.log")) {
      var tar = new Tars();
      tar.file("T1.log", FIRST);
      tar.link("T2.log", target, TarArchiveEntry.LF_SYMLINK);
      assertRefused("T2.log", tar.bytes());
    }
    for (var type : new byte[] {TarArchiveEntry.LF_CHR, TarArchiveEntry.LF_FIFO, '5'}) {
      var tar = new Tars();
      tar.file("T1.log", FIRST);
      tar.link("T2.log", "", type);
      assertRefused("T2.log", tar.bytes());
    }
    for (var type : new byte[] {'M', 'N', 'S'}) {
      var tar = new Tars();
      tar.file("T1.log", FIRST);
      tar.put(new TarArchiveEntry("T2.log", type), SECOND);
      assertRefused("T2.log", tar.bytes());
    }
    var unknown = new Tars();
    unknown.file("T1.log", FIRST);
    unknown.put(new TarArchiveEntry("T2.log", (byte) 'Q'), SECOND);
    assertEquals(2, read(unknown.bytes()).transactionCount());
  }

  @Test
  void linksInZipAreWhatTheyLeadTo() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("logs/T1.log", FIRST);
    files.put("real/second", SECOND);
    assertEquals(2, read(zip(files, "logs/T2.log", "../real/second", 0120777)).transactionCount());
    assertRefused("logs/T2.log", zip(files, "logs/T2.log", "../real/none", 0120777));
    assertRefused("logs/T2.log", zip(files, "logs/T2.log", "", 0010644));
  }

  private static byte[] zip(Map<String, byte[]> files, String link, String target, int mode)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipArchiveOutputStream(bytes)) {
      for (var file : files.entrySet()) {
        put(zip, new ZipArchiveEntry(file.getKey()), file.getValue());
      }
      var entry = new ZipArchiveEntry(link);
      entry.setUnixMode(mode);
      put(zip, entry, Packed.utf8(target));
    }
    return bytes.toByteArray();
  }

  private static void put(ZipArchiveOutputStream zip, ZipArchiveEntry entry, byte[] bytes)
      throws IOException {
    zip.putArchiveEntry(entry);
    zip.write(bytes);
    zip.closeArchiveEntry();
  }

  @Test
  void sameNameTwiceInAnArchiveIsRefused() throws IOException {
    for (var second : List.of("T1.log", "./T1.log", "/T1.log", "x/../T1.log", "T1.log/.")) {
      var tar = new Tars();
      tar.file("T1.log", FIRST);
      tar.put(new TarArchiveEntry(second, true), SECOND);
      assertRefused("T1.log", tar.bytes());
    }
    var zip = zip(Map.of("T1.log", FIRST), "T1.log", "T1.log", 0100644);
    assertRefused("T1.log", zip);
    var linked = new Tars();
    linked.file("T1.log", FIRST);
    linked.link("T1.log", "gone", TarArchiveEntry.LF_SYMLINK);
    assertRefused("T1.log", linked.bytes());
  }

  @Test
  void sessionsInDeeperFoldersOfAnArchiveAreRefused() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("T1.log", FIRST);
    files.put("sub/T2.log", SECOND);
    assertRefused("sub", Packed.tar(files));
    assertRefused("sub", Packed.zip(files));
  }

  @Test
  void recursiveSearchGoesBelowAFolderThatIsAHistory() throws Exception {
    Files.write(folder.resolve("T1.log"), FIRST);
    Files.write(Files.createDirectory(folder.resolve("sub")).resolve("T2.log"), SECOND);
    var files = Files.createDirectory(folder.resolve("files"));
    Files.createSymbolicLink(files.resolve("gone.edn"), Path.of("/nonexistent"));
    assertEquals(
        0, new ProcessBuilder("mkfifo", files.resolve("pipe.edn").toString()).start().waitFor());
    var reader = new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
    var found = new TreeSet<>(reader.list(folder.toString()).histories());
    var expected = new ArrayList<String>();
    for (var name : List.of("", "/files/gone.edn", "/files/pipe.edn", "/sub")) {
      expected.add(folder + name);
    }
    assertEquals(expected, List.copyOf(found));
    for (var name : List.of("/files/gone.edn", "/files/pipe.edn")) {
      assertThrows(InputException.class, () -> reader.read(folder + name));
    }
  }

  @Test
  void logThatIsWrittenWhileItIsReadIsNoticed() throws IOException {
    var log = folder.resolve("T1.log");
    Files.write(log, FIRST);
    Files.write(folder.resolve("T2.log"), SECOND);
    var reader = new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
    var error =
        assertThrows(InputException.class, () -> reader.read(folder.toString(), _ -> grow(log)));
    assertTrue(error.getMessage().contains("changed while it was read"), error.describe());
  }

  /** By one transaction, once. */
  private static void grow(Path log) {
    try {
      if (Files.size(log) == FIRST.length) {
        Files.write(log, session(9), StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertRefused(String name, byte[] archive) {
    var error = assertThrows(InputException.class, () -> read(archive));
    assertTrue(error.describe().contains(name), error.describe());
  }

  private static History read(Path path) throws InputException {
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT)
        .read(path.toString());
  }

  private static History read(byte[] archive) throws InputException {
    return new HistoryReader(new ByteArrayInputStream(archive), null, Limits.DEFAULT).read("-");
  }

  /** A tar archive that is being made. */
  private static final class Tars {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final TarArchiveOutputStream out = new TarArchiveOutputStream(bytes);

    void file(String name, byte[] content) throws IOException {
      put(new TarArchiveEntry(name), content);
    }

    void link(String name, String target, byte type) throws IOException {
      var entry = new TarArchiveEntry(name, type);
      entry.setLinkName(target);
      put(entry, new byte[0]);
    }

    void put(TarArchiveEntry entry, byte[] content) throws IOException {
      entry.setSize(content.length);
      out.putArchiveEntry(entry);
      out.write(content);
      out.closeArchiveEntry();
    }

    byte[] bytes() throws IOException {
      out.close();
      return bytes.toByteArray();
    }
  }
}
