package mtc.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mtc.check.Anomaly.Example;
import mtc.history.History;
import mtc.solve.AcyclicSolver;
import mtc.solve.AcyclicSolver.Result;
import mtc.solve.Budget;

/**
 * Explains why no order of what is open is acyclic: the few questions that suffice, and for each way
 * to answer them the cycle that it makes.
 */
final class Contradiction {
  /** More cases than that nobody reads. */
  private static final int MOST_CASES = 8;

  private static final int MOST_TRIES = 400;

  private final OpenProblem problem;
  private final Versions versions;
  private final History history;
  private final Explanation explanation;
  private final Budget budget;
  private boolean[] asked;
  private final List<List<Edge>> cases = new ArrayList<>();
  private int tries;

  Contradiction(OpenProblem problem, Explanation explanation, Budget budget) {
    this.problem = problem;
    this.versions = problem.chains.versions;
    this.history = versions.history;
    this.explanation = explanation;
    this.budget = budget;
  }

  /**
   * The explanation.
   *
   * @param involved questions that are enough for the contradiction
   */
  Anomaly explain(boolean[] involved) {
    asked = involved;
    shrink();
    addCases(new Ints());
    var example = example();
    var name = CasesName.of(cases);
    return new Anomaly(name.kind(), name.elleName(), name.realTime(), 1, List.of(example));
  }

  /** Leaves out questions, first many at a time, as long as the contradiction stays. */
  private void shrink() {
    var questions = questions();
    for (var size = questions.length / 2; size > 0; size /= 2) {
      for (var from = 0; from < questions.length; from += size) {
        if (++tries > MOST_TRIES || budget.isExhausted()) {
          return;
        }
        var to = Math.min(from + size, questions.length);
        set(questions, from, to, false);
        if (problem.encode(asked, null).solve(budget) != Result.UNSATISFIABLE) {
          set(questions, from, to, true);
        }
      }
      questions = questions();
    }
  }

  private int[] questions() {
    var questions = new Ints();
    for (var question = 0; question < asked.length; question++) {
      if (asked[question]) {
        questions.add(question);
      }
    }
    return questions.first(questions.size());
  }

  private void set(int[] questions, int from, int to, boolean value) {
    for (var i = from; i < to; i++) {
      asked[questions[i]] = value;
    }
  }

  /** Goes through the answers, depth first, until each way ends in a cycle. */
  private void addCases(Ints assumed) {
    if (cases.size() > MOST_CASES || budget.isExhausted()) {
      return;
    }
    var solver = problem.encode(asked, null);
    for (var i = 0; i < assumed.size(); i++) {
      solver.clause(assumed.get(i));
    }
    if (solver.fails()) {
      var edges = edges(solver.lastCycle());
      if (!cases.contains(edges)) {
        cases.add(edges);
      }
      return;
    }
    for (var question : questions()) {
      if (!isAnswered(solver, question)) {
        for (var answer : problem.answers(question)) {
          assumed.add(answer);
          addCases(assumed);
          assumed.removeLast();
        }
        return;
      }
    }
  }

  private boolean isAnswered(AcyclicSolver solver, int question) {
    for (var answer : problem.answers(question)) {
      if (solver.isTrue(answer)) {
        return true;
      }
    }
    return false;
  }

  private Example example() {
    var transactions = new Ints();
    for (var edges : cases) {
      for (var edge : edges) {
        addOnce(transactions, edge.from());
        addOnce(transactions, edge.to());
      }
    }
    var first = cases.isEmpty() ? List.<Edge>of() : cases.getFirst();
    var others = cases.size() < 2 ? List.<List<Edge>>of() : List.copyOf(cases.subList(1, cases.size()));
    return new Example(
        transactions.first(transactions.size()), -1, first, hint(), others);
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
    var text = new StringBuilder("whichever way ");
    var questions = questions();
    for (var i = 0; i < questions.length; i++) {
      if (i == 3) {
        return text.append(" and ").append(questions.length - 3).append(" more are settled").toString();
      }
      text.append(i == 0 ? "" : ", ").append(describe(questions[i]));
    }
    return text.append(questions.length == 1 ? " is settled" : " are settled").toString();
  }

  private String describe(int question) {
    if (problem.isPair(question)) {
      var one = problem.chains.head.get(problem.firstOf(question));
      var other = problem.chains.head.get(problem.secondOf(question));
      return "the order of " + written(one) + " and " + value(other);
    }
    var read = problem.reads.reads.get(problem.readOf(question));
    return "the source of a read of " + written(read);
  }

  private String written(int op) {
    return history.scalars().render(history.keyName(history.key(op))) + "=" + value(op);
  }

  private String value(int op) {
    return history.scalars().render(history.value(op));
  }

  // From nodes back to edges.

  private List<Edge> edges(int[] nodes) {
    var edges = new ArrayList<Edge>();
    var start = 0;
    while (start < nodes.length && transaction(nodes[start]) < 0) {
      start++;
    }
    for (var i = start; i < start + nodes.length; ) {
      var next = i + 1;
      while (transaction(nodes[next % nodes.length]) < 0) {
        next++;
      }
      var from = transaction(nodes[i % nodes.length]);
      var to = transaction(nodes[next % nodes.length]);
      if (from != to) {
        edges.add(edge(nodes, i, next));
      }
      i = next;
    }
    return List.copyOf(edges);
  }

  /** The transaction of a node, or -1 if the node only stands between some. */
  private int transaction(int node) {
    var known = problem.known;
    if (node >= known.nodeCount()) {
      return -1;
    }
    var graphNode = known.graphNode(node);
    return graphNode < history.transactionCount() ? graphNode : -1;
  }

  private Edge edge(int[] nodes, int i, int next) {
    var from = transaction(nodes[i % nodes.length]);
    var to = transaction(nodes[next % nodes.length]);
    if (next > i + 1) {
      var between = nodes[(i + 1) % nodes.length];
      var key = problem.keyOf(between);
      return key < 0
          ? Edge.withoutKey(from, to, EdgeType.RT)
          : antiDependency(from, to, key);
    }
    var isAnti = nodes[i % nodes.length] != problem.commit(from);
    var known = isAnti ? knownEdge(from, to, Graph.RW, Graph.RW) : knownEdge(from, to, 0, Graph.RW);
    return known != null ? known : chosenEdge(from, to);
  }

  private Edge knownEdge(int from, int to, int leastType, int greatestType) {
    var graph = problem.known.graph;
    for (var edge = graph.first[to]; edge < graph.first[to + 1]; edge++) {
      var type = graph.type(edge);
      if (graph.source(edge) == from && type >= leastType && type <= greatestType) {
        return explanation.edge(from, to, type);
      }
    }
    return null;
  }

  private Edge antiDependency(int from, int to, int key) {
    var read = externalRead(from, key);
    var write = lastWrite(to, key);
    return new Edge(from, to, EdgeType.RW, key, history.value(read), history.value(write));
  }

  /** An edge that a choice made: one write before another, or a read of a repeated value. */
  private Edge chosenEdge(int from, int to) {
    for (var op = history.firstOperation(to); op < history.endOperation(to); op++) {
      var key = history.key(op);
      var write = lastWrite(from, key);
      if (write >= 0 && problem.isSource(op, write)) {
        return new Edge(from, to, EdgeType.WR, key, history.value(write), history.value(op));
      }
      if (write >= 0
          && versions.version(op) == Versions.HEAD
          && problem.chains.isLast(key, write)) {
        return new Edge(from, to, EdgeType.WW, key, history.value(write), history.value(op));
      }
      var read = externalRead(from, key);
      if (read >= 0 && problem.isOpenRead(read) && versions.version(op) != Versions.NONE
          && Versions.isWrite(history.kind(op))) {
        return new Edge(from, to, EdgeType.RW, key, history.value(read), history.value(op));
      }
    }
    if (history.session(from) == history.session(to) && from < to) {
      return Edge.withoutKey(from, to, EdgeType.SO);
    }
    throw new IllegalStateException("no edge from " + from + " to " + to);
  }

  private int lastWrite(int transaction, int key) {
    for (var op = history.endOperation(transaction) - 1;
        op >= history.firstOperation(transaction);
        op--) {
      if (history.key(op) == key && Versions.isWrite(history.kind(op))) {
        return op;
      }
    }
    return -1;
  }

  private int externalRead(int transaction, int key) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (history.key(op) == key) {
        return Versions.isWrite(history.kind(op)) ? -1 : op;
      }
    }
    return -1;
  }

  /** The name that fits all cases: that of the one with the most RW edges. */
  private record CasesName(AnomalyKind kind, String elleName, boolean realTime) {
    static CasesName of(List<List<Edge>> cases) {
      var rw = 0;
      var realTime = false;
      var session = false;
      var isPlain = true;
      var adjacent = false;
      for (var edges : cases) {
        var here = 0;
        for (var i = 0; i < edges.size(); i++) {
          var type = edges.get(i).type();
          here += type == EdgeType.RW ? 1 : 0;
          realTime |= type == EdgeType.RT;
          session |= type == EdgeType.SO;
          isPlain &= type == EdgeType.WW;
          adjacent |=
              type == EdgeType.RW && edges.get((i + 1) % edges.size()).type() == EdgeType.RW;
        }
        rw = Math.max(rw, here);
      }
      var suffix = realTime ? "-realtime" : session ? "-process" : "";
      return switch (rw) {
        case 0 ->
            new CasesName(
                AnomalyKind.CIRCULAR_INFORMATION_FLOW, (isPlain ? "G0" : "G1c") + suffix, realTime);
        case 1 -> new CasesName(AnomalyKind.CAUSALITY_VIOLATION, "G-single" + suffix, realTime);
        default ->
            adjacent
                ? new CasesName(AnomalyKind.SERIALIZATION_CYCLE, "G2-item" + suffix, realTime)
                : new CasesName(AnomalyKind.LONG_FORK, "G-nonadjacent" + suffix, realTime);
      };
    }
  }
}
