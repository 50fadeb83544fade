package mtc.witness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Replays an order of commits at the levels where a transaction may see less than all that came
 * before it: each read must have seen somebody who came before, and nobody who wrote the key later
 * in the order may be among those that the reader has to see.
 *
 * <p>Plain, like {@link Replay}: who must be seen is computed as the definitions say.
 */
final class CommitReplay {
  private static final int INITIAL = ToldSources.INITIAL;

  /** A read of the transaction's own write. */
  private static final int OWN = -2;

  /** One of the writes, or transactions, that a read has seen. */
  private record Read(int operation, int key, int from, List<Integer> seen) {}

  private final History history;
  private final Witness witness;
  private final boolean sessions;
  private final boolean seesOwnWrites;
  private final InitialVersions initialVersions;

  /** By transaction: its place in the order, -1 for those that take no part. */
  private final int[] place;

  private final ToldSources told;

  /** By key and value of a register: who left it there; null if several did. */
  private final Map<Long, Integer> writer = new HashMap<>();

  /** What a write left, by its number; who did so is {@link #INITIAL} if several did. */
  private record Numbered(int key, int value, long number) {}

  private final Map<Numbered, Integer> numberedWriter = new HashMap<>();
  private final NumberedVersions numbered;

  /** By key: who wrote it, in order. */
  private final List<List<Integer>> writers = new ArrayList<>();

  /** By key: the elements of its list, and who appended each, in order. */
  private final List<List<Integer>> elements = new ArrayList<>();

  private final List<List<Integer>> appenders = new ArrayList<>();
  private final boolean[] isList;

  /** By transaction: who its session ran before it, + 1. */
  private final int[] before;

  /** By read: who of its session wrote the key last before it, + 1. */
  private final int[] writerBefore;

  // Pasts: by transaction how far it has seen each line of transactions that come one after other.
  private final int[][] past;
  private final int[] lineOf;
  private final int[] placeOnLine;
  private final List<Integer> lastOfLine = new ArrayList<>();

  CommitReplay(History history, boolean sessionOrder, Witness witness, ToldSources told) {
    var n = history.transactionCount();
    this.history = history;
    this.witness = witness;
    this.told = told;
    this.sessions = sessionOrder && witness.shape().hasSessions();
    this.seesOwnWrites = witness.shape().compareTo(Witness.Shape.COMMITTED) < 0;
    this.initialVersions = new InitialVersions(history);
    this.numbered = new NumberedVersions(history);
    place = new int[n];
    Arrays.fill(place, -1);
    before = new int[n];
    writerBefore = new int[history.operationCount()];
    past = new int[n][];
    lineOf = new int[n];
    placeOnLine = new int[n];
    isList = new boolean[history.keyCount()];
  }

  String refute() {
    var wrong = takePart();
    if (wrong != null) {
      return wrong;
    }
    collectWrites();
    if (sessions) {
      followSessions();
    }
    for (var t : witness.events()) {
      wrong = replay(t);
      if (wrong != null) {
        return wrong;
      }
    }
    for (var t : witness.events()) {
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (isWrite(op) && !numbered.accepts(op)) {
          return name(t) + " overwrites a later version of " + keyName(history.key(op));
        }
      }
    }
    return null;
  }

  /** An indeterminate transaction comes after what its session ran before, and before nothing. */
  private void followSessions() {
    var last = new int[history.sessionCount()];
    var lastWriter = new HashMap<Long, Integer>();
    for (var t = 0; t < history.transactionCount(); t++) {
      var session = history.session(t);
      if (session == History.NO_SESSION || place[t] < 0) {
        continue;
      }
      before[t] = last[session];
      last[session] = history.isCommitted(t) ? t + 1 : last[session];
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (!isWrite(op)) {
          writerBefore[op] = lastWriter.getOrDefault(cell(session, history.key(op)), -1) + 1;
        }
      }
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (isWrite(op) && history.isCommitted(t)) {
          lastWriter.put(cell(session, history.key(op)), t);
        }
      }
    }
  }

  private String takePart() {
    for (var i = 0; i < witness.events().length; i++) {
      var t = witness.events()[i];
      if (t < 0 || t >= history.transactionCount()) {
        return "there is no transaction " + t;
      }
      if (history.status(t) == Status.ABORTED) {
        return name(t) + " aborted, but takes part";
      }
      if (place[t] >= 0) {
        return name(t) + " takes part twice";
      }
      place[t] = i;
    }
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t) && place[t] < 0) {
        return name(t) + " committed, but does not take part";
      }
    }
    return null;
  }

  private void collectWrites() {
    for (var key = 0; key < history.keyCount(); key++) {
      writers.add(new ArrayList<>());
      elements.add(new ArrayList<>());
      appenders.add(new ArrayList<>());
    }
    for (var t : witness.events()) {
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        var key = history.key(op);
        isList[key] |= history.kind(op) == History.APPEND || history.kind(op) == History.READ_LIST;
        if (history.kind(op) == History.APPEND) {
          elements.get(key).add(history.value(op));
          appenders.get(key).add(t);
        }
        if (isWrite(op) && (writers.get(key).isEmpty() || writers.get(key).getLast() != t)) {
          writers.get(key).add(t);
        }
        if (history.kind(op) == History.WRITE && isLastWrite(t, op)) {
          writer.merge(cell(key, history.value(op)), t, (_, _) -> null);
          if (history.hasVersion(op)) {
            numberedWriter.merge(numbered(op), t, (_, _) -> INITIAL);
          }
        }
      }
    }
  }

  private Numbered numbered(int op) {
    return new Numbered(history.key(op), history.value(op), history.version(op));
  }

  private static long cell(int high, int low) {
    return (long) high << 32 | low & 0xFFFF_FFFFL;
  }

  private boolean isWrite(int op) {
    return history.kind(op) == History.WRITE || history.kind(op) == History.APPEND;
  }

  private boolean isLastWrite(int t, int write) {
    for (var op = write + 1; op < history.endOperation(t); op++) {
      if (history.key(op) == history.key(write) && isWrite(op)) {
        return false;
      }
    }
    return true;
  }

  private boolean writes(int t, int key) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (history.key(op) == key && isWrite(op)) {
        return true;
      }
    }
    return false;
  }

  // One transaction.

  private String replay(int t) {
    if (before[t] > 0 && place[before[t] - 1] > place[t]) {
      return name(t) + " comes before one that its session ran earlier";
    }
    var reads = new ArrayList<Read>();
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      if (tells(op)) {
        var read = isList[history.key(op)] ? listRead(t, op) : registerRead(t, op, reads);
        var wrong = read == null ? unexplained(t, op) : told.refute(op, t, source(t, read));
        if (wrong != null) {
          return wrong;
        }
        if (read.from != OWN) {
          reads.add(read);
          if (!endsWithOwn(t, op) && !numbered.names(op, lastWrite(read.from, read.key))) {
            return name(t) + " reads another version of " + keyName(read.key) + " than it names";
          }
        }
      }
    }
    for (var read : reads) {
      for (var seen : read.seen) {
        if (place[seen] > place[t]) {
          return name(t) + " comes before one that it read from";
        }
      }
    }
    var missed =
        switch (witness.shape()) {
          case MONOTONIC -> missedMonotonic(reads);
          case ATOMIC -> missedAtomic(reads);
          case CAUSAL, PARALLEL -> missedInPast(t, reads);
          default -> -1;
        };
    if (missed >= 0) {
      return name(t) + " must see " + name(missed) + ", but read what it overwrote";
    }
    return null;
  }

  private String unexplained(int t, int read) {
    return told.has(read)
        ? told.refute(read, t)
        : name(t)
            + " reads "
            + keyName(history.key(read))
            + " and sees something else than in the log";
  }

  /** Whose version it was. */
  private int source(int t, Read read) {
    return read.from == OWN || endsWithOwn(t, read.operation) ? t : read.from;
  }

  /** Whether what a read saw of a list ends with what its own transaction appended. */
  private boolean endsWithOwn(int t, int read) {
    if (history.kind(read) != History.READ_LIST) {
      return false;
    }
    var size = history.listSize(history.value(read));
    return size > 0 && appenders.get(history.key(read)).get(size - 1) == t;
  }

  /** What a transaction left of a key. */
  private int lastWrite(int t, int key) {
    if (t == INITIAL) {
      return NumberedVersions.INITIAL;
    }
    var op = history.endOperation(t) - 1;
    while (history.key(op) != key || !isWrite(op)) {
      op--;
    }
    return op;
  }

  private boolean tells(int op) {
    return !isWrite(op) && history.value(op) != Scalars.UNKNOWN
        || history.kind(op) == History.READ_LIST;
  }

  /** Null if nothing explains it. */
  private Read registerRead(int t, int op, List<Read> earlier) {
    var key = history.key(op);
    var value = history.value(op);
    var isOther = history.kind(op) == History.READ_OTHER;
    for (var own = op - 1; own >= history.firstOperation(t) && seesOwnWrites; own--) {
      if (history.key(own) == key && isWrite(own)) {
        return (history.value(own) == value) != isOther ? new Read(op, key, OWN, List.of()) : null;
      }
    }
    var named = history.hasVersion(op) ? numberedWriter.get(numbered(op)) : null;
    if (named != null && named != INITIAL && named != t && !told.has(op)) {
      return explains(t, named, key, value, isOther)
          ? new Read(op, key, named, List.of(named))
          : null;
    }
    for (var own = history.firstOperation(t);
        own < history.endOperation(t) && !seesOwnWrites && (!told.has(op) || told.of(op) == t);
        own++) {
      if (history.key(own) == key && isWrite(own) && (history.value(own) == value) != isOther) {
        return new Read(op, key, OWN, List.of());
      }
    }
    if (isOther && !told.has(op)) {
      if (isNowhere(t, key, value)) {
        return new Read(op, key, OWN, List.of());
      }
      // Whatever it saw, it was not that: it may have seen what it had seen already.
      for (var read : earlier) {
        if (read.key == key && explains(t, read.from, key, value, true)) {
          return new Read(op, key, read.from, read.seen);
        }
      }
      return null;
    }
    var from = told.has(op) ? Integer.valueOf(told.of(op)) : writerOf(t, key, value, earlier);
    if (from == null || !explains(t, from, key, value, isOther)) {
      return null;
    }
    return new Read(op, key, from, from < 0 ? List.of() : List.of(from));
  }

  private Integer writerOf(int t, int key, int value, List<Read> earlier) {
    for (var read : earlier) {
      if (read.key == key && explains(t, read.from, key, value, false)) {
        return read.from;
      }
    }
    var from = writer.get(cell(key, value));
    return from == null && initialVersions.value(key, t) == value ? Integer.valueOf(INITIAL) : from;
  }

  private boolean isNowhere(int t, int key, int value) {
    for (var other : writers.get(key)) {
      if (explains(t, other, key, value, false)) {
        return false;
      }
    }
    return initialVersions.value(key, t) != value;
  }

  private boolean explains(int t, int from, int key, int value, boolean isOther) {
    if (from == INITIAL) {
      return (initialVersions.value(key, t) == value) != isOther;
    }
    if (from == t || from < 0 || from >= place.length || place[from] < 0) {
      return false;
    }
    for (var op = history.endOperation(from) - 1; op >= history.firstOperation(from); op--) {
      if (history.key(op) == key && isWrite(op)) {
        return (history.value(op) == value) != isOther;
      }
    }
    return false;
  }

  /** What others appended, then the transaction's own appends before the read. */
  private Read listRead(int t, int op) {
    var key = history.key(op);
    var size = history.listSize(history.value(op));
    var list = elements.get(key);
    var by = appenders.get(key);
    if (size > list.size()) {
      return null;
    }
    var own = 0;
    for (var i = history.firstOperation(t); i < op; i++) {
      own += history.key(i) == key && history.kind(i) == History.APPEND ? 1 : 0;
    }
    var seen = new ArrayList<Integer>();
    for (var i = 0; i < size; i++) {
      var isOwn = by.get(i) == t;
      if (history.listElement(history.value(op), i) != list.get(i)
          || seesOwnWrites && isOwn != i >= size - own) {
        return null;
      }
      if (!isOwn && (seen.isEmpty() || !seen.getLast().equals(by.get(i)))) {
        seen.add(by.get(i));
      }
    }
    if (seesOwnWrites && size < own) {
      return null;
    }
    var isCut =
        size > 0 && size < by.size() && by.get(size - 1).equals(by.get(size)) && by.get(size) != t;
    return isCut ? null : new Read(op, key, seen.isEmpty() ? INITIAL : seen.getLast(), seen);
  }

  // Who was missed; -1 if nobody.

  private boolean isLater(int t2, Read read) {
    return t2 != read.from && (read.from == INITIAL || place[t2] > place[read.from]);
  }

  /** Whoever it read from before it read a key. */
  private int missedMonotonic(List<Read> reads) {
    for (var i = 0; i < reads.size(); i++) {
      for (var j = 0; j < i; j++) {
        for (var t2 : reads.get(j).seen) {
          if (isLater(t2, reads.get(i)) && writes(t2, reads.get(i).key)) {
            return t2;
          }
        }
      }
    }
    return -1;
  }

  /** Whoever it read from, and what its session did. */
  private int missedAtomic(List<Read> reads) {
    for (var read : reads) {
      for (var other : reads) {
        for (var t2 : other.seen) {
          if (isLater(t2, read) && writes(t2, read.key)) {
            return t2;
          }
        }
      }
      var own = writerBefore[read.operation] - 1;
      if (own >= 0 && isLater(own, read)) {
        return own;
      }
    }
    return -1;
  }

  /** Whoever leads to it: by sessions and reads, and where updates are kept, by overwriting. */
  private int missedInPast(int t, List<Read> reads) {
    past[t] = new int[0];
    if (before[t] > 0) {
      see(t, before[t] - 1);
    }
    for (var read : reads) {
      for (var seen : read.seen) {
        see(t, seen);
      }
    }
    for (var op = history.firstOperation(t);
        op < history.endOperation(t) && witness.shape() == Witness.Shape.PARALLEL;
        op++) {
      var overwritten = isWrite(op) ? overwritten(t, history.key(op)) : -1;
      if (overwritten >= 0) {
        see(t, overwritten);
      }
    }
    for (var read : reads) {
      var ofKey = writers.get(read.key);
      for (var i = after(ofKey, read.from);
          i < ofKey.size() && place[ofKey.get(i)] < place[t];
          i++) {
        if (hasSeen(t, ofKey.get(i))) {
          return ofKey.get(i);
        }
      }
    }
    putOnLine(t);
    return -1;
  }

  /** Where those come that wrote a key later than one of its writers. */
  private int after(List<Integer> ofKey, int from) {
    if (from == INITIAL) {
      return 0;
    }
    var low = 0;
    var high = ofKey.size();
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (place[ofKey.get(middle)] <= place[from]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int overwritten(int t, int key) {
    var at = after(writers.get(key), t) - 2;
    return at < 0 ? -1 : writers.get(key).get(at);
  }

  private void see(int t, int other) {
    var mine = past[t];
    if (mine.length < past[other].length) {
      mine = Arrays.copyOf(mine, past[other].length);
    }
    for (var line = 0; line < past[other].length; line++) {
      mine[line] = Math.max(mine[line], past[other][line]);
    }
    past[t] = mine;
  }

  private boolean hasSeen(int t, int other) {
    return lineOf[other] < past[t].length && past[t][lineOf[other]] >= placeOnLine[other];
  }

  /** On a line whose last one it has seen, or on a new one. */
  private void putOnLine(int t) {
    var line = before[t] > 0 ? lineOf[before[t] - 1] : -1;
    if (line < 0 || lastOfLine.get(line) != before[t] - 1) {
      line = -1;
      for (var i = 0; i < past[t].length && line < 0; i++) {
        line = hasSeen(t, lastOfLine.get(i)) ? i : -1;
      }
    }
    if (line < 0) {
      line = lastOfLine.size();
      lastOfLine.add(t);
    }
    placeOnLine[t] = lastOfLine.get(line) == t ? 1 : placeOnLine[lastOfLine.get(line)] + 1;
    lastOfLine.set(line, t);
    lineOf[t] = line;
    if (past[t].length <= line) {
      past[t] = Arrays.copyOf(past[t], line + 1);
    }
    past[t][line] = placeOnLine[t];
  }

  private static String name(int t) {
    return "transaction " + t;
  }

  private String keyName(int key) {
    return history.scalars().render(history.keyName(key));
  }
}
