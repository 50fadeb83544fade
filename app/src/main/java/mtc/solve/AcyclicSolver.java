package mtc.solve;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.column.Ints;

/**
 * Finds truth values under which all clauses hold and the arcs that are switched on form no cycle.
 *
 * <p>Conflict-driven clause learning: decide a variable, propagate through watched clauses, switch
 * on the arcs of each literal that became true; a clause that fails or a cycle that closes is a
 * conflict, from which the first unique implication point gives a clause to learn and a level to go
 * back to. A variable that orders two nodes is decided the way the nodes stand in the graph's
 * current topological order, which by construction closes no cycle: a problem with a solution is
 * mostly solved without a conflict.
 *
 * <p>A literal is {@code 2 * variable} for true, {@code 2 * variable + 1} for false.
 */
public final class AcyclicSolver {
  /** What a search came to. */
  public enum Result {
    SATISFIABLE,
    UNSATISFIABLE,
    /** The budget ran out. */
    UNDECIDED
  }

  /** Adds, to a solution of the problem so far, what it leaves out. */
  @FunctionalInterface
  public interface Extension {
    /** Adds variables and their arcs; false if nothing is missing. */
    boolean extend();
  }

  private static final int NO_CLAUSE = -1;
  private static final byte UNSET = -1;

  /** It takes so many times as many as are new to undo what is decided about the others. */
  private static final int FEW_NEW = 16;

  /** So many decisions are undone at most to go where what was learnt holds. */
  private static final int MOST_UNDONE = 100;

  private static final long CONFLICTS_PER_RESTART = 100;
  private static final int DECIDED_PER_CONFLICT = 10;

  /** So many contradictions double how many preferences the next one takes with it. */
  private static final int CONTRADICTIONS_PER_DOUBLING = 32;

  private static final int LIKELY_TRUE = -1;
  private static final int LIKELY_FALSE = -2;

  private final CertainArcs certain;
  private final int mostUndone;

  /** Those and the arcs that are switched on, once the search has begun. */
  private DynamicOrder graph;

  /** A guess at the order; null for none. */
  private int[] guess;

  private Extension extension;
  private boolean started;
  private boolean contradicted;

  // Variables.
  private int variables;
  private byte[] value = new byte[16];
  private int[] level = new int[16];
  private int[] reason = new int[16];
  private double[] activity = new double[16];
  private boolean[] seen = new boolean[16];
  private double activityStep = 1;

  /** Nodes whose order suggests the variable's value; or always true, or always false. */
  private int[] hintFrom = new int[16];

  private int[] hintTo = new int[16];

  /** Variables that need no value as long as the order agrees with what is likely. */
  private boolean[] isOptional = new boolean[16];

  private final LiteralArcs arcs = new LiteralArcs();

  /** The literal that switched on an arc of the graph, by its number there. */
  private int[] switchedBy = new int[64];

  // Clauses: length, then literals, back to back.
  private final Ints clauses = new Ints(1024);
  private Ints[] watches = new Ints[32];

  /** Clauses that came up while the search ran. */
  private final Ints later = new Ints();

  // The trail of literals that are true, in the order they became so.
  private final Ints trail = new Ints();
  private int propagated;
  private final Ints levelStart = new Ints();
  private final Ints levelArcs = new Ints();

  /** Literals that are true as long as nothing contradicts them, each on a level of its own. */
  private final Ints preferred = new Ints();

  /** How often something that was decided, or preferred later, was undone to give one up. */
  private int contradictions;

  private final Ints learnt = new Ints();
  private final Ints conflict = new Ints();
  private final VariableHeap heap = new VariableHeap();
  private long conflicts;

  /** Variables up to here were tried alone; and how often that was enough to know their value. */
  private int tried;

  private long settledAlone;

  /** Variables that some conflict, or something known without a decision, involved. */
  private boolean[] involved = new boolean[16];

  /** The clause that failed in the last conflict; {@link #NO_CLAUSE} if a cycle closed. */
  private int failed = NO_CLAUSE;

  private final Derivations derivations = new Derivations();

  /** After failure: the variables that it was derived from; null if that is not known. */
  private boolean[] derivedFrom;

  /** The nodes of the cycle that closed last, each with an arc to the next. */
  private int[] lastCycle = {};

  /** What switched on the arc from each of them to the next: a literal, or -1 for known arcs. */
  private int[] lastCycleLiterals = {};

  public AcyclicSolver(int nodes) {
    this(nodes, MOST_UNDONE);
  }

  /** With arcs that are always there. */
  public AcyclicSolver(SortedGraph known) {
    this(known, MOST_UNDONE);
  }

  AcyclicSolver(int nodes, int mostUndone) {
    this(new SortedGraph(nodes, _ -> {}), mostUndone);
  }

  private AcyclicSolver(SortedGraph known, int mostUndone) {
    certain = new CertainArcs(known);
    this.mostUndone = mostUndone;
  }

  int variableCount() {
    return variables;
  }

  public static int not(int literal) {
    return literal ^ 1;
  }

  /** A new variable; its literals are {@code 2 * variable} and {@code 2 * variable + 1}. */
  public int variable() {
    var v = variables++;
    if (v == value.length) {
      var capacity = v * 2;
      value = Arrays.copyOf(value, capacity);
      level = Arrays.copyOf(level, capacity);
      reason = Arrays.copyOf(reason, capacity);
      activity = Arrays.copyOf(activity, capacity);
      seen = Arrays.copyOf(seen, capacity);
      involved = Arrays.copyOf(involved, capacity);
      hintFrom = Arrays.copyOf(hintFrom, capacity);
      hintTo = Arrays.copyOf(hintTo, capacity);
      isOptional = Arrays.copyOf(isOptional, capacity);
      watches = Arrays.copyOf(watches, 2 * capacity);
    }
    value[v] = UNSET;
    reason[v] = NO_CLAUSE;
    hintFrom[v] = LIKELY_TRUE;
    arcs.addVariable(v);
    heap.add(v, activity);
    return v;
  }

  /** The variable is likely true if the one node comes before the other. */
  public void hint(int variable, int from, int to) {
    hintFrom[variable] = from;
    hintTo[variable] = to;
  }

  /**
   * The variable need have no value as long as the order agrees with the arcs of its likely one: an
   * {@link Extension} must see for itself whether it does, and say so with {@link #need} if not. A
   * clause about it, which must come later, undoes that.
   */
  public void decideIfNeeded(int variable) {
    isOptional[variable] = true;
  }

  /**
   * For an {@link Extension}: the order does not agree any more with what is likely. From now on
   * the variable is decided, or two of them could take turns for ever.
   */
  public void need(int variable) {
    isOptional[variable] = false;
    if (value[variable] == UNSET) {
      heap.add(variable, activity);
    }
  }

  /** The variable is likely true. */
  public void hintTrue(int variable) {
    hintFrom[variable] = LIKELY_TRUE;
  }

  /** The variable is likely false. */
  public void hintFalse(int variable) {
    hintFrom[variable] = LIKELY_FALSE;
  }

  /** An arc that is always there. */
  public void arc(int from, int to) {
    requireNotStarted();
    certain.add(from, to);
  }

  /** An arc that is always there because of what a variable is known to be. */
  public void knownArc(int from, int to, int variable) {
    requireNotStarted();
    certain.add(from, to, variable);
  }

  /**
   * Makes a literal true for good; its arcs must have been added as known ones. For an {@link
   * Extension} too, of a variable that it has just added.
   */
  public void fix(int literal) {
    if (started) {
      // What is decided is undone some day: only what nothing was decided for stays.
      clauseLater(literal);
    } else {
      value[literal >> 1] = (byte) (literal & 1 ^ 1);
    }
  }

  /** An arc that is there if the literal is true; once the search has begun, of a new variable. */
  public void arc(int from, int to, int literal) {
    if (started && value[literal >> 1] != UNSET) {
      throw new IllegalStateException("the variable has a value");
    }
    arcs.add(from, to, literal);
  }

  /**
   * A literal to be true as long as nothing contradicts it, and false from then on. Its variable
   * switches on arcs and is in no clause: without them less is asked, so no solution is lost.
   */
  public void prefer(int literal) {
    requireNotStarted();
    preferred.add(literal);
  }

  /** At least one of the literals is true. */
  public void clause(int... literals) {
    requireNotStarted();
    if (literals.length == 0) {
      contradicted = true;
      return;
    }
    addClause(clauses, literals);
  }

  /** For an {@link Extension}: at least one of the literals is true. The search starts over. */
  public void clauseLater(int... literals) {
    addClause(later, literals);
  }

  private void addClause(Ints to, int... literals) {
    to.add(literals.length);
    for (var literal : literals) {
      to.add(literal);
      // Whether the clause holds does not show in the order.
      need(literal >> 1);
    }
  }

  private void requireNotStarted() {
    if (started) {
      throw new IllegalStateException("the search has begun");
    }
  }

  public long conflictCount() {
    return conflicts + settledAlone;
  }

  /** Whether a literal is true in the solution. */
  public boolean isTrue(int literal) {
    return value[literal >> 1] == (literal & 1 ^ 1);
  }

  /** The place of a node in an order that agrees with every arc of the solution. */
  public int position(int node) {
    return graph.position(node);
  }

  /** Whatever the search came to: all nodes, in its last order; null if it had none. */
  public int[] order() {
    return graph == null ? null : graph.order();
  }

  /**
   * After failure: whether a variable had a part in it. What the others are does not matter: the
   * problem has no solution without them either. If the budget ran out: whether it had a part in
   * some conflict.
   */
  public boolean isInvolved(int variable) {
    return derivedFrom == null ? involved[variable] : derivedFrom[variable];
  }

  /**
   * After failure: the nodes of the last cycle met; empty if clauses alone contradict each other.
   */
  public int[] lastCycle() {
    return lastCycle;
  }

  /** The literal that switched on the arc from each node of the last cycle; -1 for known arcs. */
  public int[] lastCycleLiterals() {
    return lastCycleLiterals;
  }

  /** A position for each node to begin with; only a start, and of no use if arcs contradict it. */
  public void guess(int[] positions) {
    requireNotStarted();
    guess = positions;
  }

  /** What to ask about a solution before it counts as one. */
  public void extension(Extension added) {
    requireNotStarted();
    extension = added;
  }

  /** For an {@link Extension}: the nodes that moved since the last time. */
  public void takeMoved(Ints into) {
    graph.takeMoved(into);
  }

  /** Calls back with all arcs of literals that are true. */
  public void forEachArcSwitchedOn(LiteralArcs.Arc consumer) {
    for (var literal = 0; literal < 2 * variables; literal++) {
      if (isTrue(literal)) {
        arcs.forEachOf(literal, consumer);
      }
    }
  }

  /** Calls back with all arcs that some literal would switch on. */
  public void forEachSwitchedArc(LiteralArcs.Arc consumer) {
    for (var literal = 0; literal < 2 * variables; literal++) {
      arcs.forEachOf(literal, consumer);
    }
  }

  /** The arcs that are there whatever is chosen. */
  public SortedGraph knownGraph() {
    return certain.graph();
  }

  public void forEachKnown(Groups.Member consumer) {
    certain.forEach(consumer);
  }

  public Result solve(Budget budget) {
    return solve(budget, Long.MAX_VALUE);
  }

  /** Gives up, undecided, after so many conflicts as well. */
  public Result solve(Budget budget, long mostConflicts) {
    requireNotStarted();
    started = true;
    if (contradicted || !addKnownArcs() || !watchAll()) {
      return Result.UNSATISFIABLE;
    }
    return search(budget, mostConflicts);
  }

  /** Goes on with a search that gave up, undecided, until there are so many conflicts in all. */
  public Result goOn(Budget budget, long mostConflicts) {
    return search(budget, mostConflicts);
  }

  private boolean addKnownArcs() {
    var known = certain.graph();
    if (!known.isAcyclic()) {
      certain.variablesOfACycle(variable -> involved[variable] = true);
      return false;
    }
    var agrees = guess != null && known.agreesWith(guess);
    graph = new DynamicOrder(known, agrees ? guess : known.positions());
    if (extension != null) {
      graph.watchMoves();
    }
    return true;
  }

  /** Whether the problem contradicts itself before anything is decided. */
  public boolean fails() {
    requireNotStarted();
    started = true;
    return contradicted || !addKnownArcs() || !watchAll() || !propagate();
  }

  private Result search(Budget budget, long mostConflicts) {
    var restartAt = conflicts + CONFLICTS_PER_RESTART;
    var restarts = 1;
    for (var steps = 0L; ; steps++) {
      if (!propagate()) {
        conflicts++;
        if (!learn()) {
          return Result.UNSATISFIABLE;
        }
        if (conflicts >= restartAt) {
          restartAt = conflicts + restartAfter() * luby(++restarts);
          backTo(preferred.size());
        }
      } else if (levelStart.size() < preferred.size()) {
        preferNext();
      } else {
        var literal = decide();
        if (literal >= 0) {
          openLevel();
          enqueue(literal, NO_CLAUSE);
        } else if (extension == null || !extension.extend()) {
          return Result.SATISFIABLE;
        } else if (later.size() > 0 && !takeLaterClauses() || !tryAlone(budget)) {
          return Result.UNSATISFIABLE;
        }
      }
      if (conflicts >= mostConflicts || (steps & 0xff) == 0 && isExhausted(budget)) {
        return Result.UNDECIDED;
      }
    }
  }

  /** To decide everything again must not cost more than the conflicts do. */
  private long restartAfter() {
    return Math.max(CONFLICTS_PER_RESTART, trail.size() / DECIDED_PER_CONFLICT);
  }

  /**
   * Tries the likely value of each new variable by itself; false if there is no solution. Where
   * known arcs alone rule it out, nothing else that was decided has to be undone to find that out.
   */
  private boolean tryAlone(Budget budget) {
    var from = tried;
    tried = variables;
    if (variables - from < trail.size() / FEW_NEW || levelStart.size() < preferred.size()) {
      return true;
    }
    backTo(preferred.size());
    if (!propagate() && !learn()) {
      return false;
    }
    for (var v = from; v < variables && levelStart.size() == preferred.size(); v++) {
      if ((v & 0xff) == 0 && isExhausted(budget)) {
        return true;
      }
      if (value[v] == UNSET && (isMentioned(v) || !isPossible(likely(v)))) {
        openLevel();
        enqueue(likely(v), NO_CLAUSE);
        if (propagate()) {
          backTo(preferred.size());
        } else {
          settledAlone++;
          learn();
          if (!propagate() && !learn()) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether some clause has a variable: then its value may imply others. */
  private boolean isMentioned(int v) {
    return watches[2 * v] != null || watches[2 * v + 1] != null;
  }

  /** Whether no arc of a literal closes a cycle by itself. */
  private boolean isPossible(int literal) {
    for (var arc = arcs.first(literal); arc >= 0; arc = arcs.next(arc)) {
      if (graph.closesCycle(arcs.from(arc), arcs.to(arc))) {
        return false;
      }
    }
    return true;
  }

  private boolean isExhausted(Budget budget) {
    budget.solving(trail.size(), variables - trail.size(), conflictCount());
    return budget.isExhausted();
  }

  /** 1 1 2 1 1 2 4 …: the sequence that no other beats by more than a constant factor. */
  static int luby(int index) {
    var i = index;
    while (true) {
      var k = 32 - Integer.numberOfLeadingZeros(i);
      if (i == (1 << k) - 1) {
        return 1 << (k - 1);
      }
      i -= (1 << (k - 1)) - 1;
    }
  }

  // Preferences.

  /** Opens the level of the next one, which stays empty if that has been given up. */
  private void preferNext() {
    var literal = preferred.get(levelStart.size());
    openLevel();
    if (value[literal >> 1] == UNSET) {
      enqueue(literal, NO_CLAUSE);
    }
  }

  /**
   * Gives up the last one that a contradiction rests on. To come back to where the search was takes
   * as long as there are preferences; so where contradictions are many, each takes with it more of
   * those before.
   */
  private void giveUpPreference(int conflictLevel) {
    var isLast = conflictLevel == levelStart.size();
    var doublings = isLast ? 0 : Math.min(30, contradictions++ / CONTRADICTIONS_PER_DOUBLING);
    var from = Math.max(0, conflictLevel - (1 << doublings));
    backTo(from);
    for (var i = from; i < conflictLevel; i++) {
      var literal = preferred.get(i);
      value[literal >> 1] = (byte) (literal & 1);
      level[literal >> 1] = 0;
    }
  }

  // Decisions.

  private int decide() {
    while (!heap.isEmpty()) {
      var v = heap.removeMax(activity);
      if (value[v] == UNSET && !(isOptional[v] && agrees(likely(v)))) {
        return likely(v);
      }
    }
    return -1;
  }

  /** Whether the order has every arc of a literal. */
  private boolean agrees(int literal) {
    for (var arc = arcs.first(literal); arc >= 0; arc = arcs.next(arc)) {
      if (graph.position(arcs.from(arc)) > graph.position(arcs.to(arc))) {
        return false;
      }
    }
    return true;
  }

  private int likely(int v) {
    return isLikelyTrue(v) ? 2 * v : 2 * v + 1;
  }

  private boolean isLikelyTrue(int v) {
    return hintFrom[v] >= 0
        ? graph.position(hintFrom[v]) < graph.position(hintTo[v])
        : hintFrom[v] == LIKELY_TRUE;
  }

  private void openLevel() {
    levelStart.add(trail.size());
    levelArcs.add(graph.arcCount());
  }

  /** Undoes what rests on decisions above a level; what does not stays, and is propagated anew. */
  private void backTo(int target) {
    if (levelStart.size() <= target) {
      return;
    }
    var keep = levelStart.get(target);
    var kept = keep;
    for (var i = keep; i < trail.size(); i++) {
      var literal = trail.get(i);
      if (level[literal >> 1] <= target) {
        trail.set(kept++, literal);
      } else {
        value[literal >> 1] = UNSET;
        heap.add(literal >> 1, activity);
      }
    }
    trail.truncate(kept);
    graph.shrinkTo(levelArcs.get(target));
    levelStart.truncate(target);
    levelArcs.truncate(target);
    propagated = keep;
  }

  // Propagation.

  private boolean watchAll() {
    for (var at = 0; at < clauses.size(); at += clauses.get(at) + 1) {
      if (!take(at)) {
        return false;
      }
    }
    return true;
  }

  private boolean takeLaterClauses() {
    backTo(0);
    for (var i = 0; i < later.size(); i += later.get(i) + 1) {
      var clause = clauses.size();
      for (var k = 0; k <= later.get(i); k++) {
        clauses.add(later.get(i + k));
      }
      if (!take(clause)) {
        return false;
      }
    }
    later.clear();
    return true;
  }

  /**
   * Watches two literals that are not false, or draws the conclusion if there are none. Nothing is
   * decided: who is false is so for good, and nobody would come by again to say so.
   */
  private boolean take(int clause) {
    var open = 0;
    for (var at = clause + 1; at <= clause + clauses.get(clause); at++) {
      var literal = clauses.get(at);
      if (!isFalse(literal)) {
        clauses.set(at, clauses.get(clause + 1 + open));
        clauses.set(clause + 1 + open++, literal);
      }
    }
    if (open >= 2) {
      watch(clauses.get(clause + 1), clause);
      watch(clauses.get(clause + 2), clause);
      return true;
    }
    for (var at = clause + 1; at <= clause + clauses.get(clause); at++) {
      involved[clauses.get(at) >> 1] = true;
    }
    if (open == 1) {
      enqueue(clauses.get(clause + 1), clause);
    } else {
      conflictFrom(clause);
      derive();
    }
    return open == 1;
  }

  private void watch(int literal, int clause) {
    if (watches[literal] == null) {
      watches[literal] = new Ints();
    }
    watches[literal].add(clause);
  }

  private boolean isFalse(int literal) {
    return value[literal >> 1] == (literal & 1);
  }

  private void enqueue(int literal, int because) {
    if (isTrue(literal)) {
      return;
    }
    var v = literal >> 1;
    value[v] = (byte) (literal & 1 ^ 1);
    level[v] = because == NO_CLAUSE ? levelStart.size() : levelOfOthers(because, v);
    reason[v] = because;
    trail.add(literal);
    if (because != NO_CLAUSE && level[v] == 0) {
      for (var k = 1; k <= clauses.get(because); k++) {
        involved[clauses.get(because + k) >> 1] = true;
      }
    }
  }

  /** The last decision that a clause needs to imply one of its variables. */
  private int levelOfOthers(int clause, int v) {
    var highest = 0;
    for (var k = 1; k <= clauses.get(clause); k++) {
      var other = clauses.get(clause + k) >> 1;
      if (other != v) {
        highest = Math.max(highest, level[other]);
      }
    }
    return highest;
  }

  /** Fills {@link #conflict} with literals that are all false if it fails. */
  private boolean propagate() {
    while (propagated < trail.size()) {
      var literal = trail.get(propagated++);
      if (!switchOn(literal) || !visitWatches(not(literal))) {
        return false;
      }
    }
    return true;
  }

  private boolean switchOn(int literal) {
    for (var arc = arcs.first(literal); arc >= 0; arc = arcs.next(arc)) {
      var from = arcs.from(arc);
      var to = arcs.to(arc);
      var added = graph.arcCount();
      if (!graph.add(from, to)) {
        cycleConflict(literal, from, to);
        return false;
      }
      if (added >= switchedBy.length) {
        switchedBy = Arrays.copyOf(switchedBy, Math.max(added + 1, switchedBy.length * 2));
      }
      switchedBy[added] = literal;
    }
    return true;
  }

  private void cycleConflict(int literal, int from, int to) {
    var arcs = new Ints();
    var path = new Ints();
    graph.pathOnto(from, to, path, arcs);
    lastCycle = path.toArray();
    lastCycleLiterals = new int[path.size()];
    lastCycleLiterals[path.size() - 1] = literal;
    failed = NO_CLAUSE;
    conflict.clear();
    conflict.add(not(literal));
    for (var i = 0; i < arcs.size(); i++) {
      if (arcs.get(i) >= 0) {
        lastCycleLiterals[i] = switchedBy[arcs.get(i)];
        conflict.add(not(switchedBy[arcs.get(i)]));
        continue;
      }
      lastCycleLiterals[i] = -1;
      var because = certain.because(path.get(i), path.get(i + 1));
      if (because >= 0) {
        involved[because] = true;
        derivations.useKnown(because);
      }
    }
  }

  private boolean visitWatches(int falseLiteral) {
    var list = watches[falseLiteral];
    if (list == null) {
      return true;
    }
    var kept = 0;
    for (var i = 0; i < list.size(); i++) {
      var clause = list.get(i);
      if (moveWatch(clause, falseLiteral)) {
        continue;
      }
      list.set(kept++, clause);
      var other = clauses.get(clause + 1);
      if (isFalse(other)) {
        while (++i < list.size()) {
          list.set(kept++, list.get(i));
        }
        list.truncate(kept);
        conflictFrom(clause);
        return false;
      }
      enqueue(other, clause);
    }
    list.truncate(kept);
    return true;
  }

  /** Puts the other watched literal first; true if a new one was found to watch instead. */
  private boolean moveWatch(int clause, int falseLiteral) {
    if (clauses.get(clause + 1) == falseLiteral) {
      clauses.set(clause + 1, clauses.get(clause + 2));
      clauses.set(clause + 2, falseLiteral);
    }
    if (isTrue(clauses.get(clause + 1))) {
      return false;
    }
    for (var k = clause + 3; k <= clause + clauses.get(clause); k++) {
      if (!isFalse(clauses.get(k))) {
        clauses.set(clause + 2, clauses.get(k));
        clauses.set(k, falseLiteral);
        watch(clauses.get(clause + 2), clause);
        return true;
      }
    }
    return false;
  }

  private void conflictFrom(int clause) {
    failed = clause;
    conflict.clear();
    for (var k = 1; k <= clauses.get(clause); k++) {
      conflict.add(clauses.get(clause + k));
    }
  }

  // Learning.

  /**
   * Learns a clause from the conflict and goes on from it; false if there is no way on.
   *
   * <p>What the clause implies holds from a level on that may be far down. To go back there would
   * be to undo, and then decide again, all that has nothing to do with the conflict; so only its
   * last decision is undone then, and what is implied stands above its level (Nadel and Ryvchin,
   * "Chronological Backtracking", 2018).
   */
  private boolean learn() {
    var conflictLevel = 0;
    for (var i = 0; i < conflict.size(); i++) {
      involved[conflict.get(i) >> 1] = true;
      conflictLevel = Math.max(conflictLevel, level[conflict.get(i) >> 1]);
    }
    if (conflictLevel == 0) {
      derive();
      return false;
    }
    if (conflictLevel <= preferred.size()) {
      giveUpPreference(conflictLevel);
      return true;
    }
    backTo(conflictLevel);
    firstUniqueImplicationPoint();
    var backLevel = 0;
    var second = 1;
    for (var i = 1; i < learnt.size(); i++) {
      if (level[learnt.get(i) >> 1] > backLevel) {
        backLevel = level[learnt.get(i) >> 1];
        second = i;
      }
    }
    backTo(
        conflictLevel - backLevel > mostUndone
            ? conflictLevel - 1
            : Math.max(backLevel, preferred.size()));
    activityStep /= 0.95;
    var clause = clauses.size();
    derivations.end(clause);
    clauses.add(learnt.size());
    if (learnt.size() > 1) {
      var swap = learnt.get(1);
      learnt.set(1, learnt.get(second));
      learnt.set(second, swap);
      watch(learnt.get(0), clause);
      watch(learnt.get(1), clause);
    }
    for (var i = 0; i < learnt.size(); i++) {
      clauses.add(learnt.get(i));
    }
    enqueue(learnt.get(0), clause);
    return true;
  }

  /** Notes what the conflict at hand, in which nothing is decided, was derived from. */
  private void derive() {
    useFailed();
    derivations.end(clauses.size());
    derivedFrom = derivations.variables(clauses.size(), variables, clauses, reason);
  }

  /** The conflict at hand is one step of a derivation. */
  private void useFailed() {
    if (failed != NO_CLAUSE) {
      derivations.useClause(failed);
    }
    for (var i = 0; i < conflict.size(); i++) {
      var v = conflict.get(i) >> 1;
      if (level[v] == 0) {
        derivations.useKnown(v);
      } else if (failed == NO_CLAUSE) {
        derivations.use(v);
      }
    }
  }

  private void firstUniqueImplicationPoint() {
    learnt.clear();
    learnt.add(-1);
    var open = 0;
    var at = trail.size();
    var explained = -1;
    while (true) {
      useFailed();
      for (var i = 0; i < conflict.size(); i++) {
        var v = conflict.get(i) >> 1;
        involved[v] = true;
        if (v != explained && !seen[v] && level[v] > 0) {
          seen[v] = true;
          bump(v);
          if (level[v] == levelStart.size()) {
            open++;
          } else {
            learnt.add(conflict.get(i));
          }
        }
      }
      do {
        at--;
      } while (!seen[trail.get(at) >> 1] || level[trail.get(at) >> 1] < levelStart.size());
      var literal = trail.get(at);
      seen[literal >> 1] = false;
      if (--open == 0) {
        learnt.set(0, not(literal));
        break;
      }
      explained = literal >> 1;
      conflictFrom(reason[explained]);
    }
    for (var i = 1; i < learnt.size(); i++) {
      seen[learnt.get(i) >> 1] = false;
    }
  }

  private void bump(int v) {
    activity[v] += activityStep;
    if (activity[v] > 1e100) {
      for (var i = 0; i < variables; i++) {
        activity[i] *= 1e-100;
      }
      activityStep *= 1e-100;
    }
    heap.raised(v, activity);
  }
}
