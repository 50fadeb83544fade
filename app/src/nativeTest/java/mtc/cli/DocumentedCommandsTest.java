package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mtc.house.Programs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command in the README and in docs/ does what it says. They run in a shell, in a folder that
 * has what they name: a history, the same compressed, a Jepsen store, Cobra's logs, a folder of
 * runs. Where the block after a command is what it prints, that is compared.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = CliCase.TEST_DATA.resolveSibling("README.md").getParent();
  private static final Pattern STEP = Pattern.compile(" +- (?:run: )?((?:\\./run-the|mtc ).*)");
  private static final Pattern ARTIFACT = Pattern.compile("(?:junit|sarif_file): ([\\w.]+)");
  private static final Pattern CELL = Pattern.compile("`(mtc [^`]*)`");

  /** What a machine may lack, or must not be asked for in a test. */
  private static final Set<String> TOOLS = Set.of("jq", "docker", "xargs", "zstdcat");

  /** Commands that need what only their page sets up, and whose page has a test of its own. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("gradlew|mtc-run|psql|pg_|python3|COMMAND");

  /** The exit codes of a command that did what it was asked for. */
  private static final Set<Integer> VERDICTS = Set.of(0, 1, 3);

  @TempDir private Path folder;

  private record Documented(String page, String command, String printed) {}

  @BeforeEach
  void layOut() throws IOException {
    var valid = CliCase.TEST_DATA.resolve("cases/valid");
    var history = Files.readString(valid.resolve("history.edn"));
    Files.writeString(folder.resolve("history.edn"), history);
    Files.write(folder.resolve("history.edn.zst"), zstd(history.getBytes()));
    Files.createDirectories(folder.resolve("store/latest"));
    Files.writeString(folder.resolve("store/latest/history.edn"), history);
    Files.createDirectories(folder.resolve("store/current"));
    Files.writeString(folder.resolve("store/current/history.edn"), history);
    Files.writeString(folder.resolve("store/current/results.edn"), "{:valid? true}");
    copy(valid.resolve("history.cobra"), folder.resolve("cobra-logs"));
    for (var name : List.of("valid", "write-skew", "long-fork")) {
      copy(CliCase.TEST_DATA.resolve("cases").resolve(name), folder.resolve("all").resolve(name));
      Files.createDirectories(folder.resolve("runs").resolve(name));
      Files.copy(
          folder.resolve("all").resolve(name).resolve("history.edn"),
          folder.resolve("runs").resolve(name).resolve("history.edn"));
      Files.copy(
          folder.resolve("all").resolve(name).resolve("history.edn"),
          folder.resolve("runs").resolve(name + ".edn"));
    }
    copy(CliCase.TEST_DATA.resolve("cases"), folder.resolve("test-data/cases"));
    Files.createSymbolicLink(folder.resolve("mtc"), Executable.PATH);
    // The test of somebody's database, whose runs are there already.
    var test = Files.writeString(folder.resolve("run-the-database-test"), "#!/bin/sh\n[ -d $2 ]\n");
    assertTrue(test.toFile().setExecutable(true));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : (Iterable<Path>) files::iterator) {
        var target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** One raw block: all that a decoder needs to know it. */
  private static byte[] zstd(byte[] content) throws IOException {
    var frame = new ByteArrayOutputStream();
    var header = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(0xFD2FB528).put((byte) 0xA0).putInt(content.length);
    frame.write(header.array());
    var block = content.length << 3 | 1;
    frame.write(block);
    frame.write(block >> 8);
    frame.write(block >> 16);
    frame.write(content);
    return frame.toByteArray();
  }

  private static List<Documented> documented() throws IOException {
    var all = new ArrayList<Documented>();
    var pages = new ArrayList<Path>(List.of(ROOT.resolve("README.md")));
    try (var docs = Files.newDirectoryStream(ROOT.resolve("docs"), "*.md")) {
      docs.forEach(pages::add);
    }
    for (var page : pages) {
      var lines = Files.readAllLines(page);
      var name = page.getFileName().toString();
      for (var i = 0; i < lines.size(); i++) {
        if (lines.get(i).equals("```sh")) {
          for (i++; !lines.get(i).equals("```"); i++) {
            all.add(new Documented(name, lines.get(i), printed(lines, i)));
          }
        } else if (lines.get(i).startsWith("|") && name.equals("README.md")) {
          var cell = CELL.matcher(lines.get(i).replace("\\|", "|"));
          while (cell.find()) {
            all.add(new Documented(name, cell.group(1), ""));
          }
        }
      }
    }
    all.removeIf(d -> !d.command.contains("mtc ") || ELSEWHERE.matcher(d.command).find());
    return all;
  }

  /** The block that follows the one whose last command this is, with nothing but prose between. */
  private static String printed(List<String> lines, int at) {
    if (!lines.get(at + 1).equals("```")) {
      return "";
    }
    for (var i = at + 2; i < lines.size() && !lines.get(i).startsWith("#"); i++) {
      if (lines.get(i).startsWith("```")) {
        var end = lines.subList(i + 1, lines.size()).indexOf("```");
        return lines.get(i).equals("```")
            ? String.join("\n", lines.subList(i + 1, i + 1 + end)) + "\n"
            : "";
      }
    }
    return "";
  }

  @TestFactory
  Stream<DynamicTest> everyDocumentedCommandWorks() throws IOException {
    var all = documented();
    assertTrue(all.size() > 20, () -> "only " + all.size() + " commands were found");
    return all.stream().map(d -> DynamicTest.dynamicTest(d.page + ": " + d.command, () -> runs(d)));
  }

  private void runs(Documented documented) throws Exception {
    for (var tool : TOOLS) {
      assumeTrue(
          !documented.command.contains(tool) || Programs.has(tool) && !tool.equals("docker"),
          tool + " is not here");
    }
    var script =
        "cd '%s' && PATH=.:$PATH && export PATH && rm -f c.dot c.html w h.edn mtc.* && %s"
            .formatted(folder, documented.command);
    var outcome = Executable.run(List.of("sh", "-c", script), new byte[0]);
    var isRight =
        VERDICTS.contains(outcome.exit())
            || documented.command.contains("xargs") && outcome.exit() == 123;
    assertTrue(isRight, () -> "exit " + outcome.exit() + ": " + outcome.stderr());
    if (!documented.printed.isEmpty()) {
      assertEquals(documented.printed, outcome.stdout());
    }
  }

  /** The steps of a pipeline are its commands, and leave the files that it hands on. */
  @TestFactory
  Stream<DynamicTest> everyPipelineRuns() throws IOException {
    var blocks = Files.readString(ROOT.resolve("docs/pipelines.md")).split("```");
    var pipelines = Stream.of(blocks).filter(block -> block.startsWith("yaml\n")).toList();
    assertEquals(2, pipelines.size());
    return pipelines.stream()
        .map(yaml -> DynamicTest.dynamicTest(yaml.lines().toList().get(1), () -> runsAll(yaml)));
  }

  private void runsAll(String yaml) throws Exception {
    var steps = STEP.matcher(yaml).results().map(step -> step.group(1)).toList();
    assertEquals(2, steps.size(), yaml);
    var script =
        "cd '%s' && PATH=.:$PATH && export PATH && rm -f mtc.* && %s"
            .formatted(folder, String.join(" && ", steps));
    var outcome = Executable.run(List.of("sh", "-c", script), new byte[0]);
    assertEquals(1, outcome.exit(), outcome.stderr());
    var artifacts = ARTIFACT.matcher(yaml).results().map(one -> one.group(1)).toList();
    assertEquals(1, artifacts.size());
    for (var artifact : artifacts) {
      assertTrue(Files.size(folder.resolve(artifact)) > 0, artifact);
    }
  }
}
