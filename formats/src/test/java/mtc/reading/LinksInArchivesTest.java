package mtc.reading;

import static mtc.source.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mtc.source.InputException;
import mtc.source.Limits;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A link to a folder of an archive is a path as any other, as it is on disk. */
class LinksInArchivesTest {
  private static final int LINK = 0120777;
  private static final byte[] RUN =
      utf8(
          """
          {:type :invoke, :process 0, :f :txn, :value [[:w 1 1]]}
          {:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}
          """);

  /** Name and what is there: a link, or a file if that is null. */
  private static final List<String[]> ENTRIES =
      List.of(
          new String[] {"store/t/2", null},
          new String[] {"store/t/3", null},
          new String[] {"store/latest", "t/3"},
          new String[] {"store/current", "latest"},
          new String[] {"newest", "store/current"},
          new String[] {"around", "around"});

  @TempDir Path folder;
  private List<Path> archives;

  @BeforeEach
  void pack() throws IOException {
    var tarred = new ByteArrayOutputStream();
    var zipped = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(tarred);
        var zip = new ZipArchiveOutputStream(zipped)) {
      for (var entry : ENTRIES) {
        var isLink = entry[1] != null;
        var name = isLink ? entry[0] : entry[0] + "/history.edn";
        var bytes = isLink ? utf8(entry[1]) : RUN;
        var inZip = new ZipArchiveEntry(name);
        if (isLink) {
          var inTar = new TarArchiveEntry(name, TarArchiveEntry.LF_SYMLINK);
          inTar.setLinkName(entry[1]);
          tar.putArchiveEntry(inTar);
          inZip.setUnixMode(LINK);
        } else {
          var inTar = new TarArchiveEntry(name);
          inTar.setSize(bytes.length);
          tar.putArchiveEntry(inTar);
          tar.write(bytes);
        }
        tar.closeArchiveEntry();
        zip.putArchiveEntry(inZip);
        zip.write(bytes);
        zip.closeArchiveEntry();
      }
    }
    archives =
        List.of(
            Files.write(folder.resolve("s.tar"), tarred.toByteArray()),
            Files.write(folder.resolve("s.zip"), zipped.toByteArray()));
  }

  private static HistoryReader reader() {
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "store/latest",
        "store/latest/history.edn",
        "store/current",
        "newest",
        "newest/history.edn",
        "store/t/3"
      })
  void itLeadsToTheHistory(String name) throws IOException {
    for (var archive : archives) {
      assertEquals(1, reader().read(archive + "!/" + name).transactionCount());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"around", "around/history.edn", "store/latest/t", "store/gone"})
  void whatIsNotThereIsRefused(String name) {
    for (var archive : archives) {
      assertThrows(InputException.class, () -> reader().read(archive + "!/" + name));
    }
  }

  @Test
  void aListHasEachHistoryOnce() {
    for (var archive : archives) {
      var listed = reader().list(archive.toString()).histories();
      assertEquals(
          List.of(archive + "!/around", archive + "!/store/t/2", archive + "!/store/t/3"), listed);
    }
  }
}
