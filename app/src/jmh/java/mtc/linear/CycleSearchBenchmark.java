package mtc.linear;

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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Finding the components of a graph, and in each of them a telling cycle. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CycleSearchBenchmark {
  /** A graph without cycles, one with some small ones, one that is hardly more than cycles. */
  @Param({"STRICT_SERIALIZABLE", "SNAPSHOT", "READ_COMMITTED"})
  private Isolation isolation;

  private Dependencies dependencies;

  @Setup
  public void generate() throws IOException {
    var history = GeneratedLog.history(isolation, 100_000, 2_000);
    var prepared = Groundwork.of(history, 1);
    dependencies = prepared.graph(true).serial();
  }

  @Benchmark
  public int components() {
    return new Components(dependencies).count();
  }

  @Benchmark
  public int cycles() {
    var components = new Components(dependencies);
    var length = 0;
    if (components.count() > 0) {
      var search = new CycleSearch(dependencies, components);
      for (var component = 0; component < components.count(); component++) {
        length += search.best(component).length();
      }
    }
    return length;
  }
}
