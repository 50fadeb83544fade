package mtc.registers;

import java.util.ArrayList;
import java.util.List;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.registers.RegisterSearch.DeadEnd;
import mtc.registers.RegisterSearch.Result;
import mtc.solve.Budget;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.Stuck;
import mtc.witness.Witness;

/**
 * Decides linearizability key by key with a search for a linearization: for registers whose values
 * repeat, and for failed comparisons, which say only what was not there.
 */
public final class LinearizationSearch {
  private static final int WINDOW_SHOWN = 12;

  /** No transaction. */
  private static final int NOBODY = -1;

  private final Versions versions;
  private final History history;
  private final RealTime realTime;
  private final Budget budget;
  private final InitialVersions initialVersions;

  /** Transactions by key. */
  private final Groups byKey;

  public final List<Example> stuck = new ArrayList<>();
  public final Ints undecidedKeys = new Ints();
  private final Ints events = new Ints();

  public LinearizationSearch(Versions versions, RealTime realTime, Budget budget) {
    this.versions = versions;
    this.history = versions.history;
    this.realTime = realTime;
    this.budget = budget;
    initialVersions = new InitialVersions(history);
    byKey =
        Groups.of(
            history.keyCount(),
            member -> {
              for (var t = 0; t < history.transactionCount(); t++) {
                if (counts(t)) {
                  member.accept(key(t), t);
                }
              }
            });
  }

  /** Who touches several keys and is here all the same was seen by nobody. */
  private boolean counts(int t) {
    return history.status(t) != Status.ABORTED
        && history.endOperation(t) > history.firstOperation(t)
        && touchesOneKey(t);
  }

  private boolean touchesOneKey(int t) {
    for (var op = history.firstOperation(t) + 1; op < history.endOperation(t); op++) {
      if (history.key(op) != key(t)) {
        return false;
      }
    }
    return true;
  }

  private int key(int t) {
    return history.key(history.firstOperation(t));
  }

  /** Searches all keys. */
  public void run() {
    for (var key = 0; key < history.keyCount(); key++) {
      if (byKey.end(key) > byKey.first(key)) {
        linearize(key);
      }
    }
  }

  private void linearize(int key) {
    if (!linearize(key, true)) {
      linearize(key, false);
    }
  }

  /**
   * Searches one key.
   *
   * @param fromFirst whether who alone wrote the default initial value, and read it before, read
   *     what was there at first; if not, it read it from one of which that is not known
   * @return false if that matters, and the other way must be tried
   */
  private boolean linearize(int key, boolean fromFirst) {
    var operations = new RegisterOperations();
    var owners = new Ints();
    var matters = false;
    for (var i = byKey.first(key); i < byKey.end(key); i++) {
      matters |= add(byKey.get(i), fromFirst, operations, owners);
    }
    var search = new RegisterSearch(operations, initialVersions.value(key, NOBODY));
    Result result;
    try {
      result = search.run(budget);
    } catch (OutOfMemoryError e) {
      result = Result.UNDECIDED;
    }
    switch (result) {
      case Result.LINEARIZABLE -> addEvents(key, search, owners);
      case Result.NOT_LINEARIZABLE -> {
        if (matters && fromFirst) {
          return false;
        }
        stuck.add(example(search, owners));
      }
      case Result.UNDECIDED -> undecidedKeys.add(key);
    }
    return true;
  }

  /**
   * A transaction on one register is one operation: what it saw first, and what it left there.
   *
   * @return whether {@code fromFirst} made a difference
   */
  private boolean add(int t, boolean fromFirst, RegisterOperations operations, Ints owners) {
    var effect = effect(t);
    if (effect == null) {
      return false;
    }
    var saw = effect.saw;
    var wrote = effect.wrote;
    var start = realTime.start(t);
    var end = realTime.end(t);
    var isSure = history.isCommitted(t);
    if (effect.other != Scalars.UNKNOWN) {
      if (isSure) {
        operations.readOther(start, end, effect.other);
        owners.add(t);
      }
    } else if (wrote == Scalars.UNKNOWN) {
      if (isSure) {
        if (saw == Scalars.UNKNOWN) {
          operations.nothing(start, end);
        } else {
          operations.read(start, end, saw);
        }
        owners.add(t);
      }
    } else if (saw == Scalars.UNKNOWN) {
      operations.write(start, end, wrote);
      owners.add(t);
    } else {
      var atFirst = initialVersions.value(key(t), NOBODY);
      var matters = saw == initialVersions.value(key(t), t) && saw != atFirst;
      operations.compareAndSet(start, end, matters && fromFirst ? atFirst : saw, wrote);
      owners.add(t);
      return matters;
    }
    return false;
  }

  /** What a transaction did to its key: the value it saw, or saw not, and the one it left. */
  private record Effect(int saw, int other, int wrote) {}

  /** Null if it contradicts itself, so that it did not commit. */
  private Effect effect(int t) {
    var saw = Scalars.UNKNOWN;
    var other = Scalars.UNKNOWN;
    var wrote = Scalars.UNKNOWN;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      switch (history.kind(op)) {
        case History.READ -> {
          var holds = wrote != Scalars.UNKNOWN ? wrote : saw;
          if (holds == Scalars.UNKNOWN) {
            saw = history.value(op);
          } else if (history.value(op) != Scalars.UNKNOWN
              && history.value(op) != holds
              && !history.isCommitted(t)) {
            return null;
          }
        }
        case History.READ_OTHER -> other = history.value(op);
        default -> wrote = history.value(op);
      }
    }
    return new Effect(saw, other, wrote);
  }

  private void addEvents(int key, RegisterSearch search, Ints owners) {
    events.add(Witness.key(key));
    for (var operation : search.linearization()) {
      events.add(owners.get(operation));
    }
  }

  /** Why a key has no linearization; null if it has one, or the budget does not suffice. */
  public Stuck explain(int key) {
    var stuck = explain(key, true);
    return stuck == null ? explain(key, false) : stuck;
  }

  private Stuck explain(int key, boolean fromFirst) {
    var operations = new RegisterOperations();
    var owners = new Ints();
    var matters = false;
    for (var i = byKey.first(key); i < byKey.end(key); i++) {
      matters |= add(byKey.get(i), fromFirst, operations, owners);
    }
    var initialValue = initialVersions.value(key, NOBODY);
    var search = new RegisterSearch(operations, initialValue);
    if (matters && fromFirst || search.run(budget) != Result.NOT_LINEARIZABLE) {
      return null;
    }
    var end = search.deadEnd(budget);
    return end == null ? null : stuck(key, operations, owners, search, end);
  }

  private Stuck stuck(
      int key, RegisterOperations operations, Ints owners, RegisterSearch search, DeadEnd end) {
    var initialValue = initialVersions.value(key, NOBODY);
    var order = new int[end.order().length];
    var valueAfter = new int[order.length];
    var value = initialValue;
    var tookEffect = new boolean[operations.size()];
    for (var i = 0; i < order.length; i++) {
      var operation = end.order()[i];
      tookEffect[operation] = true;
      value = operations.sets[operation] ? operations.set[operation] : value;
      order[i] = owners.get(operation);
      valueAfter[i] = value;
    }
    var pending = new Ints();
    for (var operation : search.stuckWindow()) {
      if (!tookEffect[operation] && operation != search.stuckOperation()) {
        pending.add(owners.get(operation));
      }
    }
    var at = owners.get(search.stuckOperation());
    return new Stuck(key, at, initialValue, order, valueAfter, end.possible(), pending.toArray());
  }

  private Example example(RegisterSearch search, Ints owners) {
    var at = owners.get(search.stuckOperation());
    var window = search.stuckWindow();
    var shown = new Ints();
    shown.add(at);
    for (var operation : window) {
      if (owners.get(operation) != at && shown.size() < WINDOW_SHOWN) {
        shown.add(owners.get(operation));
      }
    }
    var key = history.scalars().render(history.keyName(key(at)));
    var hint =
        "no order of the operations on "
            + key
            + " explains what had come back by the time the first of these ended";
    return new Example(shown.toArray(), history.firstOperation(at), List.of(), hint);
  }

  public Witness witness() {
    return new Witness(Witness.Shape.PER_KEY, events.toArray());
  }

  /**
   * One order of all: each operation at the earliest moment that real time and those before it on
   * its register allow, which is before it ends. What ended before another started is before it.
   */
  public Witness inOneOrder() {
    var moments = new long[history.transactionCount()];
    var owners = new int[moments.length];
    var size = 0;
    var moment = Long.MIN_VALUE;
    for (var i = 0; i < events.size(); i++) {
      var t = events.get(i);
      if (t < 0) {
        moment = Long.MIN_VALUE;
      } else {
        moment = Math.max(moment, realTime.start(t));
        moments[size] = moment;
        owners[size++] = t;
      }
    }
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t) && history.endOperation(t) == history.firstOperation(t)) {
        moments[size] = realTime.start(t);
        owners[size++] = t;
      }
    }
    var order = RegisterSearch.order(moments, size);
    for (var i = 0; i < size; i++) {
      order[i] = owners[order[i]];
    }
    return new Witness(Witness.Shape.STRICT, order);
  }
}
