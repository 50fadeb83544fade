package mtc.reading;

import static mtc.source.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.source.ArchivePart;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Packed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be a part of a history is read, or told of, however it is packed and wherever it is. */
class NothingLeftOutTest {
  private static final String VIPER = "{\"value\":[[\"w\",1,%d,true]]}\n";

  @TempDir Path folder;
  private Path log;

  @BeforeEach
  void writeSession() throws IOException {
    log = Files.createDirectory(folder.resolve("log"));
    Files.write(log.resolve("T0.log"), session(1));
    assertEquals(1, reader().read(log.toString()).transactionCount());
  }

  /** A Cobra client that runs one transaction, which writes a key. */
  private static byte[] session(long id) {
    var bytes = ByteBuffer.allocate(9 + 25 + 9);
    bytes.put((byte) 'S').putLong(id << 32 | 1);
    bytes.put((byte) 'W').putLong(100 + id).putLong(7).putLong(1000 + id);
    return bytes.put((byte) 'C').putLong(id << 32 | 1).array();
  }

  private static HistoryReader reader() {
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
  }

  private static void assertRefused(Path path, String told) {
    assertRefused(reader(), path.toString(), told);
  }

  private static void assertRefused(HistoryReader reader, String path, String told) {
    var error = assertThrows(InputException.class, () -> reader.read(path));
    assertTrue(error.describe().contains(told), error.describe());
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "T1.log.7z, 377abcaf271c0004, a 7z archive",
    "old, 377abcaf271c0004, a 7z archive",
    "T1.log.rar, 526172211a070100, a RAR archive",
    "x, 213c617263683e0a2f, an ar archive",
    "T1.lzma, 5d00008000ffffffffffffffff0029, compressed with LZMA",
    "T1, 5d00000004310000000000000000ab, compressed with LZMA",
    "T1.log.Z, 1f9d9053, compressed with compress",
    "T1.log, 1f9d9053, compressed with compress",
    "T1.log.sz, ff060000734e61507059, compressed with Snappy",
    "T1.log.lzo, 894c5a4f000d0a1a0a, compressed with lzop",
    "T1.log.lz, 4c5a495001, compressed with lzip",
    "T1.log.br, 0b158053, 'named .br, like what is packed'",
    "T1.log.zst, '', empty",
    "T1.log.gz, '', empty",
  })
  void whatNobodyHereUnpacksIsRefusedByNameOrContent(String name, String hex, String told)
      throws IOException {
    var bytes = HexFormat.of().parseHex(hex);
    var files = new LinkedHashMap<String, byte[]>();
    files.put("T0.log", session(1));
    files.put(name, bytes);
    for (var archive : List.of(Packed.tar(files), Packed.zip(files))) {
      assertRefused(Files.write(folder.resolve("archive"), archive), name + " in it is " + told);
    }
    write(log.resolve(name), bytes);
    assertRefused(log, name + " in it is " + told);
    if (bytes.length > 0) {
      var other = folder.resolve("other").resolve(name);
      write(other, bytes);
      var reader = reader();
      assertEquals(
          List.of(other.toString()), reader.list(other.getParent().toString()).histories());
      assertRefused(reader, other.toString(), name.equals("T1.log") ? "" : "does not unpack");
    }
  }

  @Test
  void cpioArchivesAndZipArchivesBehindOtherBytesAreRefused() throws IOException {
    var header = "070701" + "0".repeat(104) + "T1.log\0\0";
    write(log.resolve("x"), utf8(header));
    assertRefused(log, "x in it is a cpio archive");
    var zip = new ByteArrayOutputStream();
    zip.write(utf8("#!/bin/sh\n"));
    zip.write(Packed.zip(Map.of("T1.log", session(2))));
    write(log.resolve("x"), zip.toByteArray());
    assertRefused(log, "x in it is a zip archive with other bytes before it");
    write(log.resolve("x"), utf8("070701 is no header, and PK\3\4 none of an entry"));
    assertEquals(1, reader().read(log.toString()).transactionCount());
  }

  @Test
  void packedHistoryBesideALessDetailedOneOfTheRunIsRefused() throws IOException {
    write(folder.resolve("run/history.edn.7z"), HexFormat.of().parseHex("377abcaf271c0004"));
    write(folder.resolve("run/history.txt"), utf8("0\t:invoke\t:txn\t[[:w 1 1]]\n"));
    assertRefused(folder.resolve("run"), "history.edn.7z in it is a 7z archive");
  }

  @Test
  void sessionBelowIsFoundByContent() throws IOException {
    var below = log.resolve("sub/x.dat");
    write(below, utf8("nothing"));
    assertEquals(1, reader().read(log.toString()).transactionCount());
    write(below, session(2));
    assertRefused(log, below + " looks like a part of the log (cobra)");
    var reader = reader();
    assertEquals(
        List.of(log.toString(), below.toString()), reader.list(log.toString()).histories());
    assertRefused(reader, below.toString(), "");
    var files = new LinkedHashMap<String, byte[]>();
    files.put("T0.log", session(1));
    files.put("sub/x.dat", session(2));
    var archive = Files.write(folder.resolve("a.tar"), Packed.tar(files));
    assertRefused(archive, "sub/x.dat in it is like a part of the log (cobra)");
    assertEquals(2, reader().list(archive.toString()).histories().size());
  }

  @Test
  void sessionOfViperBelowIsFoundByContent() throws IOException {
    var viper = folder.resolve("viper");
    write(viper.resolve("J0.log"), utf8(VIPER.formatted(1)));
    write(viper.resolve("sub/old"), utf8(VIPER.formatted(2)));
    assertRefused(viper, viper + "/sub/old looks like a part of the log (viper)");
  }

  @Test
  void sessionBehindALinkToAFolderIsFound() throws IOException {
    var link = Files.createSymbolicLink(log.resolve("sub"), Path.of("../elsewhere"));
    write(folder.resolve("elsewhere/notes"), utf8("nothing"));
    Files.createSymbolicLink(log.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(folder.resolve("elsewhere/again"), Path.of("."));
    assertEquals(1, reader().read(log.toString()).transactionCount());
    assertEquals(List.of(log.toString()), reader().list(log.toString()).histories());
    write(folder.resolve("elsewhere/T1.log"), session(2));
    assertRefused(log, link + "/T1.log looks like a part of the log (cobra)");
    var reader = reader();
    assertEquals(List.of(log.toString(), link.toString()), reader.list(log.toString()).histories());
    assertEquals(1, reader.read(link.toString()).transactionCount());
  }

  @Test
  void archiveBelowIsRefused() throws IOException {
    write(log.resolve("sub/data"), Packed.tar(Map.of("T1.log", session(2))));
    assertRefused(log, log + "/sub/data: it is an archive, in a folder below that of the log");
    write(log.resolve("sub/data"), HexFormat.of().parseHex("377abcaf271c0004"));
    assertRefused(log, log + "/sub/data: it is a 7z archive, in a folder below");
  }

  @Test
  void pipeBelowIsRefused() throws IOException, InterruptedException {
    var pipe = log.resolve("sub/T1.log");
    Files.createDirectory(pipe.getParent());
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    assertRefused(log, pipe + ": it is a pipe, a device or a socket, in a folder below");
  }

  @Test
  void whatCannotBeOpenedBelowIsNamed() throws IOException {
    var file = log.resolve("sub/xx");
    write(file, session(2));
    Files.setPosixFilePermissions(file, Set.of());
    if (!Files.isReadable(file)) { // Who may do everything can open it all the same.
      assertRefused(log, file + ": it cannot be opened; is reading it allowed?");
    }
    write(log.resolve("sub/yy.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    Files.delete(file);
    assertRefused(log, log + "/sub/yy.gz:byte 4: the compressed file ends in the middle");
  }

  /** As with a link in the log to where the bytes are. */
  @Test
  void whatALinkInTheLogLeadsToIsReadOnce() throws IOException {
    write(log.resolve("data/x"), session(2));
    Files.createSymbolicLink(log.resolve("T1.log"), Path.of("data/x"));
    assertEquals(2, reader().read(log.toString()).transactionCount());
    write(log.resolve("data/y"), session(3));
    assertRefused(log, log + "/data/y looks like a part of the log");
  }

  static boolean hasKernelFiles() {
    return Files.exists(Path.of("/proc/kmsg"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"notes.txt", "T1.log", "sub/T1.log"})
  @EnabledIf("hasKernelFiles")
  void linkToAFileOfTheKernelIsRefusedAndNotOpened(String name) throws IOException {
    Files.createDirectories(log.resolve(name).getParent());
    var link = Files.createSymbolicLink(log.resolve(name), Path.of("/proc/kmsg"));
    assertRefused(log, "a link to a file of the kernel: /proc/kmsg");
    var reader = reader();
    reader.list(log.toString()).histories();
    assertRefused(
        reader,
        (name.startsWith("sub") ? link : log).toString(),
        "a link to a file of the kernel: /proc/kmsg");
  }

  @Test
  void emptyFileIsNotOpenedAlsoWhenTheLogIsRead() throws IOException {
    write(log.resolve("empty"), new byte[0]);
    assertEquals(1, reader().read(log.toString()).transactionCount());
  }

  @Test
  void clientsBelowAClientAreListed() throws IOException {
    var etcd = folder.resolve("etcd");
    for (var client : List.of("client-0", "client-2", "client-0/client-1")) {
      write(
          etcd.resolve(client + "/operations.json"),
          utf8(
              """
              {"ClientId":%d,"Input":{"Type":"range","Range":{"Start":"k","End":"","Limit":0}},\
              "Call":1,"Output":{"Error":"x"},"Return":2}
              """
                  .formatted(client.charAt(client.length() - 1) - '0')));
    }
    assertRefused(etcd, "client-0/client-1/operations.json looks like a part of the log (etcd)");
    assertEquals(
        List.of(etcd.toString(), etcd + "/client-0/client-1"),
        reader().list(etcd.toString()).histories());
  }

  @Test
  void clientWithoutAnyFileIsRefused() throws IOException {
    var etcd = folder.resolve("etcd");
    var request =
        """
        {"ClientId":1,"Input":{"Type":"range","Range":{"Start":"k","End":"","Limit":0}},\
        "Call":1,"Output":{"Error":"x"},"Return":2}
        """;
    write(etcd.resolve("client-1/operations.json"), utf8(request));
    write(etcd.resolve("client-2/watch.json"), utf8("{}"));
    assertEquals("etcd", reader().read(etcd.toString()).format());
    Files.createDirectory(etcd.resolve("client-3"));
    assertRefused(etcd, "client-3 in it is a client's folder with nothing in it");
    var files = new LinkedHashMap<String, byte[]>();
    files.put("client-1/operations.json", utf8(request));
    files.put("client-3/", new byte[0]);
    var archive = Files.write(folder.resolve("a.tar"), Packed.tar(files));
    assertRefused(archive, "client-3 in it is a client's folder with nothing in it");
  }

  @ParameterizedTest
  @CsvSource({
    "b.edn, '', it is empty",
    "b.edn, feff007b, it is UTF-16 text",
    "b.edn, 6e696c0a, it is no format that mtc knows",
    "history.json, '', it is empty",
    "history.json, 7b7d, it is no format that mtc knows",
    "history.old, 3f, it is no format that mtc knows",
    "b.edn.gz, '', it is empty",
  })
  void whatIsCalledLikeAHistoryIsNotSkipped(String name, String hex, String told)
      throws IOException {
    var bytes = HexFormat.of().parseHex(hex);
    var tree = folder.resolve("tree");
    write(tree.resolve("a"), utf8("[x:=1]\n[x==1]\n"));
    write(tree.resolve("results.edn"), utf8("{:valid? true}"));
    write(tree.resolve("notes"), bytes);
    write(tree.resolve(name), bytes);
    write(tree.resolve("run/history.edn"), utf8("{:type :ok}"));
    write(tree.resolve("run/n1").resolve(name), bytes);
    var reader = reader();
    assertEquals(
        List.of(tree + "/a", tree + "/" + name, tree + "/run"),
        reader.list(tree.toString()).histories());
    assertRefused(reader, tree + "/" + name, told);
    if (!name.endsWith(".gz")) {
      var files = new LinkedHashMap<String, byte[]>();
      files.put("a", utf8("[x:=1]\n[x==1]\n"));
      files.put(name, bytes);
      files.put("run/history.edn", utf8("{:type :ok}"));
      files.put("run/n1/" + name, bytes);
      var archive = Files.write(folder.resolve("a.tar"), Packed.tar(files)).toString();
      assertEquals(
          List.of(archive + "!/a", archive + "!/" + name, archive + "!/run"),
          reader.list(archive).histories());
      assertRefused(reader, archive + "!/" + name, told);
    }
  }

  @Test
  void historyBesideOneThatCannotBeReadIsRefused() throws IOException {
    var both = folder.resolve("both");
    write(both.resolve("a.edn"), utf8("{:type :invoke, :process 0, :f :txn, :value [[:w 1 1]]}\n"));
    write(both.resolve("results.edn"), utf8("{:valid? true}"));
    write(both.resolve("config.json"), utf8("{}"));
    assertEquals("jepsen", reader().read(both.toString()).format());
    write(both.resolve("b.edn"), new byte[0]);
    assertRefused(both, "b.edn in it is called like a history, and none that can be read");
  }

  @Test
  void partsOfArchivesAreNamedWhereThereAreSeveral() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a/h", utf8("[x:=1]\n[x==1]\n"));
    files.put("b/h", utf8("[x:=1]\n[x==1]\n"));
    var archive = Files.write(folder.resolve("a.tar"), Packed.tar(files)).toString();
    assertRefused(
        reader(),
        archive,
        "name one of them, such as "
            + ArchivePart.path(archive, "a")
            + ", or check each with"
            + " --recursive");
    assertEquals(2, reader().read(ArchivePart.path(archive, "a")).transactionCount());
  }
}
