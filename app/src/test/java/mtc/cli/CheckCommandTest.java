package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir Path folder;

  private Invocation last;

  private int check(String... args) {
    var all = new ArrayList<>(List.of("check"));
    all.addAll(List.of(args));
    last = Invocation.of(all.toArray());
    return last.exit();
  }

  @Test
  void graphAndPageHoldTheCounterexamplesOfAllInputs() throws Exception {
    var dot = folder.resolve("graph.dot");
    var html = folder.resolve("page.html");
    var exit =
        check(
            "--dot",
            dot.toString(),
            "--html",
            html.toString(),
            "cases/write-skew/history.edn",
            "cases/valid/history.edn",
            "no-such-file",
            "cases/long-fork/history.edn");
    assertEquals(ExitCode.VIOLATION, exit);
    var graph = Files.readString(dot);
    assertTrue(graph.contains("subgraph cluster_0_1 {"), graph);
    assertTrue(graph.contains("subgraph cluster_3_1 {"), graph);
    var page = Files.readString(html);
    for (var part : List.of("WriteSkew", "LongFork", "no-such-file", "cases/valid/history.edn")) {
      assertTrue(page.contains(part), page);
    }
  }

  @Test
  void aPageThatCannotBeWrittenIsAnError() {
    var nowhere = folder.resolve("missing/page.html").toString();
    assertEquals(ExitCode.IO, check("--html", nowhere, "cases/valid/history.edn"));
    assertTrue(last.err().startsWith("mtc: " + nowhere + ": there is no such directory"));
  }

  @Test
  void manyInputsComeOutInTheOrderGiven() {
    var paths = new ArrayList<String>();
    for (var i = 0; i < 100; i++) {
      paths.add(i % 2 == 0 ? "cases/valid/history.edn" : "cases/valid/history.txt");
    }
    assertEquals(ExitCode.OK, check(paths.toArray(String[]::new)));
    var expected = String.join("", paths.stream().map(path -> path + "\tser\tvalid\n").toList());
    assertEquals(expected, last.text());
  }

  @Test
  void theLevelsOfALargeHistoryComeOutInTheOrderGiven() throws Exception {
    var log = new StringBuilder();
    for (var i = 1; i <= 30_000; i++) {
      log.append("r(1,").append(i - 1).append(",1,").append(i).append(")\n");
      log.append("w(1,").append(i).append(",1,").append(i).append(")\n");
    }
    var file = Files.writeString(folder.resolve("large.txt"), log).toString();
    assertEquals(ExitCode.OK, check("-l", "si,ser", file), () -> last.err());
    assertEquals(file + "\tsi\tvalid\n" + file + "\tser\tvalid\n", last.text());
  }

  @Test
  void progressLeavesNothingOnTheOutput() {
    assertEquals(ExitCode.OK, check("--progress", "always", "cases/valid/history.edn"));
    assertEquals("cases/valid/history.edn\tser\tvalid\n", last.text());
  }

  @Test
  void skippedFilesAreCountedOrNamed() throws Exception {
    Files.writeString(folder.resolve("notes.md"), "# not a history\n");
    Files.copy(Path.of("cases/valid/history.txt"), folder.resolve("a.txt"));
    var path = folder.toString();
    assertEquals(ExitCode.OK, check("-r", path));
    assertEquals("mtc: " + path + ": skipped 1 that is no history\n", last.err());
    assertEquals(ExitCode.OK, check("-r", "-v", path));
    assertTrue(last.err().startsWith("mtc: skipped " + path + "/notes.md"));
  }

  @Test
  void aFolderWithoutHistoriesIsAnErrorAndTheOtherInputsAreChecked() throws Exception {
    Files.writeString(folder.resolve("notes.md"), "# not a history\n");
    assertEquals(ExitCode.IO, check("-r", folder.toString(), "cases/valid/history.edn"));
    assertTrue(last.err().contains("mtc: " + folder), last.err());
    assertEquals("cases/valid/history.edn\tser\tvalid\n", last.text());
  }
}
