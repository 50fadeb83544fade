package mtc.search;

import java.util.BitSet;
import java.util.List;
import mtc.column.Ints;
import mtc.history.History;
import mtc.linear.Dependencies;
import mtc.linear.Placements;
import mtc.linear.ReadRules;
import mtc.linear.Versions;
import mtc.solve.AcyclicSolver;
import mtc.solve.Budget;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/**
 * Where blocks stand in lists with repeated elements, as one problem: choose a candidate for every
 * place, so that the graph stays acyclic.
 *
 * <p>Between two places of a list, before the first and after the last, there are two nodes. What
 * ends there leads to the arrival, and the arrival to whoever read the list up to there and to what
 * begins there; who read it leads to the departure, and the departure to what begins there. So the
 * choices of two neighbours make their WW edge together, and those of readers their RW edges,
 * without a clause that says so.
 *
 * <p>A question is one thing to choose: which block covers a place, or where a block stands.
 */
final class PlacementProblem {
  private static final int NONE = Versions.NONE;

  final AppendBlocks blocks;
  final OpenProblem rest;
  private final History history;
  private final Versions versions;
  private final ReadRules reading;

  /** By open key: how many places the keys before it have. */
  private final int[] firstPlace;

  PlacementProblem(
      AppendBlocks blocks,
      Versions versions,
      Dependencies known,
      ReadRules reading,
      boolean sessionOrder) {
    this.reading = reading;
    this.blocks = blocks;
    this.versions = versions;
    this.history = versions.history;
    firstPlace = new int[blocks.keyCount() + 1];
    for (var open = 0; open < blocks.keyCount(); open++) {
      firstPlace[open + 1] = firstPlace[open] + blocks.size(open);
    }
    var mayHaveCommitted = new boolean[history.transactionCount()];
    for (var b = 0; b < blocks.blockCount(); b++) {
      mayHaveCommitted[blocks.owner(b)] = !versions.takesPart(blocks.owner(b));
    }
    var chains =
        known.ordersVersions()
            ? new OpenChains(versions, null, mayHaveCommitted)
            : OpenChains.none(versions, mayHaveCommitted);
    var reads = new OpenReads(versions, mayHaveCommitted);
    rest = new OpenProblem(chains, reads, known, sessionOrder);
  }

  private PlacementProblem(PlacementProblem all, AppendBlocks blocks) {
    this.blocks = blocks;
    this.versions = all.versions;
    this.reading = all.reading;
    this.history = all.history;
    this.firstPlace = all.firstPlace;
    this.rest = all.rest;
  }

  /** The same without the candidates that what is known rules out. */
  PlacementProblem bounded(Budget budget) {
    if (!reading.seesOwnWrites()) {
      // What a transaction saw is no bound for where its own appends stand.
      return this;
    }
    return new PlacementProblem(this, new PlacementBounds(blocks, rest, budget).bounded());
  }

  // Variables: one for each candidate, one for each block that may stand nowhere.

  private int isNowhere(int block) {
    return 2 * (blocks.candidateCount() + block);
  }

  // Nodes, after those of the rest: two for each end of a place.

  private int arrival(int open, int at) {
    return rest.nodeCount() + 2 * (firstPlace[open] + open + at);
  }

  private int departure(int open, int at) {
    return arrival(open, at) + 1;
  }

  private int nodeCount() {
    return arrival(blocks.keyCount(), 0);
  }

  // Questions: places first, then blocks.

  int questionCount() {
    return firstPlace[blocks.keyCount()] + blocks.blockCount();
  }

  /** The literals of which an answer makes one true. */
  int[] answers(int question) {
    var places = firstPlace[blocks.keyCount()];
    if (question >= places) {
      return standsSomewhere(question - places);
    }
    var open = 0;
    while (firstPlace[open + 1] <= question) {
      open++;
    }
    return literals(blocks.covering(open, question - firstPlace[open]));
  }

  private int[] standsSomewhere(int block) {
    var candidates = blocks.candidatesOf(block);
    var answers = new int[candidates.length + 1];
    System.arraycopy(literals(candidates), 0, answers, 0, candidates.length);
    answers[candidates.length] = isNowhere(block);
    return answers;
  }

  private static int[] literals(int[] candidates) {
    var literals = candidates.clone();
    for (var i = 0; i < literals.length; i++) {
      literals[i] *= 2;
    }
    return literals;
  }

  // For the solver.

  /** Only that every place belongs to one block, of one key. */
  AcyclicSolver cover(int open) {
    var solver = new AcyclicSolver(0);
    addVariables(solver);
    encodePlaces(solver, open, null);
    return solver;
  }

  /**
   * All of it.
   *
   * @param asked the questions to ask; null for all
   * @param clauses what else must hold
   */
  AcyclicSolver encode(BitSet asked, List<int[]> clauses) {
    var solver = new AcyclicSolver(nodeCount());
    addVariables(solver);
    rest.known(solver::arc);
    addReaders(solver);
    for (var open = 0; open < blocks.keyCount(); open++) {
      encodePlaces(solver, open, asked);
      for (var c = blocks.firstCandidate(open); c < blocks.firstCandidate(open + 1); c++) {
        if (blocks.counts(c)) {
          addCandidate(solver, open, c, asked == null);
        }
      }
      for (var b = blocks.firstBlock(open); b < blocks.firstBlock(open + 1); b++) {
        addNowhere(solver, open, b, asked);
      }
    }
    for (var clause : clauses) {
      solver.clause(clause);
    }
    return solver;
  }

  private void addVariables(AcyclicSolver solver) {
    for (var v = 0; v < blocks.candidateCount() + blocks.blockCount(); v++) {
      solver.variable();
    }
    for (var b = 0; b < blocks.blockCount(); b++) {
      solver.hintFalse(isNowhere(b) >> 1);
    }
  }

  private void encodePlaces(AcyclicSolver solver, int open, BitSet asked) {
    blocks.forEachPlace(
        open,
        (at, candidates) -> {
          if (asked == null || candidates.length == 1 || asked.get(firstPlace[open] + at)) {
            solver.clause(literals(candidates));
          }
          atMostOne(solver, candidates);
        });
    for (var b = blocks.firstBlock(open); b < blocks.firstBlock(open + 1); b++) {
      atMostOne(solver, blocks.candidatesOf(b));
    }
  }

  /** With a variable for each candidate that says whether one up to it is right. */
  private static void atMostOne(AcyclicSolver solver, int[] candidates) {
    var before = -1;
    for (var i = 0; i < candidates.length && candidates.length > 1; i++) {
      var upToHere = solver.variable();
      solver.hintFalse(upToHere);
      solver.clause(2 * candidates[i] + 1, 2 * upToHere);
      if (before >= 0) {
        solver.clause(2 * before + 1, 2 * candidates[i] + 1);
        solver.clause(2 * before + 1, 2 * upToHere);
      }
      before = upToHere;
    }
  }

  private void addReaders(AcyclicSolver solver) {
    for (var open = 0; open < blocks.keyCount(); open++) {
      for (var read : blocks.reads(open)) {
        var reader = versions.owner(read);
        if (!reading.seesOwnWrites() && blocks.block(reader, blocks.key(open)) != NONE) {
          // It may have seen its own.
          continue;
        }
        solver.arc(arrival(open, blocks.seen(read)), rest.snapshot(reader));
        addReadersDeparture(solver, open, reader, blocks.seen(read));
      }
    }
  }

  /** Its own block, which begins there if it stands in the list, does not come after the read. */
  private void addReadersDeparture(AcyclicSolver solver, int open, int reader, int seen) {
    var own = blocks.block(reader, blocks.key(open));
    if (own == NONE || !reading.keepsUpdates()) {
      solver.arc(rest.snapshot(reader), departure(open, seen));
      return;
    }
    var candidates = blocks.candidatesOf(own);
    if (candidates.length > 0) {
      solver.arc(rest.snapshot(reader), departure(open, seen), 2 * candidates[0] + 1);
    } else if (seen < blocks.size(open)) {
      solver.arc(rest.snapshot(reader), departure(open, seen));
    }
  }

  /**
   * Adds the arcs of a candidate.
   *
   * @param knowsCertain whether those that are certain are known: that spares the search to move
   *     much of the graph for each, but a cycle that they close has no literals to tell it by
   */
  private void addCandidate(AcyclicSolver solver, int open, int candidate, boolean knowsCertain) {
    var block = blocks.blockOf(candidate);
    var owner = blocks.owner(block);
    var from = blocks.placeOf(candidate);
    var to = Math.min(from + blocks.length(block), blocks.size(open));
    if (knowsCertain && blocks.isCertain(candidate)) {
      solver.arc(arrival(open, from), rest.write(owner));
      solver.arc(departure(open, from), rest.overwrite(owner));
      solver.arc(rest.commit(owner), arrival(open, to));
    } else {
      solver.arc(arrival(open, from), rest.write(owner), 2 * candidate);
      solver.arc(departure(open, from), rest.overwrite(owner), 2 * candidate);
      solver.arc(rest.commit(owner), arrival(open, to), 2 * candidate);
    }
  }

  /** A block that does not stand in the list comes after it. */
  private void addNowhere(AcyclicSolver solver, int open, int block, BitSet asked) {
    var snapshot = rest.write(blocks.owner(block));
    var commit = rest.overwrite(blocks.owner(block));
    var end = blocks.size(open);
    if (!reading.keepsUpdates() && blocks.placeShown(block) != NONE) {
      solver.clause(literals(blocks.candidatesOf(block)));
    } else if (blocks.candidatesOf(block).length == 0) {
      solver.arc(arrival(open, end), snapshot);
      solver.arc(departure(open, end), commit);
    } else if (blocks.isOpen(block)) {
      solver.arc(arrival(open, end), snapshot, isNowhere(block));
      solver.arc(departure(open, end), commit, isNowhere(block));
      if (asked == null || asked.get(firstPlace[blocks.keyCount()] + block)) {
        solver.clause(standsSomewhere(block));
      }
    }
  }

  /** The way to tell the elements apart that a solution stands for. */
  Placements placements(AcyclicSolver solution) {
    var placements = new Placements(history.keyCount());
    for (var open = 0; open < blocks.keyCount(); open++) {
      var size = blocks.size(open);
      placements.add(blocks.key(open), size);
      for (var c = blocks.firstCandidate(open); c < blocks.firstCandidate(open + 1); c++) {
        var block = blocks.blockOf(c);
        var at = blocks.placeOf(c);
        var isThere = blocks.counts(c) && solution.isTrue(2 * c);
        for (var i = 0; isThere && i < blocks.length(block) && at + i < size; i++) {
          placements.set(blocks.key(open), at + i, blocks.append(block, i));
        }
      }
    }
    return placements;
  }

  /**
   * The literal that is true if a block is not where it stands in a solution. One that stands
   * nowhere has none: it takes a place only if another one leaves that.
   */
  void addElsewhere(int block, AcyclicSolver solution, Ints literals) {
    for (var candidate : blocks.candidatesOf(block)) {
      if (solution.isTrue(2 * candidate)) {
        literals.add(2 * candidate + 1);
      }
    }
  }

  // Back to edges.

  /** What a step from one transaction to another past a node of this problem's own is. */
  Edge step(int from, int node, int to, boolean assumed) {
    var open = 0;
    while (arrival(open + 1, 0) <= node) {
      open++;
    }
    var key = blocks.key(open);
    var at = (node - arrival(open, 0)) / 2;
    var isDeparture = node == departure(open, at);
    var older = at == 0 ? history.initialValue() : blocks.element(open, at - 1);
    var isRead = !isDeparture && isReader(to, key, at);
    var type = isDeparture ? EdgeType.RW : isRead ? EdgeType.WR : EdgeType.WW;
    return new Edge(
        from,
        to,
        type,
        key,
        older,
        isRead ? older : lastAppended(to, key),
        assumed && isOpen(from, to, type, key));
  }

  private boolean isReader(int transaction, int key, int at) {
    return blocks.hasSeen(transaction, key, at);
  }

  private boolean isOpen(int from, int to, EdgeType type, int key) {
    var writer = blocks.block(from, key);
    var other = blocks.block(to, key);
    return type != EdgeType.RW && writer != NONE && blocks.isOpen(writer)
        || type != EdgeType.WR && other != NONE && blocks.isOpen(other);
  }

  private int lastAppended(int transaction, int key) {
    var block = blocks.block(transaction, key);
    return history.value(blocks.append(block, blocks.length(block) - 1));
  }
}
