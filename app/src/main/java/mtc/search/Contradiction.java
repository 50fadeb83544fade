package mtc.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.EdgeOrigins;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;
import mtc.solve.SortedGraph;
import mtc.source.Counted;
import mtc.verdict.Anomaly;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;
import mtc.verdict.CycleName;
import mtc.verdict.Edge;

/**
 * Explains why no order of what is open is acyclic: the few questions that suffice, and for each
 * way to answer them the cycle that it makes.
 *
 * <p>Proposition 13 of docs/theory.md.
 */
public final class Contradiction {
  /** More cases than that nobody reads. */
  static final int MOST_CASES = 24;

  private static final int QUESTIONS_NAMED = 3;

  /** So many questions are worth a search to find fewer. */
  private static final int MANY = 100;

  private final OpenProblem problem;
  private final History history;
  private final ConflictCycle cycles;
  private final Refuter refuter;
  private final Budget budget;
  private BitSet asked;
  private SortedGraph known;
  private Excerpt excerpt;
  private ShortestCycle shortest;
  private final List<List<Edge>> cases = new ArrayList<>();
  private boolean areMore;

  public Contradiction(OrderSearch search, EdgeOrigins origins, Budget budget) {
    this.problem = search.problem;
    this.refuter = search.refuter;
    this.history = problem.versions.history;
    this.cycles = new ConflictCycle(problem, origins);
    this.budget = budget;
  }

  /**
   * The explanation.
   *
   * @param involved tells questions that are enough for the contradiction
   */
  public Anomaly explain(Supplier<BitSet> involved) {
    asked = new BitSet();
    budget.doing("looking for few cases that tell why");
    try {
      asked = involved.get();
      refuteRest();
      askLess();
      if (problem.isDecidedByOrder()) {
        excerpt = excerpt();
      }
      FewestQuestions.shrink(asked, this::isContradiction, budget);
      if (excerpt != null) {
        excerpt = excerpt();
        shortest = new ShortestCycle(excerpt, budget);
      }
      addCases(new Ints());
    } catch (Budget.Exhausted | OutOfMemoryError e) {
      // That there is no order is known; only the telling is cut short.
      areMore = true;
    }
    cases.sort(Comparator.comparingInt(List::size));
    if (cases.isEmpty()) {
      // No time was left to find any.
      return new Anomaly(
          AnomalyKind.SERIALIZATION_CYCLE,
          AnomalyKind.SERIALIZATION_CYCLE.elleName(),
          false,
          1,
          List.of(new Example(involvedTransactions(), -1, List.of(), hint())));
    }
    return ofCases(cases, hint(), history);
  }

  /** What follows by itself was refuted by nobody so far; as a case, it must be told. */
  private void refuteRest() {
    while (refuter != null) {
      var encoding = SolverProblem.of(problem, asked).withRefuted();
      if (encoding.solver.solve(budget) != Result.SATISFIABLE) {
        return;
      }
      var refuted = refuter.refute(encoding);
      if (refuted.isEmpty()) {
        return;
      }
      problem.refuted.addAll(refuted);
    }
  }

  /** The questions of a long search are many; asked alone, few of them have a part in a failure. */
  private void askLess() {
    for (var before = Integer.MAX_VALUE; asked.cardinality() > MANY; ) {
      if (asked.cardinality() > before / 2) {
        return;
      }
      before = asked.cardinality();
      var encoding = SolverProblem.of(problem, asked).withRefuted();
      if (known().isAcyclic()) {
        encoding.solver.guess(known().positions());
      }
      if (encoding.solver.solve(budget) != Result.UNSATISFIABLE) {
        return;
      }
      var less = encoding.involved();
      less.and(asked);
      asked = less;
    }
  }

  /** What is known between the nodes that the questions are about. */
  private Excerpt excerpt() {
    var nodes = new Ints();
    SolverProblem.withoutKnown(problem, asked)
        .solver
        .forEachSwitchedArc((from, to, _) -> {
          nodes.add(from);
          nodes.add(to);
        });
    return new Excerpt(problem, known(), nodes, budget);
  }

  private SortedGraph known() {
    if (known == null) {
      known = problem.knownGraph(budget);
    }
    return known;
  }

  private SolverProblem encode() {
    return excerpt == null
        ? SolverProblem.of(problem, asked)
        : SolverProblem.over(excerpt, problem, asked);
  }

  private boolean isContradiction() {
    return encode().withRefuted().solver.solve(budget) == Result.UNSATISFIABLE;
  }

  /** The orders in the order of the log, then the reads. */
  private int[] questions() {
    var pairs =
        asked.stream()
            .filter(problem::isPair)
            .mapToLong(pair -> (long) problem.firstOf(pair) << 32 | problem.secondOf(pair))
            .sorted()
            .mapToInt(pair -> problem.before((int) (pair >> 32), (int) pair) >> 1);
    var reads = asked.stream().filter(question -> !problem.isPair(question));
    return IntStream.concat(pairs, reads).toArray();
  }

  /**
   * Goes through the answers, depth first, until each way ends in a cycle. What was refuted is not
   * ruled out: it is one of the cases, and must be told.
   */
  private void addCases(Ints assumed) {
    if (cases.size() == MOST_CASES || budget.isExhausted()) {
      areMore = true;
      return;
    }
    var encoding = encode();
    for (var i = 0; i < assumed.size(); i++) {
      encoding.assume(assumed.get(i));
    }
    var cycle =
        encoding.solver.fails() ? cycle(encoding, assumed) : refutedCycle(encoding, assumed);
    if (!cycle.isEmpty()) {
      if (!cases.contains(cycle)) {
        cases.add(cycle);
      }
      return;
    }
    var question = openQuestion(encoding, assumed);
    if (question >= 0) {
      for (var answer : problem.answers(question)) {
        assumed.add(answer);
        addCases(assumed);
        assumed.removeLast();
      }
    }
  }

  /** What goes wrong, as edges; empty if it is only that nothing can have been read. */
  private List<Edge> cycle(SolverProblem encoding, Ints assumed) {
    var solver = encoding.solver;
    if (shortest == null && solver.lastCycle().length > 0) {
      return cycle(encoding, solver.lastCycle(), solver.lastCycleLiterals());
    }
    if (shortest != null && shortest.find(solver)) {
      return cycle(encoding, shortest.nodes(), shortest.literals());
    }
    for (var i = 0; i < problem.reads.count(); i++) {
      for (var s = problem.reads.firstSource(i); s < problem.reads.firstSource(i + 1); s++) {
        if (isTrue(encoding, problem.seen(s), assumed)) {
          var edges = cycles.ofOverwrittenSource(encoding, s);
          if (!edges.isEmpty()) {
            return edges;
          }
        }
      }
    }
    return List.of();
  }

  private List<Edge> refutedCycle(SolverProblem encoding, Ints assumed) {
    for (var refuted : problem.refuted) {
      if (Arrays.stream(refuted.literals()).allMatch(l -> isTrue(encoding, l, assumed))) {
        return refuted.cycle();
      }
    }
    return List.of();
  }

  private List<Edge> cycle(SolverProblem encoding, int[] nodes, int[] literals) {
    var ofProblem = new int[literals.length];
    Arrays.setAll(ofProblem, i -> encoding.literalOfProblem(literals[i]));
    return cycles.of(nodes, ofProblem);
  }

  private static boolean isTrue(SolverProblem encoding, int literal, Ints assumed) {
    for (var i = 0; i < assumed.size(); i++) {
      if (assumed.get(i) == literal) {
        return true;
      }
    }
    return encoding.isTrue(literal);
  }

  /**
   * The next question to answer, or -1. Reads come first: once it is assumed what they saw, all
   * else is about orders, and an order that is wrong closes a cycle.
   */
  private int openQuestion(SolverProblem encoding, Ints assumed) {
    var pair = -1;
    for (var question : questions()) {
      if (!isAnswered(encoding, question, assumed)) {
        if (!problem.isPair(question)) {
          return question;
        }
        pair = pair < 0 ? question : pair;
      }
    }
    return pair;
  }

  private boolean isAnswered(SolverProblem encoding, int question, Ints assumed) {
    if (!problem.isPair(question)) {
      var reader = problem.versions.owner(problem.reads.reads.get(problem.readOf(question)));
      if (!problem.versions.takesPart(reader) && !encoding.isTrue(problem.committed(reader))) {
        // Nobody saw it, so it need not have committed.
        return true;
      }
    }
    for (var answer : problem.answers(question)) {
      if (isTrue(encoding, answer, assumed)) {
        return true;
      }
    }
    return false;
  }

  // What to show.

  /** The anomaly that has a cycle for each case. */
  static Anomaly ofCases(List<List<Edge>> cases, String hint, History history) {
    var name = CycleName.ofCases(cases, history);
    var transactions =
        cases.stream().flatMap(List::stream).flatMapToInt(Edge::involved).distinct().toArray();
    var others = List.copyOf(cases.subList(1, cases.size()));
    var example = new Example(transactions, -1, cases.getFirst(), hint, others);
    return new Anomaly(name.kind(), name.elleName(), name.realTime(), 1, List.of(example));
  }

  private int[] involvedTransactions() {
    var transactions = new Ints();
    for (var question : questions()) {
      if (transactions.size() >= MOST_CASES) {
        break;
      }
      if (problem.isPair(question)) {
        addOnce(transactions, problem.chains.headOwner(problem.firstOf(question)));
        addOnce(transactions, problem.chains.headOwner(problem.secondOf(question)));
      } else {
        var read = problem.reads.reads.get(problem.readOf(question));
        addOnce(transactions, problem.versions.owner(read));
      }
    }
    return transactions.toArray();
  }

  private static void addOnce(Ints list, int item) {
    for (var i = 0; i < list.size(); i++) {
      if (list.get(i) == item) {
        return;
      }
    }
    list.add(item);
  }

  /** What was open, in words: the assumption behind each case is in its cycle. */
  private String hint() {
    if (asked.isEmpty()) {
      return "no order fits, and nothing was left of the budget to tell why";
    }
    var text = new StringBuilder("whatever ");
    var questions = questions();
    var named = Math.min(questions.length, QUESTIONS_NAMED);
    for (var i = 0; i < named; i++) {
      var last = i > 0 && i == questions.length - 1;
      text.append(last ? " and " : i == 0 ? "" : ", ").append(describe(questions[i]));
    }
    if (named < questions.length) {
      text.append(" and the ");
      text.append(Counted.of(questions.length - named, "other open question"));
    }
    text.append(questions.length == 1 ? " is" : " are").append(", there is a cycle");
    return text.append(areMore ? "; not all cases are shown" : "").toString();
  }

  private String describe(int question) {
    if (problem.isPair(question)) {
      var one = problem.chains.head.get(problem.firstOf(question));
      var other = problem.chains.head.get(problem.secondOf(question));
      return "the order of " + written(one) + " and " + written(other);
    }
    var read = problem.reads.reads.get(problem.readOf(question));
    return history.kind(read) == History.READ_OTHER
        ? "what was there instead of " + written(read)
        : "the source of a read of " + written(read);
  }

  private String written(int op) {
    return history.scalars().render(history.keyName(history.key(op)))
        + "="
        + history.scalars().render(history.value(op));
  }
}
