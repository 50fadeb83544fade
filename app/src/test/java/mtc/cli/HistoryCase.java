package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A history and what must be found in it, from a folder of {@code test-data/cases}: the same
 * history in several formats ({@code history.*}), {@code expected.tsv} with the verdict and the
 * anomalies at each level, and, for some levels, {@code LEVEL.stdout} with all that {@code mtc
 * check} prints of {@code history.edn}.
 */
record HistoryCase(String name, List<Path> histories, List<Expected> expected) {
  /** What must be found at a level; anomalies are the paper's names, with commas between. */
  record Expected(String level, String verdict, String anomalies) {
    /** Only Jepsen's format, of those that the cases are written in, has real time. */
    boolean needsRealTime() {
      return level.equals("sser") || level.equals("lin");
    }

    @Override
    public String toString() {
      return level + "\t" + verdict + "\t" + anomalies;
    }
  }

  static Stream<DynamicTest> tests(CliCase.Runner runner) throws IOException {
    var tests = new ArrayList<DynamicTest>();
    try (var folders = Files.list(CliCase.TEST_DATA.resolve("cases"))) {
      for (var folder : folders.sorted().toList()) {
        var test = read(folder);
        for (var history : test.histories) {
          var name = test.name + "/" + history.getFileName();
          tests.add(DynamicTest.dynamicTest(name, () -> test.checkVerdicts(runner, history)));
        }
        tests.add(
            DynamicTest.dynamicTest(test.name, folder.toUri(), () -> test.checkOutput(runner)));
      }
    }
    return tests.stream();
  }

  private static HistoryCase read(Path folder) throws IOException {
    var expected = new ArrayList<Expected>();
    for (var line : Files.readAllLines(folder.resolve("expected.tsv"))) {
      var columns = line.split("\t");
      if (!columns[0].equals("level")) {
        expected.add(new Expected(columns[0], columns[1], columns[2]));
      }
    }
    try (var files = Files.list(folder)) {
      var histories =
          files.filter(f -> f.getFileName().toString().startsWith("history")).sorted().toList();
      assertTrue(!histories.isEmpty(), () -> folder + " has no history");
      return new HistoryCase(folder.getFileName().toString(), histories, expected);
    }
  }

  private void checkVerdicts(CliCase.Runner runner, Path history) throws Exception {
    var hasRealTime = history.toString().endsWith(".edn");
    var levels = expected.stream().filter(e -> hasRealTime || !e.needsRealTime()).toList();
    var names = String.join(",", levels.stream().map(Expected::level).toList());
    var outcome = runner.run(List.of("check", "--level", names, relative(history)), new byte[0]);
    checkNotes(outcome.stderr());
    assertEquals(
        String.join("\n", levels.stream().map(Expected::toString).toList()),
        String.join("\n", found(outcome.stdout()).stream().map(Expected::toString).toList()),
        outcome::stdout);
    assertEquals(exit(levels), outcome.exit());
  }

  /** Only hints, and what a log is read as: {@code workload-NAME} is read as one. */
  private void checkNotes(String stderr) {
    if (!stderr.contains(": workload ") || !name.startsWith("workload-")) {
      for (var line : stderr.lines().toList()) {
        var tellsOrder = name.contains("versions") && line.contains(", which is trusted");
        var tellsKeys =
            (name.startsWith("independent-") || name.startsWith("lwt-"))
                && line.contains("each key is a history of its own");
        assertTrue(line.contains(": hint: ") || tellsOrder || tellsKeys, stderr);
      }
      return;
    }
    var named = stderr.substring(stderr.indexOf(": workload ") + ": workload ".length());
    var workload = named.substring(0, named.indexOf(':'));
    assertTrue(name.startsWith("workload-" + workload), stderr);
  }

  /** Reads verdicts and names back from the text: unindented lines, and those indented by two. */
  private static List<Expected> found(String text) {
    var found = new ArrayList<Expected>();
    for (var line : text.lines().toList()) {
      if (!line.startsWith(" ")) {
        var columns = line.split("\t");
        found.add(new Expected(columns[1], columns[2], "-"));
      } else if (line.startsWith("  ") && line.charAt(2) != ' ' && line.contains(" ×")) {
        var last = found.removeLast();
        var name = line.strip().split(" ")[0];
        var names = last.anomalies.equals("-") ? name : last.anomalies + "," + name;
        found.add(new Expected(last.level, last.verdict, names));
      }
    }
    return found;
  }

  private static int exit(List<Expected> levels) {
    if (levels.stream().anyMatch(e -> e.verdict.equals("invalid"))) {
      return 1;
    }
    return levels.stream().anyMatch(e -> e.verdict.equals("unknown")) ? 3 : 0;
  }

  private void checkOutput(CliCase.Runner runner) throws Exception {
    var history = histories.getFirst().resolveSibling("history.edn");
    var checked = 0;
    for (var level : expected) {
      var file = history.resolveSibling(level.level + ".stdout");
      if (Files.exists(file)) {
        var args = List.of("check", "--level", level.level, relative(history));
        assertEquals(Files.readString(file), runner.run(args, new byte[0]).stdout());
        checked++;
      }
    }
    assertTrue(checked > 0, "no level has an expected output");
  }

  private static String relative(Path history) {
    return CliCase.TEST_DATA.relativize(history).toString();
  }
}
