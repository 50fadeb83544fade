package mtc.run.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchTest {
  @TempDir Path folder;

  private Path fetched() throws IOException {
    return Files.writeString(folder.resolve("fetched"), "jar");
  }

  private List<String> names(Path below) throws IOException {
    try (var files = Files.list(below)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void whatIsFetchedIsThereWholeAndNothingElseIs() throws IOException {
    var cache = Files.createDirectory(folder.resolve("cache"));
    Fetch.place(fetched(), cache.resolve("a.jar"));
    assertEquals("jar", Files.readString(cache.resolve("a.jar")));
    assertEquals(List.of("a.jar"), names(cache));
  }

  @Test
  void whoComesSecondFindsTheSameFile() throws IOException {
    var cache = Files.createDirectory(folder.resolve("cache"));
    Fetch.place(fetched(), cache.resolve("a.jar"));
    Fetch.place(fetched(), cache.resolve("a.jar"));
    assertEquals("jar", Files.readString(cache.resolve("a.jar")));
    assertEquals(List.of("a.jar"), names(cache));
  }

  @Test
  void soDoesAFolderOfThem() throws IOException {
    var cache = Files.createDirectory(folder.resolve("cache"));
    var jars = Files.createDirectory(folder.resolve("jars"));
    Files.writeString(jars.resolve("a.jar"), "a");
    Files.writeString(jars.resolve("b.jar"), "b");
    Fetch.placeAll(jars, cache.resolve("all"));
    Fetch.placeAll(jars, cache.resolve("all"));
    assertEquals(List.of("a.jar", "b.jar"), names(cache.resolve("all")));
    assertEquals("b", Files.readString(cache.resolve("all").resolve("b.jar")));
    assertEquals(List.of("all"), names(cache));
  }

  @Test
  void whatCannotBeWrittenIsNamed() throws IOException {
    var target = folder.resolve("none").resolve("a.jar");
    var e = assertThrows(InputException.class, () -> Fetch.place(fetched(), target));
    assertEquals(target + ": there is no such directory to write it to", e.describe());
  }
}
