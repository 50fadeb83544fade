package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import mtc.check.Log;
import mtc.column.Ints;
import mtc.history.History;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Open;
import org.junit.jupiter.api.Test;

/**
 * What a reader must see and did not: it missed that if a list or the writer's own read shows that
 * it came later than what it saw; nothing follows if a list shows that it came earlier; else it
 * came earlier in the order of commits.
 */
class CommitOrderTest {
  private final Set<String> missed = new TreeSet<>();
  private final Set<String> earlier = new TreeSet<>();

  private Level level;
  private boolean sessionOrder;
  private Groundwork core;
  private Versions versions;
  private History history;
  private int found;

  @Test
  void ofRegisters() {
    for (var seed = 0; seed < 300; seed++) {
      assertCollected(RandomLogs.registers(seed), seed);
    }
    assertTrue(found > 100, "found " + found);
  }

  @Test
  void ofLargeTransactions() {
    for (var seed = 0; seed < 20; seed++) {
      assertCollected(RandomLogs.registers(seed, 70), seed);
    }
    assertTrue(found > 10, "found " + found);
  }

  @Test
  void ofLists() {
    for (var seed = 0; seed < 300; seed++) {
      assertCollected(RandomLogs.lists(seed), seed);
    }
    assertTrue(found > 100, "found " + found);
  }

  private static CommitOrder collected(String log, Level level) {
    var core = Groundwork.of(Log.of(log), 3, null, ReadRules.at(level));
    var order = new CommitOrder(core, true);
    order.collect(level.relation());
    return order;
  }

  /** That the third has seen the second says nothing of keys that the second did not write. */
  @Test
  void aLargeTransactionWroteNothingButItsKeys() {
    var log = new StringBuilder("- : r(first,0)\n- :");
    for (var i = 0; i < 100; i++) {
      log.append(" w(k%d,1)".formatted(i));
    }
    log.append("\n- : r(k0,1) r(first,0) r(last,0)\n- : w(first,1) w(last,1)\n");
    for (var level : new Level[] {Level.RC, Level.RA}) {
      var order = collected(log.toString(), level);
      assertEquals(0, order.missedRead.size() + order.mustRead.size());
    }
  }

  /** Which of the two writes of x came first, no transaction that wrote x has told. */
  @Test
  void whatSomebodyElseReadTellsNothingOfAWrite() {
    var log = "- : r(x,1)\n- : w(x,1)\n- : w(x,2) w(y,1)\n- : r(y,1) r(x,1)\n";
    for (var level : new Level[] {Level.RC, Level.RA, Level.CAUSAL}) {
      var order = collected(log, level);
      assertEquals(0, order.missedRead.size());
      assertEquals(1, order.mustRead.size());
    }
  }

  /** The log gives the two of them one place. */
  @Test
  void ofTwoWritesWithOneNumberNoneIsKnownToBeLater() {
    var log = "- : w(x,1)#5\n- : w(x,2)#5 w(y,1)\n- : r(y,1) r(x,1)#5\n";
    for (var level : new Level[] {Level.RC, Level.RA, Level.CAUSAL}) {
      var order = collected(log, level);
      assertEquals(0, order.missedRead.size());
      assertEquals(1, order.mustRead.size());
    }
  }

  /** Who is in whose past means nothing then, and the circle is told instead. */
  @Test
  void nothingFollowsWhereInformationFlowsInACircle() {
    var log = "- : r(a,1) w(b,1)\n- : r(b,1) w(a,1)\n- : w(x,1) w(y,1)\n- : r(y,1) r(x,0)\n";
    assertEquals(0, collected(log, Level.CAUSAL).missedRead.size());
    assertEquals(1, collected(log, Level.RA).missedRead.size());
  }

  private void assertCollected(History of, int seed) {
    history = of;
    sessionOrder = seed % 4 > 0;
    for (var each : new Level[] {Level.RC, Level.RA}) {
      level = each;
      core = Groundwork.of(of, 3, null, ReadRules.at(each));
      versions = core.versions;
      if (!core.findings.violating(each).isEmpty() || core.questions.ofReads() != Open.NOTHING) {
        continue;
      }
      missed.clear();
      earlier.clear();
      define();
      var order = new CommitOrder(core, sessionOrder);
      order.collect(each.relation());
      assertEquals(missed, pairs(order.missedRead, order.missedWrite), "seed " + seed);
      assertEquals(earlier, pairs(order.mustRead, order.mustWrite), "seed " + seed);
      found += missed.size() + earlier.size();
    }
  }

  private static Set<String> pairs(Ints reads, Ints writes) {
    var pairs = new TreeSet<String>();
    for (var i = 0; i < reads.size(); i++) {
      pairs.add(reads.get(i) + " " + writes.get(i));
    }
    return pairs;
  }

  private void define() {
    for (var read = 0; read < history.operationCount(); read++) {
      if (isRead(read) && versions.takesPart(versions.owner(read))) {
        for (var write = 0; write < history.operationCount(); write++) {
          if (History.isWrite(history.kind(write))
              && versions.version(write) != Versions.NONE
              && versions.takesPart(versions.owner(write))
              && history.key(write) == history.key(read)
              && mustSee(read, write)) {
            define(read, write);
          }
        }
      }
    }
  }

  private void define(int read, int write) {
    var seen = versions.version(read);
    if (seen >= 0 && versions.owner(seen) == versions.owner(write)) {
      return;
    }
    var isList = versions.isList(history.key(read));
    if (seen == Versions.INITIAL
        || (isList ? isShownAfter(write, seen) : isReadBefore(write, seen))) {
      missed.add(read + " " + write);
    } else if (!isList || !isShownAfter(seen, write)) {
      earlier.add(read + " " + write);
    }
  }

  private boolean isRead(int op) {
    return !History.isWrite(history.kind(op)) && versions.version(op) != Versions.NONE;
  }

  /** Whether a transaction saw another one in some read before an operation. */
  private boolean saw(int reader, int writer, int before) {
    for (var op = history.firstOperation(reader); op < before; op++) {
      if (isRead(op) && sees(op, writer)) {
        return true;
      }
    }
    return false;
  }

  private boolean sees(int read, int writer) {
    if (history.kind(read) != History.READ_LIST) {
      return versions.version(read) >= 0 && versions.owner(versions.version(read)) == writer;
    }
    for (var op = history.firstOperation(writer); op < history.endOperation(writer); op++) {
      if (history.kind(op) == History.APPEND
          && history.key(op) == history.key(read)
          && place(read, history.value(op)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private boolean mustSee(int read, int write) {
    var reader = versions.owner(read);
    var writer = versions.owner(write);
    if (reader == writer) {
      return false;
    }
    if (level == Level.RC) {
      return saw(reader, writer, read)
          || history.kind(read) == History.READ_LIST && sees(read, writer);
    }
    return saw(reader, writer, history.endOperation(reader))
        || sessionOrder && isLastOfSession(read, write);
  }

  /** Whether nobody else of a reader's session wrote the key between a write and it. */
  private boolean isLastOfSession(int read, int write) {
    for (var t = versions.owner(read) - 1; t >= 0; t--) {
      if (history.session(t) == history.session(versions.owner(read))
          && history.session(t) != History.NO_SESSION
          && history.isCommitted(t)) {
        for (var op = history.endOperation(t) - 1; op >= history.firstOperation(t); op--) {
          if (History.isWrite(history.kind(op))
              && history.key(op) == history.key(read)
              && versions.version(op) != Versions.NONE) {
            return op == write;
          }
        }
      }
    }
    return false;
  }

  /** Whether the transaction of a write had read a version before it. */
  private boolean isReadBefore(int write, int seen) {
    for (var op = history.firstOperation(versions.owner(write)); op < write; op++) {
      if (isRead(op) && versions.version(op) == seen) {
        return true;
      }
    }
    return false;
  }

  /** Whether some list shows an append after another one, or none shows it. */
  private boolean isShownAfter(int later, int append) {
    var isShown = false;
    for (var op = 0; op < history.operationCount(); op++) {
      if (isRead(op)
          && history.kind(op) == History.READ_LIST
          && history.key(op) == history.key(append)) {
        var place = place(op, history.value(later));
        isShown |= place >= 0;
        if (place >= 0
            && place(op, history.value(append)) >= 0
            && place > place(op, history.value(append))) {
          return true;
        }
      }
    }
    return !isShown;
  }

  /** Where a list shows an element; -1 if it does not. */
  private int place(int read, int element) {
    for (var i = 0; i < history.listSize(history.value(read)); i++) {
      if (history.listElement(history.value(read), i) == element) {
        return i;
      }
    }
    return -1;
  }
}
