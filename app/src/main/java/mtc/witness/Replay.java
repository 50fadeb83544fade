package mtc.witness;

import java.util.Arrays;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Replays a witness on a store and says what is wrong with it, if anything: that every committed
 * transaction is there once and no aborted one, that each read sees what it saw in the log, and
 * that sessions, and real time where it counts, are respected.
 *
 * <p>Deliberately plain, and without any of the checker's ideas: no versions, chains or edges.
 */
public final class Replay {
  private static final int[] EMPTY = {};

  private final History history;
  private final boolean sessionOrder;
  private final long clockSkewNanos;

  private final InitialVersions initialVersions;

  /** By key: the scalar last written, or for lists its elements and how many there are. */
  private final int[] value;

  private final int[][] list;
  private final int[] listSize;

  /** By key: when it was last written, counting commits. */
  private final int[] writtenAt;

  /** By key: the write that left what is there, and whose it is. */
  private final int[] lastWrite;

  private final int[] lastWriter;
  private ToldSources sources;

  private final NumberedVersions numbered;

  private int commits;

  /** By transaction: how many commits its snapshot has seen, + 1; 0 before it. */
  private final int[] snapshotAt;

  private final boolean[] done;

  /** By transaction: the committed one that its session ran before it, + 1; 0 for none. */
  private final int[] before;

  // What the transaction at hand has written, by key.
  private final int[] ownStamp;
  private final int[] ownValue;
  private int stamp;

  /**
   * @param sessionOrder whether the order within sessions counts
   * @param clockSkewNanos real time counts only when the gap is larger; 0 for the log's own order
   */
  public Replay(History history, boolean sessionOrder, long clockSkewNanos) {
    var keys = history.keyCount();
    this.history = history;
    this.sessionOrder = sessionOrder;
    this.clockSkewNanos = clockSkewNanos;
    value = new int[keys];
    initialVersions = new InitialVersions(history);
    list = new int[history.hasLists() ? keys : 0][];
    Arrays.fill(list, EMPTY);
    listSize = new int[list.length];
    writtenAt = new int[keys];
    lastWrite = new int[keys];
    Arrays.fill(lastWrite, NumberedVersions.INITIAL);
    lastWriter = new int[keys];
    Arrays.fill(lastWriter, ToldSources.INITIAL);
    numbered = new NumberedVersions(history);
    snapshotAt = new int[history.transactionCount()];
    done = new boolean[history.transactionCount()];
    before = new int[history.transactionCount()];
    ownStamp = new int[keys];
    ownValue = new int[keys];
  }

  /** What is wrong, in a sentence; null if the witness proves its claim. */
  public String refute(Witness witness) {
    var shape = witness.shape();
    if (sessionOrder && !witness.sessionOrder()) {
      return "it is a proof without session order";
    }
    sources = new ToldSources(history, witness);
    var wrong = sources.take();
    if (wrong == null) {
      wrong =
          shape.compareTo(Witness.Shape.PARALLEL) >= 0
              ? new CommitReplay(history, sessionOrder, witness, sources).refute()
              : onStore(witness);
    }
    return wrong != null ? wrong : sources.refuteRest();
  }

  private String onStore(Witness witness) {
    var shape = witness.shape();
    if (sessionOrder && shape.hasSessions()) {
      linkSessions();
    }
    for (var event : witness.events()) {
      var wrong =
          switch (shape) {
            case SERIAL, STRICT, REAL_TIME, KEY_TIME ->
                event < 0 ? "a serial order has no snapshots" : serial(event);
            case PER_KEY -> event < 0 ? null : serial(event);
            case SNAPSHOT, STRONG_SNAPSHOT -> event < 0 ? snapshot(~event) : commit(event);
            case PREFIX -> event < 0 ? snapshot(~event) : commitAnyway(event);
            default -> throw new IllegalStateException(shape.name());
          };
      if (wrong != null) {
        return wrong;
      }
    }
    var missing = missing(shape);
    if (missing != null) {
      return missing;
    }
    return switch (shape) {
      case STRICT, REAL_TIME -> realTime(witness.events(), 0, witness.events().length);
      case STRONG_SNAPSHOT -> realTimeOfSnapshots(witness.events());
      case KEY_TIME -> realTimeOfKeys(witness.events());
      case PER_KEY -> perKey(witness.events());
      default -> null;
    };
  }

  private String serial(int t) {
    var wrong = snapshot(t);
    return wrong != null ? wrong : commit(t);
  }

  private String snapshot(int t) {
    if (t >= history.transactionCount()) {
      return "there is no transaction " + t;
    }
    if (history.status(t) == Status.ABORTED) {
      return name(t) + " aborted, but takes part";
    }
    if (snapshotAt[t] != 0) {
      return name(t) + " takes part twice";
    }
    if (before[t] > 0 && !done[before[t] - 1]) {
      return name(t) + " comes before one that its session ran earlier";
    }
    snapshotAt[t] = commits + 1;
    return reads(t);
  }

  /** An indeterminate transaction comes after what its session ran before, and before nothing. */
  private void linkSessions() {
    var last = new int[history.sessionCount()];
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (session != History.NO_SESSION && history.status(t) != Status.ABORTED) {
        before[t] = last[session];
        last[session] = history.isCommitted(t) ? t + 1 : last[session];
      }
    }
  }

  private String commit(int t) {
    if (t >= history.transactionCount() || snapshotAt[t] == 0) {
      return "transaction " + t + " commits before it begins";
    }
    if (done[t]) {
      return name(t) + " commits twice";
    }
    done[t] = true;
    return write(t);
  }

  /** The same, whoever wrote since the snapshot. */
  private String commitAnyway(int t) {
    if (t < history.transactionCount() && snapshotAt[t] != 0) {
      snapshotAt[t] = commits + 1;
    }
    return commit(t);
  }

  private String write(int t) {
    commits++;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var key = history.key(op);
      if (history.kind(op) == History.WRITE || history.kind(op) == History.APPEND) {
        if (writtenAt[key] >= snapshotAt[t] && writtenAt[key] != commits) {
          return name(t) + " overwrites " + keyName(key) + ", written since its snapshot";
        }
        writtenAt[key] = commits;
        lastWrite[key] = op;
        lastWriter[key] = t;
        if (!numbered.accepts(op)) {
          return name(t) + " overwrites a later version of " + keyName(key) + ", by the log";
        }
        if (history.kind(op) == History.WRITE) {
          value[key] = history.value(op);
        } else {
          append(key, history.value(op));
        }
      }
    }
    return null;
  }

  private void append(int key, int element) {
    if (listSize[key] == list[key].length) {
      list[key] = Arrays.copyOf(list[key], 2 * listSize[key] + 4);
    }
    list[key][listSize[key]++] = element;
  }

  /** Reads what is committed now, with its own writes on top. */
  private String reads(int t) {
    stamp++;
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      var key = history.key(op);
      var own = ownStamp[key] == stamp;
      var holds =
          own ? ownValue[key] : writtenAt[key] == 0 ? initialVersions.value(key, t) : value[key];
      var seen = history.value(op);
      var fits =
          switch (history.kind(op)) {
            case History.READ -> seen == Scalars.UNKNOWN || seen == holds;
            case History.READ_OTHER -> seen != holds;
            case History.READ_LIST -> listFits(t, op);
            default -> true;
          };
      if (!fits) {
        return name(t) + " reads " + keyName(key) + " and sees something else than in the log";
      }
      if (history.kind(op) == History.WRITE || history.kind(op) == History.APPEND) {
        ownStamp[key] = stamp;
        ownValue[key] = seen;
        continue;
      }
      if (!own && !namesVersion(op)) {
        return name(t) + " reads another version of " + keyName(key) + " than it names";
      }
      var wrong = sources.refute(op, t, own ? t : lastWriter[key]);
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  /** Whether a read of what others wrote names what is there, and that comes in order. */
  private boolean namesVersion(int read) {
    var write = lastWrite[history.key(read)];
    return numbered.names(read, write)
        && (write == NumberedVersions.INITIAL || numbered.accepts(write));
  }

  /** The length of a list as the transaction sees it: committed elements and its own before. */
  private int ownLength(int t, int upTo) {
    var length = listSize[history.key(upTo)];
    for (var op = history.firstOperation(t); op < upTo; op++) {
      if (history.key(op) == history.key(upTo) && history.kind(op) == History.APPEND) {
        length++;
      }
    }
    return length;
  }

  private boolean listFits(int t, int read) {
    var key = history.key(read);
    var seen = history.value(read);
    if (history.listSize(seen) != ownLength(t, read)) {
      return false;
    }
    for (var i = 0; i < listSize[key]; i++) {
      if (history.listElement(seen, i) != list[key][i]) {
        return false;
      }
    }
    var at = listSize[key];
    for (var op = history.firstOperation(t); op < read; op++) {
      if (history.key(op) == key
          && history.kind(op) == History.APPEND
          && history.listElement(seen, at++) != history.value(op)) {
        return false;
      }
    }
    return true;
  }

  /** Transactions that touch no key have no place in an order by keys. */
  private String missing(Witness.Shape shape) {
    for (var t = 0; t < history.transactionCount(); t++) {
      var isEmpty = history.firstOperation(t) == history.endOperation(t);
      if (history.isCommitted(t) && !done[t] && !(isEmpty && shape == Witness.Shape.PER_KEY)) {
        return name(t) + " committed, but does not take part";
      }
    }
    return null;
  }

  /** From the back: nothing that comes later may have ended before this one started. */
  private String realTime(int[] events, int from, int to) {
    var leastEnd = History.NEVER;
    for (var i = to - 1; i >= from; i--) {
      var t = events[i];
      if (leastEnd < start(t)) {
        return name(t) + " comes before one that had ended when it started";
      }
      if (history.isCommitted(t)) {
        leastEnd = Math.min(leastEnd, end(t));
      }
    }
    return null;
  }

  /** From the back: no snapshot may come before a commit that had ended when it started. */
  private String realTimeOfSnapshots(int[] events) {
    var leastEnd = History.NEVER;
    for (var i = events.length - 1; i >= 0; i--) {
      var t = events[i] < 0 ? ~events[i] : events[i];
      if (events[i] < 0 && leastEnd < start(t)) {
        return name(t) + " takes its snapshot before one commits that had ended when it started";
      }
      if (events[i] >= 0 && history.isCommitted(t)) {
        leastEnd = Math.min(leastEnd, end(t));
      }
    }
    return null;
  }

  /** From the back, key by key. */
  private String realTimeOfKeys(int[] events) {
    var leastEnd = new long[history.keyCount()];
    Arrays.fill(leastEnd, History.NEVER);
    for (var i = events.length - 1; i >= 0; i--) {
      var t = events[i];
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (leastEnd[history.key(op)] < start(t)) {
          return name(t)
              + " comes before one that shares "
              + keyName(history.key(op))
              + " and had ended when it started";
        }
      }
      for (var op = history.firstOperation(t);
          op < history.endOperation(t) && history.isCommitted(t);
          op++) {
        leastEnd[history.key(op)] = Math.min(leastEnd[history.key(op)], end(t));
      }
    }
    return null;
  }

  private long start(int t) {
    return clockSkewNanos > 0 ? history.startNanos(t) : history.start(t);
  }

  private long end(int t) {
    return clockSkewNanos > 0 ? History.later(history.endNanos(t), clockSkewNanos) : history.end(t);
  }

  private String perKey(int[] events) {
    var listed = new boolean[history.keyCount()];
    for (var from = 0; from < events.length; ) {
      var to = from + 1;
      while (to < events.length && events[to] >= 0) {
        to++;
      }
      if (events[from] >= 0 || ~events[from] >= listed.length || listed[~events[from]]) {
        return "the transactions of a key must follow it, and each key comes once";
      }
      listed[~events[from]] = true;
      var wrong = onlyOf(events, from, to);
      if (wrong == null) {
        wrong = realTime(events, from + 1, to);
      }
      if (wrong != null) {
        return wrong;
      }
      from = to;
    }
    return null;
  }

  private String onlyOf(int[] events, int from, int to) {
    for (var i = from + 1; i < to; i++) {
      for (var op = history.firstOperation(events[i]); op < history.endOperation(events[i]); op++) {
        if (history.key(op) != ~events[from]) {
          return name(events[i]) + " is listed under a key that it does not touch";
        }
      }
    }
    return null;
  }

  private String name(int t) {
    return "transaction " + t;
  }

  private String keyName(int key) {
    return history.scalars().render(history.keyName(key));
  }
}
