package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import mtc.check.Log;
import mtc.history.History;
import mtc.history.Status;
import mtc.linear.Groundwork;
import mtc.linear.ReadRules;
import mtc.linear.RealTime;
import mtc.linear.Versions;
import mtc.solve.Budget;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** What could have been read, and what of it real time allows, straight from the definitions. */
class OpenReadsTest {
  private static final int HISTORIES = 500;

  private static final List<ReadRules> RULES =
      List.of(ReadRules.STRICT, ReadRules.at(Level.RC), ReadRules.at(Level.PL2));

  private History history;
  private ReadRules rules;
  private Versions versions;
  private OpenReads reads;

  private void look(History of) {
    look(of, ReadRules.STRICT, Budget.UNLIMITED);
  }

  private void look(History of, ReadRules by, Budget budget) {
    history = of;
    rules = by;
    var core = Groundwork.of(of, 3, null, rules);
    versions = core.versions;
    reads = new OpenReads(versions, core.resolution, budget);
  }

  @Test
  void sourcesAreTheWritesThatLeftWhatWasRead() {
    var open = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(RandomRegisters.next(seed));
      for (var i = 0; i < reads.count(); i++) {
        open++;
        assertEquals(sources(reads.reads.get(i)), listed(reads, i), "seed " + seed);
      }
      assertEquals(0, reads.count() == 0 ? 0 : reads.firstSource(0));
      assertEquals(reads.count() > 0, reads.keys != null);
    }
    assertTrue(open > HISTORIES);
  }

  @Test
  void whoMayHaveCommittedIsASourceAndItsReadsAreOpenToo() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(RandomRegisters.next(seed), RULES.get(seed % 3), Budget.UNLIMITED);
      for (var t = 0; t < history.transactionCount(); t++) {
        var mayHave = reads.mayHaveCommitted != null && reads.mayHaveCommitted[t];
        assertEquals(isSource(t), mayHave, "seed " + seed + " T" + t);
        for (var op = history.firstOperation(t); mayHave && op < history.endOperation(t); op++) {
          if (history.kind(op) == History.READ) {
            assertEquals(isOfOthers(op), numberOf(op) >= 0, "seed " + seed + " read " + op);
          }
        }
      }
      for (var i = 0; i < reads.count(); i++) {
        assertTrue(reads.keys[history.key(reads.reads.get(i))]);
        assertEquals(i, numberOf(reads.reads.get(i)), "once each");
      }
    }
  }

  /** However many operations of other keys a transaction has. */
  @Test
  void readsOfALongTransactionThatMayHaveCommittedAreOpenToo() {
    var many = new StringBuilder();
    for (var i = 0; i < 20; i++) {
      many.append(" w(k").append(i).append(",1)");
    }
    var others = "- : w(y,1)\n- : r(y,1)\n- : w(x,5)\n- : w(x,6)\n";
    look(Log.of(others + "- ?: w(x,7) r(x,7) r(z,0)" + many + " r(z,0) w(y,1)"));
    assertTrue(reads.mayHaveCommitted[4]);
    assertEquals(2, reads.count());
    assertEquals(history.firstOperation(4) + 2, reads.reads.get(1));
    look(Log.of(others + "- ?: w(x,7)" + many + " r(x,6) w(y,1)"));
    assertFalse(reads.mayHaveCommitted[4]);
    look(Log.of(others + "- ?: r(x,5)" + many + " r(x,6) w(y,1)"));
    assertFalse(reads.mayHaveCommitted[4]);
  }

  /** Nobody need ask first how many there are, or where they begin. */
  @Test
  void sourcesAreListedWhateverIsAskedFirst() {
    var log = Log.of("- : w(y,1)\n- : w(x,1)\n- : w(x,1)\n- : r(x,1)");
    look(log);
    assertEquals(2, reads.sourceCount());
    look(log);
    assertEquals(1, reads.source(0));
    look(log);
    assertEquals(2, reads.firstSource(1));
  }

  /** A value that was written and read hundreds of times has as many sources as both together. */
  @Test
  void aBudgetBoundsTheSources() {
    var times = 260;
    var log = Log.of("- : w(x,1)\n".repeat(times) + "- : r(x,1)\n".repeat(times));
    var isExhausted = new boolean[] {true};
    look(log, ReadRules.STRICT, () -> isExhausted[0]);
    assertThrows(Budget.Exhausted.class, () -> reads.sourceCount());
    isExhausted[0] = false;
    assertEquals(times * times, reads.sourceCount());
    assertEquals(times * (times - 1), reads.firstSource(times - 1));
    look(log, ReadRules.STRICT, room(1 << 20));
    assertEquals(times * times, reads.sourceCount());
    look(log, ReadRules.STRICT, room(1 << 17));
    assertThrows(Budget.Exhausted.class, () -> reads.sourceCount());
    // A few need no asking.
    look(Log.of("- : w(x,1)\n- : w(x,1)\n- : r(x,1)"), ReadRules.STRICT, () -> true);
    assertEquals(2, reads.sourceCount());
  }

  private static Budget room(long most) {
    return new Budget() {
      @Override
      public boolean isExhausted() {
        return false;
      }

      @Override
      public boolean allows(long bytes) {
        return bytes <= most;
      }
    };
  }

  @Test
  void realTimeLeavesThoseThatNobodyReplaced() {
    var left = 0;
    var all = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(RandomRegisters.next(seed));
      if (reads.count() == 0) {
        continue;
      }
      var inTime = new SourcesInTime(versions, reads.keys, new RealTime(versions, 0));
      var only = reads.only(inTime);
      assertEquals(reads.count(), only.count());
      for (var i = 0; i < reads.count(); i++) {
        var read = reads.reads.get(i);
        var expected = sources(read);
        all += expected.size();
        expected.removeIf(source -> !isInTime(read, source));
        left += expected.size();
        assertEquals(expected, listed(only, i), "seed " + seed + " read " + read);
        for (var source : sources(read)) {
          assertEquals(isInTime(read, source), inTime.isPossible(read, source));
        }
      }
    }
    assertTrue(left > all / 2 && left < all);
  }

  @Test
  void groupsAreTheWritesOfOneValue() {
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(RandomRegisters.next(seed));
      for (var i = 0; i < reads.count(); i++) {
        var read = reads.reads.get(i);
        var writers = new ArrayList<Integer>();
        for (var op = 0; op < history.operationCount(); op++) {
          if (isReadable(op)
              && history.key(op) == history.key(read)
              && history.value(op) == history.value(read)) {
            writers.add(versions.owner(op));
          }
        }
        assertEquals(writers.size(), reads.versionsSeen(read));
        assertTrue(reads.groupOf(read) < reads.groupCount());
        if (!writers.isEmpty()) {
          assertEquals(writers.size(), reads.groupSize(reads.groupOf(read)));
        }
        for (var w = 0; w < writers.size(); w++) {
          assertEquals(writers.get(w), reads.writer(reads.groupOf(read), w));
        }
      }
    }
  }

  @Test
  void readsWithoutASourceAreReportedAsWhatTheyAre() {
    look(Log.of("- : w(x,1) w(x,2)\n- : w(x,1) w(x,2)\n- : r(x,1)\n- : r(x,1)"));
    var anomaly = reads.sourceless(1).anomalies().getFirst();
    assertEquals("IntermediateRead", anomaly.kind().paperName());
    assertEquals(2, anomaly.count());
    assertEquals(1, anomaly.examples().size());
    assertEquals(2, reads.sourceless(3).anomalies().getFirst().examples().size());
    assertEquals(4, anomaly.examples().getFirst().operation());
    assertEquals(
        "no transaction that could be read left that value there",
        anomaly.examples().getFirst().hint());

    look(Log.of("- : w(y,1)\n- : r(x,0) w(y,1) w(x,0)\n- : w(x,0) w(x,2)\n- ?: w(x,0)"));
    assertEquals(List.of(), reads.sourceless(3).anomalies());
    look(Log.of("- : w(x,5) w(x,6)\n- : w(x,5) w(x,6)\n- : r(x,5) w(y,5) w(x,5)"));
    assertEquals("FutureRead", reads.sourceless(3).anomalies().getFirst().kind().paperName());
    look(Log.of("- : w(x,5) w(x,6)\n- : w(x,5) w(x,6)\n- : r(x,5) w(y,5) w(x,4)"));
    assertEquals("IntermediateRead", reads.sourceless(3).anomalies().getFirst().kind().paperName());
    look(Log.of("- : r(x,5)\n- : w(x,5) w(x,6)\n- : w(x,5) w(x,6)"));
    assertEquals("IntermediateRead", reads.sourceless(3).anomalies().getFirst().kind().paperName());
    look(Log.of("- : o(x,0)"));
    assertEquals("ThinAirRead", reads.sourceless(3).anomalies().getFirst().kind().paperName());
  }

  /** Values that more read and overwrote than left them there. */
  @Test
  void lostUpdatesAreCounted() {
    var lost = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      look(RandomRegisters.next(seed));
      var found = new LostUpdates(reads, versions).find().anomalies();
      assertEquals(hasLostUpdate(), !found.isEmpty(), "seed " + seed);
      lost += found.isEmpty() ? 0 : 1;
    }
    assertTrue(lost > 0);
    look(Log.of("- : w(x,1)\n- : w(x,1)\n- : r(x,1) w(x,2)\n- : r(x,1) w(x,3)\n- : r(x,1) w(x,4)"));
    var example =
        new LostUpdates(reads, versions).find().anomalies().getFirst().examples().getFirst();
    assertEquals(List.of(2, 3, 4), Arrays.stream(example.transactions()).boxed().toList());
    assertEquals(
        "3 transactions read \"x\"=1 and overwrote it, and it was there only 2 times: two of them"
            + " overwrote the same version",
        example.hint());
  }

  // Definitions.

  private boolean isReadable(int op) {
    var owner = versions.owner(op);
    if (history.kind(op) != History.WRITE || history.status(owner) == Status.ABORTED) {
      return false;
    }
    for (var later = op + 1; later < history.endOperation(owner); later++) {
      if (history.kind(later) == History.WRITE && history.key(later) == history.key(op)) {
        return false;
      }
    }
    return true;
  }

  private boolean matches(int read, int write) {
    var isOther = history.kind(read) == History.READ_OTHER;
    return isReadable(write)
        && history.key(read) == history.key(write)
        && isOther != (history.value(read) == history.value(write));
  }

  private List<Integer> sources(int read) {
    var sources = new ArrayList<Integer>();
    if ((history.kind(read) == History.READ_OTHER) != isInitially(read)) {
      sources.add(Versions.INITIAL);
    }
    for (var op = 0; op < history.operationCount(); op++) {
      var writer = versions.owner(op);
      if (matches(read, op)
          && writer != versions.owner(read)
          && (versions.takesPart(writer) || !contradictsItself(writer))) {
        sources.add(op);
      }
    }
    return sources;
  }

  /** The default value is that of another committed transaction which wrote it, if there is one. */
  private boolean isInitially(int read) {
    if (history.value(read) != history.initialValue(history.key(read))) {
      return false;
    }
    for (var op = 0; op < history.operationCount(); op++) {
      if (history.kind(op) == History.WRITE
          && history.key(op) == history.key(read)
          && history.value(op) == history.value(read)
          && versions.owner(op) != versions.owner(read)
          && history.isCommitted(versions.owner(op))) {
        return false;
      }
    }
    return true;
  }

  private static List<Integer> listed(OpenReads of, int number) {
    var listed = new ArrayList<Integer>();
    for (var s = of.firstSource(number); s < of.firstSource(number + 1); s++) {
      listed.add(of.source(s));
    }
    Collections.sort(listed);
    assertTrue(of.firstSource(number + 1) <= of.sourceCount());
    return listed;
  }

  private boolean isSource(int t) {
    if (versions.takesPart(t) || history.status(t) == Status.ABORTED || contradictsItself(t)) {
      return false;
    }
    for (var i = 0; i < reads.count(); i++) {
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (matches(reads.reads.get(i), op)) {
          return true;
        }
      }
    }
    return false;
  }

  private int numberOf(int read) {
    for (var i = 0; i < reads.count(); i++) {
      if (reads.reads.get(i) == read) {
        return i;
      }
    }
    return -1;
  }

  /** Whether its transaction's own operations do not tell what it saw. */
  private boolean isOfOthers(int read) {
    var owner = versions.owner(read);
    var isWritten = false;
    for (var op = history.firstOperation(owner); op < history.endOperation(owner); op++) {
      isWritten |=
          history.kind(op) == History.WRITE
              && history.key(op) == history.key(read)
              && history.value(op) == history.value(read);
    }
    return told(read) < 0 && (rules.seesOwnWrites() || !isWritten);
  }

  /** The operation of its transaction that tells what a read must see, or -1. */
  private int told(int read) {
    var write = -1;
    var first = -1;
    for (var op = history.firstOperation(versions.owner(read)); op < read; op++) {
      if (history.key(op) == history.key(read)) {
        if (history.kind(op) == History.WRITE) {
          write = op;
        } else if (history.kind(op) == History.READ && write < 0 && first < 0) {
          first = op;
        }
      }
    }
    return write >= 0 && rules.seesOwnWrites() ? write : rules.repeatsReads() ? first : -1;
  }

  private boolean contradictsItself(int t) {
    for (var read = history.firstOperation(t); read < history.endOperation(t); read++) {
      if (history.kind(read) == History.READ
          && told(read) >= 0
          && history.value(told(read)) != history.value(read)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInTime(int read, int source) {
    var reader = versions.owner(read);
    if (source >= 0 && history.end(reader) < history.start(versions.owner(source))) {
      return false;
    }
    for (var op = 0; op < history.operationCount(); op++) {
      var writer = versions.owner(op);
      if (isReadable(op)
          && history.isCommitted(writer)
          && history.key(op) == history.key(read)
          && history.end(writer) < history.start(reader)
          && (source < 0 || history.end(versions.owner(source)) < history.start(writer))) {
        return false;
      }
    }
    return true;
  }

  private boolean hasLostUpdate() {
    for (var i = 0; i < reads.count(); i++) {
      var read = reads.reads.get(i);
      var overwrites = 0;
      for (var j = 0; j < reads.count(); j++) {
        var other = reads.reads.get(j);
        overwrites +=
            history.key(other) == history.key(read)
                    && history.value(other) == history.value(read)
                    && isUpdate(other)
                ? 1
                : 0;
      }
      var left = 0;
      for (var op = 0; op < history.operationCount(); op++) {
        left += history.kind(read) == History.READ && matches(read, op) ? 1 : 0;
      }
      if (isUpdate(read) && left > 0 && overwrites > left + (isInitiallyToSome(read) ? 1 : 0)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInitiallyToSome(int read) {
    for (var i = 0; i < reads.count(); i++) {
      var other = reads.reads.get(i);
      if (history.key(other) == history.key(read)
          && history.value(other) == history.value(read)
          && isUpdate(other)
          && isInitially(other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a transaction that took part began with this read of the key, and wrote it then. */
  private boolean isUpdate(int read) {
    var reader = versions.owner(read);
    var isFirst = history.kind(read) == History.READ && versions.takesPart(reader);
    for (var op = history.firstOperation(reader); op < read; op++) {
      isFirst &= history.key(op) != history.key(read);
    }
    var isWritten = false;
    for (var op = read + 1; op < history.endOperation(reader); op++) {
      isWritten |= history.key(op) == history.key(read) && history.kind(op) == History.WRITE;
    }
    return isFirst && isWritten;
  }
}
