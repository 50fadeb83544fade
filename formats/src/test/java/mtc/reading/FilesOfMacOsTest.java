package mtc.reading;

import static mtc.source.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Packed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What macOS puts beside files, and into archives of them, is no part of a history. */
class FilesOfMacOsTest {
  private static final byte[] APPLE_DOUBLE =
      HexFormat.of().parseHex("0005160700020000" + "4d6163204f5320582020202020202020" + "0002");

  private static final byte[] RUN =
      utf8(
          """
          {:type :invoke, :process 0, :f :txn, :value [[:w 1 1]]}
          {:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}
          """);

  @TempDir Path folder;

  private static HistoryReader reader() {
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
  }

  /** A Cobra client that runs one transaction, which writes a key. */
  private static byte[] session(long id) {
    var bytes = ByteBuffer.allocate(9 + 25 + 9);
    bytes.put((byte) 'S').putLong(id << 32 | 1);
    bytes.put((byte) 'W').putLong(100 + id).putLong(7).putLong(1000 + id);
    return bytes.put((byte) 'C').putLong(id << 32 | 1).array();
  }

  /** The same files as a folder, as a tar and as a zip archive. */
  private List<Path> stored(Map<String, byte[]> files) throws IOException {
    var directory = folder.resolve("files");
    for (var file : files.entrySet()) {
      var path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return List.of(
        directory,
        Files.write(folder.resolve("files.tar"), Packed.tar(files)),
        Files.write(folder.resolve("files.zip"), Packed.zip(files)));
  }

  private static Map<String, byte[]> sessions(String... ofMacOs) {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("T0.log", session(1));
    files.put("T1.log", session(2));
    for (var name : ofMacOs) {
      files.put(name, APPLE_DOUBLE);
    }
    return files;
  }

  @Test
  void theyAreNoSessionsOfALogAndCounted() throws IOException {
    for (var path : stored(sessions("._T0.log", "._T1.log", "._T2.log.zip"))) {
      var history = reader().read(path.toString());
      assertEquals(2, history.transactionCount());
      var note = "3 files in it are macOS' own (AppleDouble, ._*), and were not read";
      assertEquals(List.of(note), List.copyOf(history.notes()));
    }
    for (var path : stored(sessions("sub/._T3.log", "sub/._T4.log.7z", "__MACOSX/T5.log"))) {
      assertEquals(2, reader().read(path.toString()).transactionCount());
    }
  }

  @Test
  void aSessionThatIsCalledLikeOneOfThemCounts() throws IOException {
    var files = sessions("._T1.log");
    files.put("._T2.log", session(3));
    for (var path : stored(files)) {
      assertEquals(3, reader().read(path.toString()).transactionCount());
    }
  }

  /** Of any other name it may be anything. */
  @ParameterizedTest
  @ValueSource(strings = {"T2.log", "_T2.log"})
  void aSessionThatBeginsLikeOneOfThemIsNotPassedOver(String name) throws IOException {
    for (var path : stored(sessions(name))) {
      var error = assertThrows(InputException.class, () -> reader().read(path.toString()));
      assertTrue(error.describe().contains(name), error.describe());
    }
  }

  @Test
  void besideTheOnlySessionTheyAreNoOther() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("T0.log", session(1));
    files.put("._T0.log", APPLE_DOUBLE);
    var stored = stored(files);
    for (var path : List.of(stored.get(0) + "/T0.log", stored.get(1) + "!/T0.log")) {
      var error = assertThrows(InputException.class, () -> reader().read(path));
      assertTrue(error.describe().contains("expected the folder it is from"), error.describe());
    }
  }

  @Test
  void inAListTheyAreSkipped() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a/one.edn", RUN);
    files.put("a/two.edn", RUN);
    files.put("a/._one.edn", APPLE_DOUBLE);
    files.put("__MACOSX/a/._two.edn", APPLE_DOUBLE);
    for (var path : stored(files)) {
      var listing = reader().list(path.toString());
      assertEquals(2, listing.histories().size(), listing.histories().toString());
      assertEquals(2, listing.skipped().size(), listing.skipped().toString());
      for (var skipped : listing.skipped()) {
        assertTrue(skipped.endsWith(": macOS' own of another file (AppleDouble)"), skipped);
      }
    }
  }

  @Test
  void besideTheOneHistoryTheyAreNone() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("run/history.edn", RUN);
    files.put("run/._history.edn", APPLE_DOUBLE);
    files.put("__MACOSX/run/._history.edn", APPLE_DOUBLE);
    var stored = stored(files);
    for (var path : List.of(stored.get(0).resolve("run"), stored.get(1), stored.get(2))) {
      assertEquals(1, reader().read(path.toString()).transactionCount());
      assertEquals(1, reader().list(path.toString()).histories().size());
    }
  }

  @Test
  void namedItselfItIsSaidWhatItIs() throws IOException {
    for (var path : stored(Map.of("._history.edn", APPLE_DOUBLE))) {
      var isFolder = Files.isDirectory(path);
      var named = isFolder ? path + "/._history.edn" : path + "!/._history.edn";
      for (var read : List.of(named, path.toString())) {
        var error = assertThrows(InputException.class, () -> reader().read(read));
        assertTrue(error.describe().contains("AppleDouble"), error.describe());
      }
    }
  }
}
