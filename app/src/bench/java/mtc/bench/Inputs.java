package mtc.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Histories to measure with, made once by mtc itself and kept. */
final class Inputs {
  static final int SESSIONS = 20;

  private final Path folder;
  private final String mtc;

  Inputs(Path folder, String mtc) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.mtc = mtc;
  }

  /** A strictly serializable history with a fifth as many keys as transactions. */
  Path valid(Size size, String format) throws IOException, InterruptedException {
    return of("valid-" + size.name() + "." + format, size, "--to", format, "--keys", keys(size));
  }

  /** The same file compressed, by the programs for that which there are. */
  Map<String, Path> compressed(Path file) throws IOException, InterruptedException {
    var compressed = new LinkedHashMap<String, Path>();
    for (var program : List.of("zstd", "gzip", "lz4")) {
      if (isInstalled(program)) {
        var to = Path.of(file + "." + program);
        if (!Files.exists(to)) {
          var line = program + " -c \"$0\" > \"$1\"";
          new Command(0, List.of("sh", "-c", line, file.toString(), to.toString())).run();
        }
        compressed.put(file.getFileName().toString().replaceFirst(".*\\.", "") + "." + program, to);
      }
    }
    return compressed;
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** How many operations mtc says there are in a history. */
  long operations(Path history) throws IOException {
    var process = new ProcessBuilder(mtc, "inspect", history.toString()).start();
    try (var lines = process.inputReader()) {
      return lines
          .lines()
          .filter(line -> line.contains(" operations "))
          .mapToLong(line -> Long.parseLong(line.replaceFirst(":.*", "").replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Five transactions, for what a check costs however short the history is. */
  Path five() throws IOException, InterruptedException {
    return made("five.jepsen", List.of("--sessions", "5", "--txns", "1"));
  }

  Path distributed(Size size, String distribution) throws IOException, InterruptedException {
    return of(
        distribution + "-" + size.name() + ".jepsen",
        size,
        "--keys",
        keys(size),
        "--distribution",
        distribution);
  }

  /** A key per hundred transactions on a store that loses updates. */
  Path violated(Size size) throws IOException, InterruptedException {
    return of(
        "violated-" + size.name() + ".jepsen",
        size,
        "--isolation",
        "read-committed",
        "--keys",
        Integer.toString(Math.max(1, size.transactions() / 100)));
  }

  Path hotKey(Size size) throws IOException, InterruptedException {
    return of("hot-key-" + size.name() + ".jepsen", size, "--lwt", "--concurrent", "100%");
  }

  private static String keys(Size size) {
    return Integer.toString(Math.max(1, size.transactions() / 5));
  }

  private Path of(String name, Size size, String... options)
      throws IOException, InterruptedException {
    return made(name, sized(size, options));
  }

  private Path made(String name, List<String> options) throws IOException, InterruptedException {
    var file = folder.resolve(name);
    if (!Files.exists(file)) {
      System.err.println("making " + file);
      new Command(0, generate(file, options)).run();
    }
    return file;
  }

  /** The command that makes a valid history, to be measured itself. */
  List<String> generateValid(Size size, Path to) {
    return generate(to, sized(size, "--keys", keys(size), "--force"));
  }

  private static List<String> sized(Size size, String... options) {
    var all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--sessions", Integer.toString(SESSIONS)));
    all.addAll(List.of("--txns", Integer.toString(size.transactions() / SESSIONS)));
    return all;
  }

  private List<String> generate(Path to, List<String> options) {
    var line = new ArrayList<>(List.of(mtc, "generate", "history"));
    line.addAll(options);
    line.add(to.toString());
    return line;
  }

  /** The files of a history, which may be a folder. */
  static List<Path> files(Path history) throws IOException {
    try (var paths = Files.walk(history)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  static long bytes(Path history) throws IOException {
    var bytes = 0L;
    for (var file : files(history)) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
