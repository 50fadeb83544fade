package mtc.reading;

import static mtc.source.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.jepsen.TextFormat;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Packed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryReaderTest {
  private static final String HIST = "[x:=1]\n[x==1]\n";
  private static final String VIPER = "{\"value\":[[\"w\",1,7,true]]}\n";

  @TempDir Path folder;

  @Test
  void fileIsReadWhateverItIsCalled() throws IOException {
    assertEquals("dbcop-hist", read(write("a.png", HIST)).format());
  }

  @Test
  void standardInputIsReadPlainCompressedAndArchived() throws IOException {
    assertEquals(2, readStdin(utf8(HIST)).transactionCount());
    assertEquals(2, readStdin(Packed.gzip(utf8(HIST))).transactionCount());
    assertEquals(2, readStdin(Packed.zip(Map.of("h", utf8(HIST)))).transactionCount());
    assertEquals(2, readStdin(Packed.gzip(Packed.tar(Map.of("h", utf8(HIST))))).transactionCount());
  }

  @Test
  void errorHasThePathAndThePlace() throws IOException {
    var path = write("bad.hist", "[x:=1]\n[x:=]\n");
    var error = assertThrows(InputException.class, () -> read(path));
    assertEquals(path + ":2:5: expected a number, found ']'", error.describe());
  }

  @Test
  void errorInsideAnArchiveNamesTheEntry() throws IOException {
    var path = folder.resolve("a.zip");
    Files.write(path, Packed.zip(Map.of("run/h", utf8("[x:="))));
    var error = assertThrows(InputException.class, () -> read(path.toString()));
    assertEquals(
        path + "!/run/h:1:5: expected a number, found the end of the log", error.describe());
  }

  @Test
  void truncatedCompressionUnderAParserKeepsItsOwnError() throws IOException {
    var json = "[[" + "{\"events\":[[\"w\",1,2]],\"committed\":true},".repeat(9000);
    var whole = Packed.gzip(utf8(json));
    var path = folder.resolve("a.gz");
    Files.write(path, java.util.Arrays.copyOf(whole, whole.length - 20));
    var error = assertThrows(InputException.class, () -> read(path.toString()));
    assertEquals(
        path
            + ":byte "
            + (whole.length - 20)
            + ": the compressed file ends in the middle of its gzip data",
        error.describe());
  }

  @Test
  void viperFolderIsOneHistoryInAFolderAndInArchives() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("logs/run/J7.log", utf8(VIPER));
    files.put("logs/run/J5.log", utf8(VIPER + VIPER));
    files.put("logs/run/README", utf8("hello"));
    for (var packed :
        List.of(Packed.tar(files), Packed.gzip(Packed.tar(files)), Packed.zip(files))) {
      var history = readStdin(packed);
      assertEquals("viper", history.format());
      assertEquals(3, history.transactionCount());
      assertEquals("J7.log", history.file(0));
      assertEquals(7, history.scalars().longValue(history.sessionName(history.session(0))));
    }
    write("J7.log", VIPER);
    write("notes.txt", "nothing");
    assertEquals(1, read(folder.toString()).transactionCount());
  }

  @Test
  void shallowestFolderWithAHistoryWins() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("store/t/1/independent/3/h.hist", utf8(HIST + HIST));
    files.put("store/t/1/h.hist", utf8(HIST));
    files.put("README.md", utf8("Read me"));
    assertEquals(2, readStdin(Packed.tar(files)).transactionCount());
  }

  @Test
  void twoHistoriesAtTheSameDepthAreAnErrorThatNamesBoth() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a/h", utf8(HIST));
    files.put("b/h", utf8(HIST));
    var error = assertThrows(InputException.class, () -> readStdin(Packed.tar(files)));
    assertEquals(
        "-: several histories are in it, in a and in b; unpack it and name one of them",
        error.describe());
  }

  @Test
  void directoryOfSeveralHistoriesIsAnErrorThatListsThem() throws IOException {
    write("a", HIST);
    write("b", "[[{\"events\":[],\"committed\":true}]]");
    var error = assertThrows(InputException.class, () -> read(folder.toString()));
    assertEquals(
        "several histories are in it: a (dbcop-hist), b (dbcop-json); name one of them, such as "
            + folder
            + "/a, or check each with --recursive",
        error.getMessage());
  }

  @Test
  void directoryWithoutHistoryIsAnErrorThatListsIt() throws IOException {
    write("a", "hello");
    write("b", "world");
    var error = assertThrows(InputException.class, () -> read(folder.toString()));
    assertEquals("no history is in it, only a, b", error.getMessage());
    var empty = Files.createDirectory(folder.resolve("empty")).toString();
    assertEquals(
        "it holds no files", assertThrows(InputException.class, () -> read(empty)).getMessage());
  }

  @Test
  void directoryWhoseFoldersHoldHistoriesIsAnErrorThatNamesOneAndRecursive() throws IOException {
    write("empty/notes", "hello");
    write("store/t/2/history.edn", "{:type :ok}");
    write("store/t/1/history.edn", "{:type :ok}");
    var advice =
        "; name a history below it, such as "
            + folder
            + "/store/t/1, or check each with --recursive";
    assertEquals("it holds no files" + advice, errorOf(folder.toString()));
    write("a", "hello");
    assertEquals("no history is in it, only a" + advice, errorOf(folder.toString()));
    write("b", "world");
    assertEquals("no history is in it, only a, b" + advice, errorOf(folder.toString()));
    assertTrue(errorOf(folder + "/empty").startsWith("it is no format that mtc knows"));
  }

  private static String errorOf(String path) {
    return assertThrows(InputException.class, () -> jepsenReader().read(path)).getMessage();
  }

  @Test
  void historyEdnComesBeforeEverythingJepsenPutsBesideIt() throws IOException {
    write("history.edn", "{:type :ok}");
    write("other.hist", HIST);
    write("history.txt", "0\t:invoke\t:txn\tnil");
    var reader = jepsenReader();
    assertEquals("jepsen", reader.read(folder.toString()).format());
    write("history.edn", "");
    var error = assertThrows(InputException.class, () -> reader.read(folder.toString()));
    assertEquals(folder + "/history.edn: it is empty", error.describe());
  }

  @Test
  void folderNamedHistoryEdnIsNoHistory() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("history.edn/", new byte[0]);
    var error = assertThrows(InputException.class, () -> readStdin(Packed.tar(files)));
    assertEquals("-: it holds no files", error.describe());
  }

  @Test
  void archiveInsideAnArchiveIsRefusedByName() {
    var inner = Packed.zip(Map.of("h", utf8(HIST)));
    var error =
        assertThrows(InputException.class, () -> readStdin(Packed.tar(Map.of("in.zip", inner))));
    assertEquals(
        "-: no history is in it; in.zip in it is an archive, which is not looked into",
        error.describe());
  }

  @Test
  void sameNameTwiceInAnArchiveIsAnError() throws IOException {
    var once = Packed.tar(Map.of("h", utf8(HIST)));
    var twice = new java.io.ByteArrayOutputStream();
    twice.write(once, 0, 1024);
    twice.write(once);
    var error = assertThrows(InputException.class, () -> readStdin(twice.toByteArray()));
    assertEquals("-: it holds two files h; unpack it to have one of them", error.describe());
  }

  @Test
  void forcedFormatIsReadWithoutDetection() throws IOException {
    var path = write("a", "hello");
    var forced =
        new HistoryReader(
            InputStream.nullInputStream(), Formats.named("dbcop-hist"), Limits.DEFAULT);
    var error = assertThrows(InputException.class, () -> forced.read(path));
    assertTrue(
        error.describe().startsWith(path + ":1:1: expected a transaction"), error.describe());
  }

  @Test
  void recursiveListHasEveryHistoryOnceInOrderAndSaysWhatItSkipped() throws IOException {
    write("z.hist", HIST);
    write("a/run/J1.log", VIPER);
    write("a/run/J2.log", VIPER);
    write("a/deep/x/y.json", "[[{\"events\":[],\"committed\":true}]]");
    write("store/t/history.edn", "{:type :ok}");
    write("store/t/independent/1/history.edn", "{:type :ok}");
    write("notes.md", "# Notes");
    Files.write(folder.resolve("b.gz"), Packed.gzip(utf8(HIST)));
    Files.write(folder.resolve("c.gz"), Packed.gzip(utf8("nothing")));
    Files.createSymbolicLink(folder.resolve("latest"), folder.resolve("store"));
    var listing = jepsenReader().list(folder.toString());
    assertEquals(
        List.of("a/deep/x/y.json", "a/run", "b.gz", "store/t", "z.hist"),
        listing.histories().stream()
            .map(p -> p.substring(folder.toString().length() + 1))
            .toList());
    assertEquals(3, listing.skipped().size(), listing.skipped().toString());
    for (var path : listing.histories()) {
      jepsenReader().read(path);
    }
  }

  @Test
  void recursiveListHasFoldersThatCannotBeReadSoThatReadingThemSaysWhy() throws IOException {
    write("few/h.hist", HIST);
    write("many/1", HIST);
    write("many/2", HIST);
    write("many/3", HIST);
    var reader =
        new HistoryReader(
            InputStream.nullInputStream(),
            null,
            new Limits(1 << 20, 0, 2, 16 << 20, 1000, 100, 100, 100, 100, 0));
    var listing = reader.list(folder.toString());
    assertEquals(List.of(folder + "/few/h.hist", folder + "/many"), listing.histories());
    var error = assertThrows(InputException.class, () -> reader.read(folder + "/many"));
    assertTrue(error.getMessage().startsWith("it has more than 2 entries"), error.describe());
  }

  @Test
  void theFirstOfTheFilesOfAJepsenRunIsRead() throws IOException {
    var edn = "{:type :ok, :process 0, :f :write, :value %d}";
    var text = "0\t:ok\t:write\t%d\n";
    write("run/jepsen.log", "INFO");
    write("run/history.txt", text.formatted(4));
    assertEquals("jepsen-text", read(folder + "/run").format());
    Files.write(folder.resolve("run/test.fressian"), new byte[] {(byte) 0xC0, (byte) 0xE4});
    var error = assertThrows(InputException.class, () -> read(folder + "/run"));
    assertEquals(
        folder
            + "/run/test.fressian: it is named like a file of Jepsen's, but does not begin like"
            + " one",
        error.describe());
    Files.write(folder.resolve("run/history.edn.gz"), Packed.gzip(utf8(edn.formatted(2))));
    assertEquals(2, read(folder + "/run").value(0));
    write("run/history.edn", edn.formatted(1));
    assertEquals(1, read(folder + "/run").value(0));
    var forced = new HistoryReader(InputStream.nullInputStream(), new TextFormat(), Limits.DEFAULT);
    assertEquals(4, forced.read(folder + "/run").value(0));
    var listing =
        new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT)
            .list(folder.toString());
    assertEquals(List.of(folder + "/run"), listing.histories());
  }

  @Test
  void aHistoryBesideThatOfARunIsListedOrTold() throws IOException {
    var edn = "{:type :ok, :process 0, :f :write, :value %d}";
    var files = new LinkedHashMap<String, byte[]>();
    files.put("run/history.edn", utf8(edn.formatted(1)));
    files.put("run/history.txt", utf8("0\t:ok\t:write\t1\n"));
    files.put("run/results.edn", utf8(edn.formatted(2)));
    files.put("run/jepsen.log", utf8(HIST));
    files.put("run/test.jepsen.old", utf8(HIST));
    files.put("run/latency.png", utf8("nothing"));
    files.put("run/other.edn", utf8(edn.formatted(3)));
    files.put("run/w.txt", utf8("w(1,4,0,0)\n"));
    for (var file : files.entrySet()) {
      write(file.getKey(), new String(file.getValue(), StandardCharsets.UTF_8));
    }
    var run = folder + "/run";
    var archive = Files.write(folder.resolve("run.tar"), Packed.tar(files)).toString();
    var note =
        "beside it are histories that were not read: %sother.edn, %sw.txt; --recursive reads";
    assertTrue(read(run).notes().contains(note.formatted("", "") + " each"), "in a folder");
    assertTrue(
        read(archive).notes().contains(note.formatted("run/", "run/") + " each"), "in an archive");
    for (var path : List.of(run, archive)) {
      var inside = path.equals(archive) ? archive + "!/run" : run;
      var reader = new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
      var listing = reader.list(path);
      assertEquals(List.of(inside, inside + "/other.edn", inside + "/w.txt"), listing.histories());
      assertFalse(reader.read(inside).notes().toString().contains("beside"));
    }
    write("run/J1.log", VIPER);
    var error = assertThrows(InputException.class, () -> read(run));
    assertEquals("the folder mixes jepsen and viper files", error.getMessage());
  }

  @Test
  void theHistoriesOfAnArchiveAreListedAndReadByName() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    var edn = "{:type :ok, :process 0, :f :write, :value %d}";
    files.put("store/a/1/history.edn", utf8(edn.formatted(1)));
    files.put("store/a/1/independent/7/history.edn", utf8(edn.formatted(7)));
    files.put("store/a/2/history.txt", utf8("0\t:ok\t:write\t2\n"));
    files.put("texts/x.txt", utf8("w(1,3,0,0)\n"));
    files.put("texts/README", utf8("# nothing\n"));
    var reader = new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
    for (var packed : List.of(Packed.gzip(Packed.tar(files)), Packed.zip(files))) {
      var archive = Files.write(folder.resolve("archive"), packed).toString();
      for (var path : List.of(archive, folder.toString())) {
        var listing = reader.list(path);
        assertEquals(
            List.of(archive + "!/store/a/1", archive + "!/store/a/2", archive + "!/texts/x.txt"),
            listing.histories());
        assertEquals(List.of(archive + "!/texts/README: no history"), listing.skipped());
        for (var i = 0; i < 3; i++) {
          assertEquals(i + 1, read(listing.histories().get(i)).value(0));
        }
      }
      var error = assertThrows(InputException.class, () -> read(archive + "!/store/b"));
      assertEquals(archive + "!/store/b: there is no such file or directory", error.describe());
    }
  }

  @Test
  void otherTextsMayBeCalledLikeAFileOfJepsens() throws IOException {
    write("history.txt", "w(1,2,3,4)\n");
    assertEquals("polysi", read(folder.toString()).format());
    write("other.txt", "w(1,2,3,4)\n");
    assertThrows(InputException.class, () -> read(folder.toString()));
  }

  @Test
  void knownOthersAreRefusedByName() throws IOException {
    var seen = new LinkedHashMap<String, String>();
    seen.put("", "it is empty");
    seen.put(" \n; a comment\n", "it has nothing but blanks and comments");
    seen.put("JEPSEN\0\0\0\1", "there is no operation in it");
    seen.put("- - events:\n    - write: true", "YAML");
    seen.put("{:valid? true, :count 3}", "results.edn");
    seen.put("{:process 0, :type :invoke, :f :get, :key \"0\", :value nil}", "Porcupine's kv");
    seen.put("%PDF-1.4", "a PDF document");
    seen.put("<html><body>", "HTML");
    for (var entry : seen.entrySet()) {
      var path = write("file", entry.getKey());
      var error = assertThrows(InputException.class, () -> read(path), entry.getKey());
      assertTrue(error.getMessage().contains(entry.getValue()), error.describe());
    }
    Files.write(folder.resolve("file"), "[x:=1]".getBytes(StandardCharsets.UTF_16));
    assertTrue(
        assertThrows(InputException.class, () -> read(folder.resolve("file").toString()))
            .getMessage()
            .contains("UTF-16"));
  }

  @Test
  void unknownBytesAreShownWithTheFormatsTheyCouldBe() throws IOException {
    var path = write("file", "{\"hello\": \u001b[31m1}");
    var error = assertThrows(InputException.class, () -> read(path));
    assertTrue(
        error.getMessage().contains("7b 22 68 65 6c 6c 6f 22 3a 20 1b 5b 33 31 6d 31"),
        error.describe());
    var text = assertThrows(InputException.class, () -> read(write("t", "{\"hello\": 1}")));
    assertEquals(
        "it is no format that mtc knows. It begins with the bytes 7b 22 68 65 6c 6c 6f 22 3a 20 31"
            + " 7d \"{\"hello\": 1}\"; formats that look like it (JSON): viper, chronos, etcd,"
            + " jepsen, jepsen-json, dbcop-json; --format F names one",
        text.getMessage());
  }

  private static HistoryReader jepsenReader() {
    var formats = new ArrayList<Format>(List.of(new EdnStandIn()));
    formats.addAll(Formats.ALL);
    return new HistoryReader(InputStream.nullInputStream(), formats, false, Limits.DEFAULT);
  }

  private String write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  private static History read(String path) throws InputException {
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT).read(path);
  }

  private static History readStdin(byte[] bytes) throws InputException {
    return new HistoryReader(new ByteArrayInputStream(bytes), null, Limits.DEFAULT).read("-");
  }

  /** Knows the EDN of Jepsen when it sees it, and no more. */
  private static final class EdnStandIn implements Format {
    @Override
    public String name() {
      return "jepsen";
    }

    @Override
    public boolean recognises(Sample sample) {
      return !sample.isFolder()
          && new String(sample.files().getFirst().head()).startsWith("{:type");
    }

    @Override
    public void read(Input input, HistoryBuilder into) {
      into.begin(History.NO_SESSION, 0, 1);
      into.end(Status.COMMITTED);
    }
  }
}
