package mtc.edn;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mtc.generate.GeneratedLog;
import mtc.generate.Isolation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.core.ObjectReadContext;

/** The tokeniser alone, on a log of 10,000 transactions (about 2 MB). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EdnParserBenchmark {
  private final EdnFactory factory = new EdnFactory();
  private byte[] log;

  @Setup
  public void generate() throws IOException {
    log = GeneratedLog.edn(Isolation.STRICT_SERIALIZABLE, 10_000, 2_000);
  }

  @Benchmark
  public int tokens() {
    var tokens = 0;
    try (var parser = factory.createParser(ObjectReadContext.empty(), log)) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }
}
