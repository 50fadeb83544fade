package mtc.linear;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mtc.generate.GeneratedLog;
import mtc.generate.Isolation;
import mtc.history.History;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Filling the version table and resolving every read in it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ResolutionBenchmark {
  /** Few keys fit into the caches, many do not. */
  @Param({"100", "40000"})
  private int keys;

  private History history;

  @Setup
  public void generate() throws IOException {
    history = GeneratedLog.history(Isolation.STRICT_SERIALIZABLE, 200_000, keys);
  }

  @Benchmark
  public Object resolve() {
    var versions = new Versions(history);
    new Resolution(versions, new Findings(1), ReadRules.STRICT).run(null);
    return versions;
  }
}
