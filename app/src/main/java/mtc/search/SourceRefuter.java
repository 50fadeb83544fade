package mtc.search;

import java.util.ArrayList;
import java.util.List;
import mtc.column.Ints;
import mtc.history.Status;
import mtc.linear.CommitCheck;
import mtc.linear.Groundwork;
import mtc.solve.Budget;
import mtc.verdict.Edge;
import mtc.verdict.Level;
import mtc.witness.Witness;

/**
 * Levels that a commit order decides: once it is chosen what every read saw, the linear algorithm
 * says whether that is right, and if not, which few of the choices are wrong together.
 */
final class SourceRefuter implements Refuter {
  private static final int MOST = 50;

  private final Level level;
  private final Groundwork core;
  private final OpenProblem problem;
  private final boolean sessionOrder;
  private final Budget budget;
  private CommitCheck last;

  SourceRefuter(
      Level level, Groundwork core, OpenProblem problem, boolean sessionOrder, Budget budget) {
    this.level = level;
    this.core = core;
    this.problem = problem;
    this.sessionOrder = sessionOrder;
    this.budget = budget;
  }

  @Override
  public List<OpenProblem.Refuted> refute(SolverProblem solution) {
    var chosen = chosen(problem, solution);
    last = new CommitCheck(core.with(chosen.reads, chosen.sources), level, sessionOrder);
    var refuted = new ArrayList<OpenProblem.Refuted>();
    for (var cycle : last.cycles(MOST)) {
      var literals = new Ints();
      var told = new ArrayList<Edge>();
      for (var step : cycle) {
        told.add(tell(step, solution, literals));
      }
      refuted.add(new OpenProblem.Refuted(literals.toArray(), List.copyOf(told)));
    }
    if (!refuted.isEmpty()) {
      budget.require();
    }
    return refuted;
  }

  @Override
  public Witness witness(SolverProblem solution, Witness order) {
    return withSources(problem, solution, last.witness());
  }

  /** A proof says which of several writers a read saw, where its value does not. */
  static Witness withSources(OpenProblem problem, SolverProblem solution, Witness order) {
    var chosen = chosen(problem, solution);
    var sources = new int[2 * chosen.reads.length];
    for (var i = 0; i < chosen.reads.length; i++) {
      var write = chosen.sources[i];
      sources[2 * i] = chosen.reads[i];
      sources[2 * i + 1] = write < 0 ? Edge.INITIAL : problem.versions.owner(write);
    }
    return new Witness(order.shape(), order.events(), sources);
  }

  private record Chosen(int[] reads, int[] sources) {}

  /** What the reads of those who take part saw. */
  private static Chosen chosen(OpenProblem problem, SolverProblem solution) {
    var reads = new Ints();
    var sources = new Ints();
    for (var read = 0; read < problem.reads.count(); read++) {
      var op = problem.reads.reads.get(read);
      var reader = problem.versions.owner(op);
      if (problem.versions.takesPart(reader) || solution.isTrue(problem.committed(reader))) {
        reads.add(op);
        sources.add(problem.reads.source(sourceOf(problem, solution, read)));
      }
    }
    return new Chosen(reads.toArray(), sources.toArray());
  }

  private static int sourceOf(OpenProblem problem, SolverProblem solution, int read) {
    for (var s = problem.reads.firstSource(read); s < problem.reads.firstSource(read + 1); s++) {
      if (solution.isTrue(problem.seen(s))) {
        return s;
      }
    }
    throw new IllegalStateException("a read without a source");
  }

  /** The edge, marked if it rests on choices; adds those. */
  private Edge tell(CommitCheck.Step step, SolverProblem solution, Ints literals) {
    var edge = step.edge();
    var because = new ArrayList<Edge>();
    for (var reason : step.because()) {
      because.add(tell(reason, solution, literals));
    }
    var choices = new Ints();
    addCommitted(edge.from(), choices);
    addCommitted(edge.to(), choices);
    for (var read : step.reads()) {
      addRead(read, solution, choices);
    }
    for (var i = 0; i < choices.size(); i++) {
      addOnce(choices.get(i), literals);
    }
    return new Edge(
        edge.from(),
        edge.to(),
        edge.type(),
        edge.key(),
        edge.fromValue(),
        edge.toValue(),
        choices.size() > 0 && edge.because().isEmpty() && edge.key() >= 0,
        List.copyOf(because));
  }

  private void addCommitted(int t, Ints literals) {
    if (t >= 0
        && !problem.versions.takesPart(t)
        && problem.versions.history.status(t) == Status.INDETERMINATE) {
      addOnce(problem.committed(t), literals);
    }
  }

  /** What an open read saw; of others nothing was chosen. */
  private void addRead(int op, SolverProblem solution, Ints literals) {
    for (var read = 0; read < problem.reads.count(); read++) {
      if (problem.reads.reads.get(read) == op) {
        addOnce(problem.seen(sourceOf(problem, solution, read)), literals);
      }
    }
  }

  private static void addOnce(int literal, Ints literals) {
    for (var i = 0; i < literals.size(); i++) {
      if (literals.get(i) == literal) {
        return;
      }
    }
    literals.add(literal);
  }
}
