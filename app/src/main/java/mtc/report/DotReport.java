package mtc.report;

import java.io.IOException;
import java.util.List;
import mtc.source.Output;

/** For Graphviz: one graph of all counterexamples. */
public final class DotReport extends Document<DotGraph> {
  public DotReport(Output output) {
    super(output);
  }

  /** A graph of what is wrong with one history at one level. */
  public static String graph(Answer.Checked answer) {
    var graph = new DotGraph(0);
    graph.add(answer);
    return DotGraph.render(List.of(graph));
  }

  @Override
  protected DotGraph part(Answers input) {
    var graph = new DotGraph(input.number());
    for (var answer : input.all()) {
      graph.add(answer);
    }
    return graph;
  }

  @Override
  protected void write(List<DotGraph> all, Output to) throws IOException {
    write(DotGraph.render(all), to.open());
  }
}
