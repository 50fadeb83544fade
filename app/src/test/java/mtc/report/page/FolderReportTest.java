package mtc.report.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mtc.cli.Main;
import mtc.house.Programs;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --report} and {@code --dot} leave behind. */
class FolderReportTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int check(Object... args) {
    var line = new ArrayList<>(List.of("check"));
    Arrays.stream(args).map(Object::toString).forEach(line::add);
    return Main.run(
        InputStream.nullInputStream(),
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
        new PrintStream(err, true, UTF_8),
        line.toArray(String[]::new));
  }

  private static List<String> namesIn(Path path) throws IOException {
    try (var files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFolderHasAPageATextAndFilesPerAnomaly() throws IOException {
    var report = folder.resolve("report");
    assertEquals(1, check("-l", "all", "--report", report, "cases/write-skew/history.edn"));
    assertEquals(
        List.of("WriteSkew-1.dot", "WriteSkew.txt", "index.html", "report.txt"), namesIn(report));
    var text = Files.readString(report.resolve("WriteSkew.txt"));
    assertTrue(text.contains("T2 -rw(y)-> T3  T3 overwrote y=nil, which T2 had read"), text);
    var all = Files.readString(report.resolve("report.txt"));
    assertTrue(all.contains("cases/write-skew/history.edn\tsi\tvalid\n"), all);
    assertTrue(
        Files.readString(report.resolve("index.html")).contains("<h3 id=\"h0a0\">WriteSkew"));
  }

  @Test
  void ofSeveralHistoriesFilesHaveTheirNumber() throws IOException {
    var report = folder.resolve("report");
    check("--report", report, "cases/valid/history.edn", "cases/lost-update/history.edn");
    assertEquals(
        List.of("2-LostUpdate-1.dot", "2-LostUpdate.txt", "index.html", "report.txt"),
        namesIn(report));
  }

  @Test
  void nothingIsWrittenIntoAFolderThatIsThere() throws IOException {
    var mine = Files.writeString(folder.resolve("index.html"), "mine");
    assertEquals(4, check("--report", folder, "cases/valid/history.edn"));
    assertEquals("mine", Files.readString(mine));
    assertTrue(err.toString(UTF_8).startsWith("mtc: " + folder), err.toString(UTF_8));
  }

  /** Everything within its cluster, no cluster on another, and about as wide as a screen. */
  @Test
  @SuppressWarnings("unchecked")
  void fiftyExamplesInOneGraphCanBeRead() throws Exception {
    var graphviz = Programs.find("dot");
    Assumptions.assumeTrue(graphviz != null, "there is no dot (Graphviz) on the PATH");
    var history = new StringBuilder();
    for (var i = 0; i < 100; i++) {
      var key = i / 2;
      var operations =
          "[:r :x%d nil] [:r :y%d nil] [:w :%s%d 1]"
              .formatted(key, key, i % 2 == 0 ? "x" : "y", key);
      for (var type : List.of("invoke", "ok")) {
        history.append(
            "{:type :%s, :process %d, :f :txn, :value [%s]}%n".formatted(type, i, operations));
      }
    }
    var file = Files.writeString(folder.resolve("fifty.edn"), history);
    var graph = folder.resolve("fifty.dot");
    check("--examples", "50", "--dot", graph, file, "cases/long-fork/history.edn");
    var laidOut =
        (Map<String, Object>) Json.parse(run(graphviz.getPath(), "-Tjson", graph.toString()));
    var objects = (List<Map<String, Object>>) laidOut.get("objects");
    var clusters = new HashMap<String, double[]>();
    for (var object : objects) {
      if (object.get("name").toString().startsWith("cluster")) {
        var box = numbers(object.get("bb"));
        clusters.forEach((name, other) -> assertTrue(areApart(box, other), name));
        clusters.put(object.get("name").toString(), box);
        for (var node : (List<Number>) object.get("nodes")) {
          assertTrue(isWithin(objects.get(node.intValue()), box), object.get("name").toString());
        }
      }
    }
    assertEquals(51, clusters.size());
    assertTrue(numbers(laidOut.get("bb"))[2] < 3000, laidOut.get("bb").toString());
  }

  private static String run(String... line) throws Exception {
    var process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor());
    return out;
  }

  private static double[] numbers(Object list) {
    return Arrays.stream(list.toString().split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  private static boolean areApart(double[] one, double[] other) {
    return one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3];
  }

  /** Sizes are in inches, places in points, of which an inch has 72. */
  private static boolean isWithin(Map<String, Object> node, double[] box) {
    var at = numbers(node.get("pos"));
    var width = 36 * Double.parseDouble(node.get("width").toString());
    var height = 36 * Double.parseDouble(node.get("height").toString());
    return at[0] - width >= box[0] - 1
        && at[0] + width <= box[2] + 1
        && at[1] - height >= box[1] - 1
        && at[1] + height <= box[3] + 1;
  }
}
