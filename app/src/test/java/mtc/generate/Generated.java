package mtc.generate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.formats.HistoryWriter;
import mtc.formats.WritableFormat;
import mtc.history.History;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.source.Limits;
import mtc.source.Output;
import mtc.verdict.HistoryClass;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/** Generates histories into files and reads them back, as a user would. */
final class Generated {
  static final List<Level> LEVELS = List.of(Level.SSER, Level.SER, Level.SI);

  /** Runs a generator. */
  interface Generator {
    void run(HistoryWriter writer) throws IOException;
  }

  private Generated() {}

  /**
   * All that hold a generated history as it is: AWDIT's text adds a transaction to each session.
   */
  static List<WritableFormat> formats() {
    var formats = new ArrayList<WritableFormat>();
    for (var format : Formats.ALL) {
      if (format instanceof WritableFormat writable
          && !writable.needsVersions()
          && !writable.name().equals("awdit")) {
        formats.add(writable);
      }
    }
    return formats;
  }

  /** Whether a format has aborted transactions. */
  static boolean holdsAborted(WritableFormat format) {
    return !List.of("polysi", "cobra", "viper").contains(format.name());
  }

  static HistoryPlan plan(Isolation isolation, WritableFormat format, Planted... planted) {
    var tells = format.tellsUncommittedReads();
    return new HistoryPlan(isolation, 5, 40, 8, false, 1, 0, 0, tells, List.of(planted), 1);
  }

  static Workload workload(HistoryPlan plan, long seed) {
    return new Workload(new KeyDistribution.Uniform(plan.keys()), Mix.mini(0.4, 0.6), seed);
  }

  static History history(Path folder, WritableFormat format, HistoryPlan plan, long seed)
      throws IOException {
    return history(
        folder, format, writer -> new Simulation(plan, workload(plan, seed), seed, writer).run());
  }

  static History history(Path folder, WritableFormat format, Generator generator)
      throws IOException {
    var target = Files.createTempDirectory(folder, format.name()).resolve("history");
    if (format.writesFolder()) {
      Files.createDirectory(target);
    }
    try (var writer = format.writer(output(target))) {
      generator.run(writer);
    }
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT)
        .read(target.toString());
  }

  private static Output output(Path target) {
    return new Output() {
      @Override
      public OutputStream open() throws IOException {
        return Files.newOutputStream(target);
      }

      @Override
      public OutputStream open(String name) throws IOException {
        return Files.newOutputStream(target.resolve(name));
      }
    };
  }

  /** The verdict, with a search for what is open as {@code mtc check} does; null if refused. */
  static Verdict check(History history, Level level) {
    var checker = new Checker(history, CheckOptions.DEFAULT.searching(() -> () -> false));
    return checker.refusal(level) == null ? checker.check(level) : null;
  }

  static HistoryClass classOf(History history) {
    return new Checker(history, CheckOptions.DEFAULT).classification().historyClass();
  }
}
