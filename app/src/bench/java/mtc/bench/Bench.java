package mtc.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** Measures everything and writes the table and the chart. */
final class Bench {
  private static final List<String> LEVELS = List.of("sser", "ser", "si");
  private static final int MOST_FOR_JAR = 1_000_000;
  private static final int STARTS = 20;

  /** Of histories of the same shape; it does not finish the zipf ones. */
  private static final Map<String, String> VERISTRONG =
      Map.of(
          "20x100 uniform", "1.3 / 1.8",
          "20x250 uniform", "7.6 / 18.3",
          "20x500 uniform", "29.5 / > 58",
          "20x100 zipf", "> 60",
          "20x20, 5 values, 100 keys", "2.1 / –",
          "20x20, 5 values, 10 keys, 4 operations", "> 60");

  /** Which program a command runs, and on what. */
  private record Case(String input, String level, String program) {}

  private final Properties settings;
  private final List<Size> sizes = new ArrayList<>();
  private final Size middle;
  private final int rounds;
  private final Inputs inputs;
  private final Path scratch;

  /** What runs each program: one word for the executable, three for the jar. */
  private final Map<String, List<String>> programs = new LinkedHashMap<>();

  private final StringBuilder page = new StringBuilder();
  private final List<Chart.Series> curves = new ArrayList<>();
  private final Comparison comparison = new Comparison();

  private Bench(Properties settings) throws IOException {
    this.settings = settings;
    for (var name : settings.getProperty("sizes").split(",")) {
      sizes.add(Size.parse(name));
    }
    rounds = Integer.parseInt(settings.getProperty("rounds"));
    programs.put("native", List.of(settings.getProperty("native")));
    programs.put("jar", List.of(settings.getProperty("java"), "-jar", settings.getProperty("jar")));
    var folder = Path.of(settings.getProperty("folder"));
    inputs = new Inputs(folder, settings.getProperty("native"));
    scratch = folder.resolve("generated.edn");
    middle = sizes.stream().filter(this::fitsJar).reduce((one, other) -> other).orElseThrow();
  }

  /** Settings are system properties {@code bench.*}. */
  public static void main(String[] args) throws Exception {
    var settings = new Properties();
    for (var name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("bench.")) {
        settings.put(name.substring("bench.".length()), System.getProperty(name));
      }
    }
    new Bench(settings).run();
  }

  private boolean fitsJar(Size size) {
    return size.transactions() <= MOST_FOR_JAR;
  }

  private void run() throws IOException, InterruptedException {
    head();
    startUp();
    reading();
    generating();
    levels();
    distributions();
    hotKey();
    violations();
    search();
    concurrent();
    var docs = Path.of(settings.getProperty("docs"));
    Files.writeString(docs.resolve("benchmarks.md"), page);
    comparison.fillIn(docs.resolve("comparison.md"));
    Files.writeString(
        docs.resolve("benchmarks.svg"),
        Chart.render("mtc check: whole command, wall time (median)", curves));
  }

  private void head() throws IOException {
    page.append(
        """
        # Benchmarks

        Written by `./gradlew bench`. Every figure is of a whole command, from its start to its end, with its input in the
        file cache. Commands of a table took turns, %d rounds; a time is the median with the least and the greatest in
        parentheses. Memory is the peak resident set. The jar ran on the JDK with no options.

        | machine | %s |
        | --- | --- |
        | system | %s |
        | JDK of the jar | %s |
        | date | %s |
        | commit | %s |

        ![time against size](benchmarks.svg)

        """
            .formatted(
                rounds,
                machine(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vendor.version")
                    + " "
                    + System.getProperty("java.version"),
                LocalDate.now(ZoneOffset.UTC),
                settings.getProperty("commit")));
  }

  private static String machine() throws IOException {
    var model = "unknown processor";
    for (var line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
      if (line.startsWith("model name")) {
        model = line.substring(line.indexOf(':') + 1).strip();
      }
    }
    var memory = Files.readAllLines(Path.of("/proc/meminfo")).getFirst().replaceAll("\\D", "");
    return model
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " processors, "
        + Math.round(Long.parseLong(memory) / 1048576.0)
        + " GB";
  }

  // The tables.

  private void startUp() throws IOException, InterruptedException {
    var five = inputs.five().toString();
    var commands = new LinkedHashMap<Case, Command>();
    programs.forEach((name, program) -> {
      commands.put(new Case("`--version`", "", name), often(program, "--version"));
      commands.put(new Case("`check`, 5 transactions", "", name), often(program, "check", five));
    });
    var measured = Measured.interleaved(commands, rounds);
    page.append("## Start-up\n\n| command | program | ms |\n| --- | --- | --- |\n");
    measured.forEach((of, times) -> row(of.input(), of.program(), times.millis()));
    var start = measured.get(new Case("`check`, 5 transactions", "", "native"));
    comparison.put("start s", String.format(Locale.ROOT, "%.4f", start.median()));
    page.append('\n');
  }

  /** Many starts from a shell, which takes little time itself. */
  private static Command often(List<String> program, String... args) {
    var line =
        new ArrayList<>(List.of("sh", "-c", "for i in $(seq " + STARTS + "); do \"$@\"; done"));
    line.add("sh");
    line.addAll(program);
    line.addAll(List.of(args));
    return new Command(line, 0, STARTS);
  }

  private void reading() throws IOException, InterruptedException {
    page.append("## Reading a history of ")
        .append(middle.name())
        .append(" transactions\n\n`mtc inspect`, beside `wc -w` and `cat` of the same files; ")
        .append("the last rows are EDN, compressed.\n\n");
    row(
        "format",
        "MB",
        "native, ns an operation",
        "native, MB/s",
        "jar, MB/s",
        "`wc -w`, MB/s",
        "`cat`, MB/s",
        "native, s");
    row("---", "---", "---", "---", "---", "---", "---", "---");
    var histories = new LinkedHashMap<String, Path>();
    for (var format : settings.getProperty("formats").split(",")) {
      histories.put(format, inputs.valid(middle, format));
    }
    histories.putAll(inputs.compressed(inputs.valid(middle, "jepsen")));
    for (var format : histories.keySet()) {
      var history = histories.get(format);
      var commands = new LinkedHashMap<String, Command>();
      programs.forEach((name, program) ->
          commands.put(name, new Command(0, with(program, "inspect", history.toString()))));
      commands.put("wc", new Command(0, onFiles(List.of("wc", "-w"), history)));
      commands.put("cat", new Command(0, onFiles(List.of("cat"), history)));
      var measured = Measured.interleaved(commands, rounds);
      var bytes = Inputs.bytes(history);
      row(
          format,
          Long.toString(Math.round(bytes / 1e6)),
          measured.get("native").nanosEach(inputs.operations(history)),
          measured.get("native").speed(bytes),
          measured.get("jar").speed(bytes),
          measured.get("wc").speed(bytes),
          measured.get("cat").speed(bytes),
          measured.get("native").time());
    }
    page.append('\n');
    tokenising();
  }

  /** The EDN parser by itself, in a program of its own. */
  private void tokenising() throws IOException, InterruptedException {
    var history = inputs.valid(middle, "jepsen");
    var commands = new LinkedHashMap<String, Command>();
    commands.put(
        "tokens", new Command(0, List.of(settings.getProperty("tokens"), history.toString())));
    commands.put("wc", new Command(0, onFiles(List.of("wc", "-w"), history)));
    var measured = Measured.interleaved(commands, rounds);
    var bytes = Inputs.bytes(history);
    page.append("The EDN parser by itself, on one core, every token with its number or text: ")
        .append(measured.get("tokens").speed(bytes))
        .append(" MB/s; `wc -w` ")
        .append(measured.get("wc").speed(bytes))
        .append(" MB/s.\n\n");
  }

  private void generating() throws IOException, InterruptedException {
    page.append(
        "## Generating\n\n`mtc generate history` as EDN, beside `wc -w` of the result.\n\n");
    row("transactions", "native, s", "peak MB", "`wc -w`, s");
    row("---", "---", "---", "---");
    for (var size : sizes) {
      var history = inputs.valid(size, "jepsen");
      var commands = new LinkedHashMap<String, Command>();
      commands.put("generate", new Command(0, inputs.generateValid(size, scratch)));
      commands.put("wc", new Command(0, onFiles(List.of("wc", "-w"), history)));
      var measured = Measured.interleaved(commands, rounds);
      var generate = measured.get("generate");
      row(size.name(), generate.time(), generate.peak(), measured.get("wc").time());
      Files.deleteIfExists(scratch);
    }
    page.append('\n');
  }

  private void levels() throws IOException, InterruptedException {
    page.append(
        """
        ## Checking, by level and size

        %d sessions, a fifth as many keys as transactions, uniform; EDN; valid at every level.

        """
            .formatted(Inputs.SESSIONS));
    var commands = new LinkedHashMap<Case, Command>();
    for (var size : sizes) {
      for (var level : LEVELS) {
        check(commands, size, size.name(), level, inputs.valid(size, "jepsen"), 0);
      }
    }
    var measured = Measured.interleaved(commands, rounds);
    table("transactions", measured);
    compare(measured);
    var colours = Map.of("sser", "#d95f02", "ser", "#1b9e77", "si", "#7570b3");
    for (var program : programs.keySet()) {
      for (var level : LEVELS) {
        var points = new ArrayList<double[]>();
        for (var size : sizes) {
          var times = measured.get(new Case(size.name(), level, program));
          if (times != null) {
            points.add(new double[] {size.transactions(), times.median()});
          }
        }
        curves.add(
            new Chart.Series(
                level + ", " + program, colours.get(level), program.equals("jar"), points));
      }
    }
  }

  private void distributions() throws IOException, InterruptedException {
    page.append("## Checking, by distribution of keys, " + middle.name() + " transactions\n\n");
    var commands = new LinkedHashMap<Case, Command>();
    for (var distribution : List.of("uniform", "zipf", "hotspot", "exponential")) {
      for (var level : LEVELS) {
        var history = inputs.distributed(middle, distribution);
        check(commands, middle, distribution, level, history, 0);
      }
    }
    table("distribution", Measured.interleaved(commands, rounds));
  }

  private void hotKey() throws IOException, InterruptedException {
    page.append(
        "## A hot key\n\n"
            + Inputs.SESSIONS
            + " sessions compare and set one key, all of them at the same time.\n\n");
    var commands = new LinkedHashMap<Case, Command>();
    for (var size : sizes) {
      if (fitsJar(size)) {
        check(commands, size, size.name(), "lin", inputs.hotKey(size), 0);
      }
    }
    var measured = Measured.interleaved(commands, rounds);
    table("operations", measured);
    compare(measured);
  }

  private void violations() throws IOException, InterruptedException {
    page.append("## Full of violations\n\nA store that loses updates, 100 transactions a key.\n\n");
    var commands = new LinkedHashMap<Case, Command>();
    for (var size : sizes) {
      if (fitsJar(size)) {
        for (var level : LEVELS) {
          check(commands, size, size.name(), level, inputs.violated(size), 1);
        }
      }
    }
    table("transactions", Measured.interleaved(commands, rounds));
  }

  private void search() throws IOException, InterruptedException {
    page.append(
        """
        ## What a log leaves open

        Sessions × transactions of 15 operations, reads and blind writes in equal parts, 10 000 keys: the order of the
        writes is searched. And 10 000 operations on one register, reads, writes and compare-and-sets that may fail, of 5
        values in %d sessions: a linearization is.

        """
            .formatted(Inputs.SESSIONS));
    var open = new OpenInputs(Path.of(settings.getProperty("folder")));
    var commands = new LinkedHashMap<Case, Command>();
    for (var isZipf : List.of(false, true)) {
      for (var transactions : List.of(100, 250)) {
        var name = Inputs.SESSIONS + "x" + transactions + (isZipf ? " zipf" : " uniform");
        var history = open.general(Inputs.SESSIONS, transactions, isZipf);
        check(commands, middle, name, "ser", history, 0);
        check(commands, middle, name, "si", history, 0);
      }
    }
    var register = open.register(Inputs.SESSIONS, 10_000);
    check(commands, middle, "register", "lin", register, 0);
    var measured = Measured.interleaved(commands, rounds);
    table("history", measured);
    compare(measured);
  }

  /** The native executable alone: what it takes beside reading, and how that grows. */
  private void concurrent() throws IOException, InterruptedException {
    page.append(
        """
        ## Open orders, at the same time

        Sessions × transactions that overlap, of 15 operations on 10 000 keys, half of them reads, where nothing else is
        said. `inspect` only reads; the ratio is that of `ser` to it. The last column has what VeriStrong took, processor
        seconds at `ser` and `si`, where it was measured on this machine.

        | history | inspect, s | ser, s | si, s | sser, s | ratio | peak MB | VeriStrong |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        """);
    var growth = new LinkedHashMap<String, Growth>();
    for (var workload : workloads().entrySet()) {
      var of = workload.getValue();
      if (of.sessions() * of.transactions() > sizes.getLast().transactions()) {
        continue;
      }
      var measured = measured(of);
      row(
          workload.getKey(),
          measured.get("inspect").time(),
          measured.get("ser").time(),
          measured.get("si").time(),
          measured.get("sser").time(),
          String.format(
              Locale.ROOT, "%.1f", measured.get("ser").median() / measured.get("inspect").median()),
          measured.get("ser").peak(),
          VERISTRONG.getOrDefault(workload.getKey(), ""));
      var series = workload.getKey().replaceFirst("20x\\d+ (uniform|zipf)(.*)", "$1$2");
      if (!series.equals(workload.getKey())) {
        for (var level : List.of("ser", "si")) {
          growth
              .computeIfAbsent(series + ", " + level, _ -> new Growth())
              .add(of.sessions() * of.transactions(), measured.get(level).median());
        }
      }
    }
    page.append(
        "\nHow time grows with the number of transactions n, fitted to all sizes of a kind:\n\n");
    row("history, level", "time");
    row("---", "---");
    growth.forEach((name, of) -> row(name, of.text()));
    page.append('\n');
  }

  private Map<String, Measured> measured(ConcurrentInputs.Workload workload)
      throws IOException, InterruptedException {
    var file = Path.of(settings.getProperty("folder")).resolve("concurrent.edn");
    ConcurrentInputs.write(file, workload);
    var program = programs.get("native");
    var commands = new LinkedHashMap<String, Command>();
    commands.put("inspect", new Command(0, with(program, "inspect", file.toString())));
    for (var level : List.of("ser", "si", "sser")) {
      var line = with(program, "check", "-l", level, "--timeout", "10m", file.toString());
      commands.put(level, new Command(workload.isForked() ? 1 : 0, line));
    }
    var measured = Measured.interleaved(commands, rounds);
    Files.delete(file);
    return measured;
  }

  private static Map<String, ConcurrentInputs.Workload> workloads() {
    var workloads = new LinkedHashMap<String, ConcurrentInputs.Workload>();
    for (var isZipf : List.of(false, true)) {
      for (var transactions : List.of(100, 250, 500, 1000, 2500, 5000, 10_000, 25_000)) {
        var name = "20x" + transactions + (isZipf ? " zipf" : " uniform");
        var workload = ConcurrentInputs.Workload.general(20, transactions, isZipf);
        workloads.put(name, workload);
        // On keys that are often written a fork need not violate ser: other orders explain it.
        if (!isZipf && (transactions == 1000 || transactions == 5000)) {
          workloads.put(name + ", a fork", workload.forked());
        }
      }
    }
    var general = ConcurrentInputs.Workload.general(20, 1000, false);
    var longer = ConcurrentInputs.Workload.general(20, 5000, false);
    workloads.put("100x1000 uniform", ConcurrentInputs.Workload.general(100, 1000, false));
    workloads.put("100x1000 zipf", ConcurrentInputs.Workload.general(100, 1000, true));
    workloads.put("20x5000, 90 % writes", longer.withReads(0.1));
    workloads.put(
        "20x5000 zipf, 90 % writes",
        ConcurrentInputs.Workload.general(20, 5000, true).withReads(0.1));
    workloads.put(
        "100x1000, 90 % writes",
        ConcurrentInputs.Workload.general(100, 1000, false).withReads(0.1));
    workloads.put(
        "100x1000 zipf, 90 % writes",
        ConcurrentInputs.Workload.general(100, 1000, true).withReads(0.1));
    workloads.put("20x5000, 10 keys", longer.withKeys(10, 15));
    workloads.put("20x1000, 5 % indeterminate", general.withIndeterminate(0.05));
    workloads.put("20x1000, 20 % indeterminate", general.withIndeterminate(0.2));
    workloads.put(
        "20x250, 50 values", ConcurrentInputs.Workload.general(20, 250, false).withValues(50));
    workloads.put("20x1000, 50 values", general.withValues(50));
    workloads.put(
        "20x100, 50 values, 100 keys",
        ConcurrentInputs.Workload.general(20, 100, false).withValues(50).withKeys(100, 15));
    var few = ConcurrentInputs.Workload.general(20, 20, false).withValues(5);
    workloads.put("20x20, 5 values, 100 keys", few.withKeys(100, 15));
    workloads.put("20x20, 5 values, 10 keys, 4 operations", few.withKeys(10, 4));
    return workloads;
  }

  // Their parts.

  private void check(
      Map<Case, Command> commands, Size size, String input, String level, Path history, int exit) {
    programs.forEach((name, program) -> {
      if (name.equals("native") || fitsJar(size)) {
        var line = with(program, "check", "--level", level, history.toString());
        commands.put(new Case(input, level, name), new Command(exit, line));
      }
    });
  }

  private void table(String input, Map<Case, Measured> measured) {
    row(input, "level", "native, s", "peak MB", "jar, s", "peak MB");
    row("---", "---", "---", "---", "---", "---");
    measured.forEach((of, times) -> {
      if (of.program().equals("native")) {
        var jar = measured.get(new Case(of.input(), of.level(), "jar"));
        row(
            of.input(),
            of.level(),
            times.time(),
            times.peak(),
            jar == null ? "" : jar.time(),
            jar == null ? "" : jar.peak());
      }
    });
    page.append('\n');
  }

  private void compare(Map<Case, Measured> measured) {
    measured.forEach((of, times) -> {
      if (of.program().equals("native")) {
        comparison.put(of.input() + " " + of.level() + " s", times.time());
        comparison.put(of.input() + " " + of.level() + " MB", times.peak());
      }
    });
  }

  private static List<String> with(List<String> program, String... args) {
    var line = new ArrayList<>(program);
    line.addAll(List.of(args));
    return line;
  }

  private static List<String> onFiles(List<String> program, Path history) throws IOException {
    var line = new ArrayList<>(program);
    for (var file : Inputs.files(history)) {
      line.add(file.toString());
    }
    return line;
  }

  private void row(String... cells) {
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    System.err.println(String.join("  ", cells));
  }
}
