package mtc.fuzz;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Fuzzes targets, each in a process of its own, one after the other, and prints what came of it.
 *
 * <p>What was learnt stays in a corpus for the next run. An input that goes wrong is put where the
 * tests find it.
 */
public final class LongRun {
  private static final Pattern COVERAGE = Pattern.compile("cov: (\\d+) ft: (\\d+)");
  private static final Pattern EXECUTIONS =
      Pattern.compile("stat::number_of_executed_units: *(\\d+)");
  private static final Pattern FIND = Pattern.compile("Test unit written to (\\S+)");
  private static final String LONGEST = "-max_len=1500";

  /** How long an input may take, in seconds, and how much memory, in megabytes. */
  private static final String TIME_BOUND = "-timeout=20";

  private static final String MEMORY_BOUND = "-Xmx700m";

  private final long seconds;
  private final Path folder;

  private LongRun(long seconds, Path folder) {
    this.seconds = seconds;
    this.folder = folder;
  }

  /**
   * Runs.
   *
   * @param args minutes for all targets together, the folder for corpora and logs, and the names of
   *     the targets with commas between them, or all
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    var targets =
        args[2].equals("all") ? Targets.single() : Targets.named(Set.of(args[2].split(",")));
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no such target: " + args[2]);
    }
    var seconds = Math.max(5, (long) (Double.parseDouble(args[0]) * 60 / targets.size()));
    System.exit(new LongRun(seconds, Path.of(args[1])).run(targets) ? 0 : 1);
  }

  private boolean run(List<Method> targets) throws IOException, InterruptedException {
    System.out.println("target\tseconds\texecutions\tper second\tedges\tfeatures\tfinds");
    var executions = 0L;
    var finds = 0;
    for (var target : targets) {
      var result = run(target);
      System.out.println(target.getName() + "\t" + result);
      executions += result.executions;
      finds += result.finds.size();
      for (var find : result.finds) {
        keep(target, find);
      }
    }
    System.out.println("all\t\t" + executions + "\t\t\t\t" + finds);
    return finds == 0;
  }

  private record Result(
      double seconds, long executions, String edges, String features, List<Path> finds) {
    @Override
    public String toString() {
      return "%.0f\t%d\t%.0f\t%s\t%s\t%d"
          .formatted(seconds, executions, executions / seconds, edges, features, finds.size());
    }
  }

  private Result run(Method target) throws IOException, InterruptedException {
    var name = target.getName();
    var corpus = Files.createDirectories(folder.resolve("corpus").resolve(name));
    var seeds = Files.createDirectories(folder.resolve("seeds").resolve(name));
    var finds = Files.createDirectories(folder.resolve("finds").resolve(name));
    var temporary = Files.createDirectories(folder.resolve("tmp"));
    var number = 0;
    for (var seed : Seeds.of(target)) {
      Files.write(seeds.resolve("seed-" + number++), seed);
    }
    var log = folder.resolve(name + ".log");
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                MEMORY_BOUND,
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-Dmtc.testData=" + Seeds.TEST_DATA,
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getDeclaringClass().getName(),
                "--target_method=" + name,
                "--instrumentation_includes=mtc.**",
                "--instrumentation_excludes=mtc.fuzz.**",
                "--keep_going=8",
                "--reproducer_path=" + finds,
                "-artifact_prefix=" + finds + File.separator,
                "-max_total_time=" + seconds,
                LONGEST,
                TIME_BOUND,
                "-print_final_stats=1",
                corpus.toString(),
                seeds.toString()));
    var known = kept(target);
    if (Files.isDirectory(known)) {
      command.add(known.toString());
    }
    var begin = System.nanoTime();
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    process.environment().put("TMPDIR", temporary.toString());
    process.directory(temporary.toFile()); // Command lines may write to where they are.
    process.start().waitFor();
    return result(Files.readString(log), (System.nanoTime() - begin) / 1e9);
  }

  private static Result result(String log, double seconds) {
    var edges = "?";
    var features = "?";
    for (var m = COVERAGE.matcher(log); m.find(); ) {
      edges = m.group(1);
      features = m.group(2);
    }
    var finds = new ArrayList<Path>();
    for (var m = FIND.matcher(log); m.find(); ) {
      finds.add(Path.of(m.group(1)));
    }
    var executions = EXECUTIONS.matcher(log);
    var count = executions.find() ? Long.parseLong(executions.group(1)) : 0;
    return new Result(seconds, count, edges, features, finds);
  }

  private static Path kept(Method target) {
    return Seeds.TEST_DATA.resolve("fuzz").resolve(Targets.inputs(target)).toAbsolutePath();
  }

  /** From then on it is tried whenever the tests run. */
  private static void keep(Method target, Path find) throws IOException {
    var inputs = Files.createDirectories(kept(target));
    var kept = inputs.resolve(find.getFileName());
    if (!Files.exists(kept)) {
      Files.copy(find, kept);
    }
    System.out.println("  " + kept);
  }
}
