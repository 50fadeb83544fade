package mtc.registers;

import java.util.Arrays;
import mtc.column.Ints;
import mtc.solve.Budget;

/**
 * Looks for a linearization of the operations on one register, after Wing and Gong ("Testing and
 * Verifying Concurrent Objects", 1993) with Lowe's improvements ("Testing for Linearizability",
 * 2017): depth first, never entering a configuration twice.
 *
 * <p>It goes through starts and ends in order. Only when an operation ends that has not taken
 * effect yet must something be chosen: which of the open operations takes effect next. A
 * configuration is therefore small: the place in the log, the register's value, and which of the
 * operations open at that place have taken effect. Three more things keep configurations few:
 *
 * <ul>
 *   <li>An open operation that sets nothing takes effect as soon as the value allows it. That never
 *       takes a choice away: whatever could follow still can. (Not so for one that would set the
 *       value that is there: it may be needed later, to set it again.)
 *   <li>Operations that never ended may stay without effect. Among those that do the same the one
 *       that started first is taken first: exchanging two of them changes nothing.
 *   <li>Of those, one that would set the value that is there already is not taken.
 * </ul>
 */
public final class RegisterSearch {
  private final RegisterOperations operations;
  private final int initialValue;

  /** Operations by their starts and ends in real time; an end is the complement of its number. */
  private final int[] events;

  // The current configuration.
  private int event;
  private int value;

  /** Operations that have started and can still be chosen or must still be awaited. */
  private final Ints open = new Ints();

  private final int[] placeInOpen;
  private final boolean[] tookEffect;

  /** Everything that was done, so that it can be taken back: see the constants. */
  private final Ints journal = new Ints();

  private static final int OPENED = 0;
  private static final int CLOSED = 1;
  private static final int EFFECT = 2;

  // The choices made: where the journal stood, and which candidate was tried last.
  private final Ints choiceJournal = new Ints();
  private final Ints choiceNext = new Ints();
  private final Ints choiceCandidates = new Ints();
  private final Ints candidates = new Ints();

  private final Configurations visited = new Configurations();
  private long[] key = new long[4];
  private int furthest = -1;
  private int stuckAt = -1;
  private int[] stuckWindow = new int[0];

  /** The place of the end at which configurations are collected, or -1; and what they came to. */
  private int collectedAt = -1;

  private int mostEffects = -1;
  private int[] longest;
  private final Ints possible = new Ints();

  public RegisterSearch(RegisterOperations operations, int initialValue) {
    this.operations = operations;
    this.initialValue = initialValue;
    placeInOpen = new int[operations.size()];
    tookEffect = new boolean[operations.size()];
    events = sortedEvents();
  }

  /** What a search came to. */
  public enum Result {
    LINEARIZABLE,
    NOT_LINEARIZABLE,
    UNDECIDED
  }

  public Result run(Budget budget) {
    value = initialValue;
    for (var steps = 0L; ; steps++) {
      if (advance()) {
        return Result.LINEARIZABLE;
      }
      if (!enterChoice() && !backtrack()) {
        return Result.NOT_LINEARIZABLE;
      }
      while (!takeNext()) {
        if (!backtrack()) {
          return Result.NOT_LINEARIZABLE;
        }
      }
      if ((steps & 0xff) == 0 && budget.isExhausted()) {
        return Result.UNDECIDED;
      }
    }
  }

  /** After success: the operations that took effect, in the order of a linearization. */
  public int[] linearization() {
    var order = new Ints();
    for (var i = 0; i < journal.size(); i += 3) {
      if (journal.get(i) == EFFECT) {
        order.add(journal.get(i + 1));
      }
    }
    return order.toArray();
  }

  /** After failure: the operation by whose end no order of the others could explain it. */
  public int stuckOperation() {
    return stuckAt;
  }

  /** The operations that were open then, itself included, in the order of their starts. */
  public int[] stuckWindow() {
    return stuckWindow;
  }

  /**
   * How far the search came, in the order that went furthest.
   *
   * @param order the operations that could take effect, in their order; all that had ended are
   *     among them
   * @param possible every value that the register can hold then, in some such order; the first
   *     {@value #MOST_POSSIBLE} of them if they are more
   */
  public record DeadEnd(int[] order, int[] possible) {}

  /** So many values, and nobody reads them. */
  public static final int MOST_POSSIBLE = 64;

  /**
   * After failure: searches once more, and gathers everything that is possible when the stuck
   * operation ends; null if the budget does not suffice.
   */
  public DeadEnd deadEnd(Budget budget) {
    var again = new RegisterSearch(operations, initialValue);
    again.collectedAt = furthest;
    return again.run(budget) == Result.UNDECIDED
        ? null
        : new DeadEnd(again.longest, again.possible.toArray());
  }

  public int visitedConfigurations() {
    return visited.size();
  }

  // Going forward.

  /** Goes on to the next end that needs a choice; true at the end of the log. */
  private boolean advance() {
    while (event < events.length) {
      if (events[event] >= 0) {
        start(events[event]);
      } else if (tookEffect[~events[event]]) {
        close(~events[event]);
      } else {
        return false;
      }
      event++;
    }
    return true;
  }

  private void start(int operation) {
    placeInOpen[operation] = open.size();
    open.add(operation);
    record(OPENED, operation, 0);
    if (canTakeEffectFreely(operation)) {
      effect(operation);
    }
  }

  private void close(int operation) {
    removeFromOpen(operation);
    record(CLOSED, operation, 0);
  }

  private boolean canTakeEffectFreely(int operation) {
    return !operations.isOptional(operation)
        && !operations.sets[operation]
        && operations.isEnabled(operation, value);
  }

  private void effect(int operation) {
    tookEffect[operation] = true;
    record(EFFECT, operation, value);
    if (operations.sets[operation]) {
      value = operations.set[operation];
    }
  }

  private void takeEffectWithFollowers(int operation) {
    effect(operation);
    for (var i = 0; i < open.size(); i++) {
      var other = open.get(i);
      if (!tookEffect[other] && canTakeEffectFreely(other)) {
        effect(other);
      }
    }
  }

  // Choosing.

  /** Lists who could take effect next; false if this configuration was here before. */
  private boolean enterChoice() {
    if (!visited.add(key(), keyLength())) {
      return false;
    }
    var awaited = ~events[event];
    rememberIfFurthest(awaited);
    if (event == collectedAt) {
      collect();
    }
    choiceJournal.add(journal.size());
    choiceCandidates.add(candidates.size());
    choiceNext.add(candidates.size());
    listCandidates(awaited);
    return true;
  }

  /** The awaited one first, then those that must end some day, then those that never ended. */
  private void listCandidates(int awaited) {
    if (operations.isEnabled(awaited, value)) {
      candidates.add(awaited);
    }
    for (var i = 0; i < open.size(); i++) {
      var operation = open.get(i);
      if (operation != awaited && !operations.isOptional(operation) && canSet(operation)) {
        candidates.add(operation);
      }
    }
    var optionalFrom = candidates.size();
    for (var i = 0; i < open.size(); i++) {
      var operation = open.get(i);
      if (operations.isOptional(operation)
          && canSet(operation)
          && operations.set[operation] != value
          && isFirstOfItsKind(operation, optionalFrom)) {
        candidates.add(operation);
      }
    }
  }

  private boolean canSet(int operation) {
    return !tookEffect[operation]
        && operations.sets[operation]
        && operations.isEnabled(operation, value);
  }

  private boolean isFirstOfItsKind(int operation, int optionalFrom) {
    for (var i = optionalFrom; i < candidates.size(); i++) {
      if (operations.isSameAs(operation, candidates.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean takeNext() {
    var choice = choiceNext.size() - 1;
    var next = choiceNext.get(choice);
    if (next == candidates.size()) {
      return false;
    }
    choiceNext.set(choice, next + 1);
    takeEffectWithFollowers(candidates.get(next));
    return true;
  }

  /** Takes back the last effect that was chosen; a choice with nothing left is taken back too. */
  private boolean backtrack() {
    while (choiceNext.size() > 0) {
      var choice = choiceNext.size() - 1;
      undoTo(choiceJournal.get(choice));
      if (choiceNext.get(choice) < candidates.size()) {
        return true;
      }
      candidates.truncate(choiceCandidates.get(choice));
      choiceJournal.truncate(choice);
      choiceNext.truncate(choice);
      choiceCandidates.truncate(choice);
    }
    return false;
  }

  // Taking back.

  private void record(int what, int operation, int before) {
    journal.add(what);
    journal.add(operation);
    journal.add(before);
  }

  private void undoTo(int size) {
    while (journal.size() > size) {
      var before = journal.removeLast();
      var operation = journal.removeLast();
      switch (journal.removeLast()) {
        case OPENED -> {
          open.removeLast();
          event--;
        }
        case CLOSED -> {
          restoreToOpen(operation);
          event--;
        }
        default -> {
          tookEffect[operation] = false;
          value = before;
        }
      }
    }
  }

  /** The last one moves into the gap, so that taking it back restores the order exactly. */
  private void removeFromOpen(int operation) {
    var gap = placeInOpen[operation];
    var last = open.removeLast();
    if (last != operation) {
      open.set(gap, last);
      placeInOpen[last] = gap;
    }
  }

  private void restoreToOpen(int operation) {
    var gap = placeInOpen[operation];
    if (gap < open.size()) {
      var moved = open.get(gap);
      placeInOpen[moved] = open.size();
      open.add(moved);
      open.set(gap, operation);
    } else {
      open.add(operation);
    }
  }

  // Configurations.

  private int keyLength() {
    return 1 + (open.size() + 63) / 64;
  }

  /**
   * Place and value, then a bit for each open operation; what is open depends on the place only.
   */
  private long[] key() {
    var length = keyLength();
    if (key.length < length) {
      key = new long[length * 2];
    }
    Arrays.fill(key, 0, length, 0);
    key[0] = (long) event << 32 | value & 0xffffffffL;
    for (var i = 0; i < open.size(); i++) {
      if (tookEffect[open.get(i)]) {
        key[1 + i / 64] |= 1L << i;
      }
    }
    return key;
  }

  private void rememberIfFurthest(int awaited) {
    if (event > furthest) {
      furthest = event;
      stuckAt = awaited;
      stuckWindow = open.toArray();
      Arrays.sort(stuckWindow);
    }
  }

  /** At one place, orders differ in what is open only. */
  private void collect() {
    var effects = 0;
    for (var i = 0; i < open.size(); i++) {
      effects += tookEffect[open.get(i)] ? 1 : 0;
    }
    if (effects > mostEffects) {
      mostEffects = effects;
      longest = linearization();
    }
    if (possible.size() < MOST_POSSIBLE && !possible.contains(value)) {
      possible.add(value);
    }
  }

  /**
   * Starts before ends at the same moment: an operation precedes only what starts strictly later.
   */
  private int[] sortedEvents() {
    var size = operations.size();
    var byStart = order(operations.start, size);
    var byEnd = order(operations.end, size);
    var sorted = new Ints(2 * size);
    var e = 0;
    for (var operation : byStart) {
      while (operations.end[byEnd[e]] < operations.start[operation]) {
        sorted.add(~byEnd[e++]);
      }
      sorted.add(operation);
    }
    while (e < size && operations.end[byEnd[e]] != RegisterOperations.NEVER) {
      sorted.add(~byEnd[e++]);
    }
    return sorted.toArray();
  }

  /** The numbers below a size, by position: a bottom-up merge sort, stable and without boxes. */
  static int[] order(long[] positions, int size) {
    var from = new int[size];
    var to = new int[size];
    for (var i = 0; i < size; i++) {
      from[i] = i;
    }
    for (var width = 1; width < size; width *= 2) {
      for (var low = 0; low < size; low += 2 * width) {
        merge(
            positions, from, to, low, Math.min(low + width, size), Math.min(low + 2 * width, size));
      }
      var swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private static void merge(long[] positions, int[] from, int[] to, int low, int middle, int high) {
    var left = low;
    var right = middle;
    for (var i = low; i < high; i++) {
      var takeLeft =
          right == high || (left < middle && positions[from[left]] <= positions[from[right]]);
      to[i] = from[takeLeft ? left++ : right++];
    }
  }
}
