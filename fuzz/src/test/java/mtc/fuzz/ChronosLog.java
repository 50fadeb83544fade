package mtc.fuzz;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Transactions of a small database with snapshot isolation, as it stamps them; perhaps one that saw
 * what its snapshot did not have, or a log that somebody damaged.
 */
final class ChronosLog {
  private static final int MOST_TRANSACTIONS = 10;
  private static final int KEYS = 3;
  private static final int SESSIONS = 3;
  private static final String[] READS = {"r", "R", "read", "READ", "Read"};
  private static final String[] WRITES = {"w", "W", "write", "WRITE", "Write"};
  private static final String[] APPENDS = {"a", "A", "append", "APPEND", "Append"};

  private final Dice dice;
  private final boolean hasLists;
  private final boolean hasNull;
  private final boolean repeats;
  private final boolean hasTwoParts;

  /** By commit timestamp: what that left in the keys it wrote. */
  private final TreeMap<Long, Map<Integer, List<Object>>> commits = new TreeMap<>();

  private final long[] lastCommit = new long[SESSIONS];
  private final List<Object> transactions = new ArrayList<>();
  private int written;
  private boolean isStale;
  private boolean isDamaged;

  ChronosLog(Dice dice) {
    this.dice = dice;
    var shape = dice.octet();
    hasLists = (shape & 1) != 0;
    hasNull = (shape & 2) != 0;
    repeats = (shape & 12) == 12;
    hasTwoParts = (shape & 16) != 0;
    var mayGoWrong = (shape & 96) == 96;
    var damages = dice.chance(64) ? 1 + dice.below(3) : 0;
    for (var i = 1; i <= MOST_TRANSACTIONS && (i == 1 || !dice.isEmpty()); i++) {
      transaction(i, mayGoWrong);
    }
    for (var i = 0; i < damages; i++) {
      isDamaged = true;
      JsonText.damage(transactions, dice);
    }
  }

  MemoryFiles file(boolean isSpread) {
    var text = isSpread ? JsonText.spread(transactions, written) : JsonText.plain(transactions);
    return MemoryFiles.file(Seeds.utf8(text));
  }

  boolean isRight() {
    return !isStale && !isDamaged;
  }

  /** Whether some values may be written more than once. */
  boolean repeats() {
    return repeats;
  }

  boolean isDamaged() {
    return isDamaged;
  }

  /** Whether somebody certainly read what its snapshot did not have. */
  boolean isStale() {
    return isStale;
  }

  int transactions() {
    return transactions.size();
  }

  private void transaction(int id, boolean mayGoWrong) {
    var session = dice.below(SESSIONS);
    var commit = 100L * id;
    var start = Math.max(lastCommit[session] + 1, commit - 1 - dice.below(250));
    lastCommit[session] = commit;
    var snapshot = new TreeMap<Integer, List<Object>>();
    commits.headMap(start, true).values().forEach(snapshot::putAll);
    var taken = new HashSet<Integer>();
    commits.tailMap(start, false).values().forEach(left -> taken.addAll(left.keySet()));
    var left = new TreeMap<Integer, List<Object>>();
    var operations = new ArrayList<>();
    for (var i = dice.below(4); i > 0; i--) {
      var key = dice.below(KEYS);
      // Who commits second of two that write one key at once does not.
      if (dice.chance(128) && !taken.contains(key)) {
        write(key, snapshot, left, operations);
      } else {
        read(key, snapshot, mayGoWrong && !left.containsKey(key), operations);
      }
    }
    commits.put(commit, left);
    transactions.add(
        JsonText.object(
            "tid",
            dice.chance(20) ? "t" + id : id,
            "sid",
            (long) session,
            "sts",
            timestamp(start),
            "cts",
            timestamp(commit),
            "ops",
            operations));
  }

  private void write(
      int key,
      Map<Integer, List<Object>> snapshot,
      Map<Integer, List<Object>> left,
      List<Object> operations) {
    var value = (long) (repeats ? 1 + dice.below(3) : ++written);
    var now = new ArrayList<Object>(hasLists ? snapshot.getOrDefault(key, List.of()) : List.of());
    now.add(value);
    snapshot.put(key, now);
    left.put(key, now);
    operations.add(
        JsonText.object("t", dice.of(hasLists ? APPENDS : WRITES), "k", name(key), "v", value));
  }

  private void read(
      int key, Map<Integer, List<Object>> snapshot, boolean mayGoWrong, List<Object> operations) {
    var seen = snapshot.get(key);
    if (mayGoWrong && !isStale && !repeats && seen != null && dice.chance(128)) {
      isStale = true;
      seen = null;
    }
    var value =
        hasLists
            ? new ArrayList<>(seen == null ? List.of() : seen)
            : seen == null ? hasNull ? null : 0L : seen.getLast();
    operations.add(JsonText.object("t", dice.of(READS), "k", name(key), "v", value));
  }

  private static Object name(int key) {
    return key == 0 ? "x" : (Object) (long) key;
  }

  /** A number, its digits, or two parts, as all of them are. */
  private Object timestamp(long time) {
    if (hasTwoParts) {
      return JsonText.object(
          "p", time / 1000, "l", dice.chance(128) ? time % 1000 : "" + time % 1000);
    }
    return switch (dice.below(3)) {
      case 0 -> time;
      case 1 -> Long.toString(time);
      default -> JsonText.object("p", Long.toString(time), "l", 0L);
    };
  }
}
