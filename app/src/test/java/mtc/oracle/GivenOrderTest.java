package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.history.History;
import mtc.history.Status;
import mtc.solve.Budget;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.witness.Replay;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a log numbers all versions, every level is decided without search, as the definition with
 * that version order says; and what proves a valid one respects the numbers.
 */
class GivenOrderTest {
  private static final int LARGEST = 5;

  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"READ_MODIFY_WRITE", "SINGLE_BLIND", "BLIND", "LISTS", "UNIQUE_REGISTERS"})
  void checkerAgreesWithOracle(RandomHistories.Kind kind) {
    compare(kind, false);
  }

  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"BLIND", "UNIQUE_REGISTERS"})
  void readersTellTheVersionsOfWritesOfUnknownOutcome(RandomHistories.Kind kind) {
    compare(kind, true);
  }

  /** Where neither the write nor a read tells it, the place of a version is open. */
  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"READ_MODIFY_WRITE", "SINGLE_BLIND", "BLIND", "UNIQUE_REGISTERS", "LISTS"})
  void whatIsNotNumberedHasAnyPlace(RandomHistories.Kind kind) {
    compareSome(kind, 3000, false);
  }

  /** The same where values repeat, so that it is open what was read as well. */
  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"REPEATED", "REPEATED_REGISTERS", "OTHER_REGISTERS", "PREDICATES"})
  void whatWasReadMayBeOpenToo(RandomHistories.Kind kind) {
    compareSome(kind, 3000, false);
  }

  /** Reads that name what they saw: they tell repeated values apart, or contradict the log. */
  @ParameterizedTest
  @EnumSource(
      value = RandomHistories.Kind.class,
      names = {"BLIND", "REPEATED", "REPEATED_REGISTERS", "LISTS"})
  void readsNameVersions(RandomHistories.Kind kind) {
    compareSome(kind, 3000, true);
  }

  /** A search must not decide more than numbers and reads do. */
  private static CheckOptions options(boolean sessionOrder) {
    return new CheckOptions(sessionOrder, 0, 3)
        .searching(() -> Budget.UNLIMITED.atMost(1_000_000))
        .witnessing();
  }

  private static void compareSome(RandomHistories.Kind kind, int usual, boolean withReads) {
    var counts = new EnumMap<Level, Map<Verdict.Outcome, Integer>>(Level.class);
    for (var seed = 0L; seed < Seeds.count(usual); seed++) {
      var random = new SplittableRandom(seed);
      var plain = RandomHistories.next(kind, seed, LARGEST);
      var versions = someVersions(plain, seed, random);
      var draft = withReads ? naming(plain, versions, random) : plain;
      var sessionOrder = seed % 3 != 0;
      var history = draft.toHistory(versions, false);
      if (history.givenVersions() == null) {
        continue;
      }
      var holding = CommitOrders.holding(draft, sessionOrder, versions);
      var checker = new Checker(history, options(sessionOrder));
      for (var level : Level.values()) {
        if (checker.refusal(level) != null || !isKnown(level, draft)) {
          continue;
        }
        var verdict = checker.check(level);
        var holds = holds(draft, level, sessionOrder, versions, holding);
        var text = "seed " + seed + " " + level + "\n" + described(draft, versions) + verdict;
        if (verdict.outcome() == Verdict.Outcome.UNKNOWN) {
          assertTrue(mayStayOpen(draft, versions, level), text);
        } else {
          assertEquals(holds, verdict.outcome() == Verdict.Outcome.VALID, text);
        }
        if (verdict.outcome() == Verdict.Outcome.VALID) {
          assertNotNull(verdict.witness(), text);
          var replay = new Replay(history, sessionOrder && level.hasSessions(), 0);
          assertNull(
              replay.refute(verdict.witness()),
              text
                  + Arrays.toString(verdict.witness().events())
                  + Arrays.toString(verdict.witness().sources()));
        }
        assertEquals(
            verdict.outcome() == Verdict.Outcome.INVALID, !verdict.anomalies().isEmpty(), text);
        assertNull(ToldEdges.fault(draft, verdict, sessionOrder, 3), text);
        counts
            .computeIfAbsent(level, _ -> new EnumMap<>(Verdict.Outcome.class))
            .merge(verdict.outcome(), 1, Integer::sum);
      }
    }
    System.out.printf("some of %-20s %s%n", kind, counts);
    var decided =
        counts.values().stream()
            .flatMap(outcomes -> outcomes.keySet().stream())
            .filter(outcome -> outcome != Verdict.Outcome.UNKNOWN)
            .distinct()
            .count();
    assertEquals(2, decided, "both verdicts");
  }

  private static boolean holds(
      Draft draft, Level level, boolean sessionOrder, int[][] versions, Set<Level> holding) {
    return CommitOrders.LEVELS.contains(level)
        ? holding.contains(level)
        : Oracle.holds(
            draft,
            level == Level.LIN ? Level.SSER : level,
            sessionOrder && level != Level.LIN,
            versions);
  }

  /** Numbers of some versions; now and then two of a key have the same. */
  private static int[][] someVersions(Draft draft, long seed, SplittableRandom random) {
    var versions = versions(draft, seed);
    var left = 1 + random.nextInt(4);
    var isTied = random.nextInt(5) == 0;
    for (var t = 0; t < draft.size(); t++) {
      var isOpen = draft.txns().get(t).indeterminate() && random.nextInt(4) != 0;
      for (var key = 0; key < draft.keyCount(); key++) {
        if (isOpen || random.nextInt(5) < left) {
          versions[t][key] = Draft.UNNUMBERED;
        } else if (isTied) {
          versions[t][key] -= versions[t][key] % 20;
        }
      }
    }
    return versions;
  }

  /** Some reads name the version that they may have seen; and some another one of the key. */
  private static Draft naming(Draft draft, int[][] versions, SplittableRandom random) {
    var txns = new ArrayList<Draft.Txn>();
    for (var txn : draft.txns()) {
      var ops = new ArrayList<Draft.Op>();
      for (var op : txn.ops()) {
        var isFirst = ops.stream().noneMatch(o -> o.key() == op.key() && o.writes());
        ops.add(
            isFirst && op.tells() && txn.status() == Status.COMMITTED && random.nextInt(3) == 0
                ? op.naming(someNumber(draft, op, versions, random))
                : op);
      }
      txns.add(txn.with(ops));
    }
    return draft.with(txns);
  }

  /** The number of a committed write, mostly of one that left what was read. */
  private static int someNumber(
      Draft draft, Draft.Op read, int[][] versions, SplittableRandom random) {
    var numbers = new ArrayList<Integer>();
    var isAny = random.nextInt(8) == 0;
    for (var t = 0; t < draft.size(); t++) {
      var txn = draft.txns().get(t);
      var written = SingleReads.writesOf(txn.ops(), read.key());
      var number = versions[t][read.key()];
      if (txn.status() == Status.COMMITTED && !written.isEmpty() && number != Draft.UNNUMBERED) {
        var last =
            read.list() == null ? read.value() : read.list().isEmpty() ? -5 : read.list().getLast();
        if (isAny || written.getLast() == last) {
          numbers.add(number);
        }
      }
    }
    return numbers.isEmpty() ? Draft.UNNUMBERED : numbers.get(random.nextInt(numbers.size()));
  }

  /** Whether numbers may tell more than a search makes use of. */
  private static boolean mayStayOpen(Draft draft, int[][] versions, Level level) {
    if (level == Level.PL2 && draft.any(op -> op.named() != Draft.UNNUMBERED)) {
      // It may have been its own write.
      return true;
    }
    if (draft.any(op -> op.named() != Draft.UNNUMBERED && op.value() == draft.initial())) {
      return true;
    }
    if (HistoryClass.hasUniqueValues(draft) && !HistoryClass.hasFailedComparisons(draft)) {
      return false;
    }
    if (draft.hasLists()) {
      return true;
    }
    for (var t = 0; t < draft.size(); t++) {
      for (var key = 0; key < draft.keyCount(); key++) {
        if (draft.txns().get(t).indeterminate()
            && draft.txns().get(t).writes(key)
            && versions[t][key] != Draft.UNNUMBERED) {
          return true;
        }
      }
    }
    return draft.any(op -> op.named() != Draft.UNNUMBERED);
  }

  private static void compare(RandomHistories.Kind kind, boolean byReaders) {
    var counts = new EnumMap<Level, Map<Verdict.Outcome, Integer>>(Level.class);
    var seeds = Seeds.count(1500);
    for (var seed = 0L; seed < seeds; seed++) {
      var draft = RandomHistories.next(kind, seed, LARGEST);
      if (!HistoryClass.hasUniqueValues(draft)) {
        continue;
      }
      var versions = versions(draft, seed);
      var numbered = versions(draft, seed);
      var sessionOrder = seed % 3 != 0;
      var history = draft.toHistory(versions, byReaders);
      if (byReaders) {
        forgetUnread(draft, numbered);
      }
      var checker = new Checker(history, options(sessionOrder));
      var holding = CommitOrders.holding(draft, sessionOrder, numbered);
      for (var level : Level.values()) {
        if (checker.refusal(level) != null || !isKnown(level, draft)) {
          continue;
        }
        var verdict = checker.check(level);
        var holds = holds(draft, level, sessionOrder, numbered, holding);
        var text = "seed " + seed + " " + level + "\n" + described(draft, numbered) + verdict;
        assertEquals(
            holds ? Verdict.Outcome.VALID : Verdict.Outcome.INVALID, verdict.outcome(), text);
        if (verdict.outcome() == Verdict.Outcome.VALID) {
          assertNotNull(verdict.witness(), text);
          var replay = new Replay(history, sessionOrder && level.hasSessions(), 0);
          assertNull(replay.refute(verdict.witness()), text);
        }
        assertEquals(
            verdict.outcome() == Verdict.Outcome.INVALID, !verdict.anomalies().isEmpty(), text);
        assertNull(ToldEdges.fault(draft, verdict, sessionOrder, 3), text);
        var tellsAll = !draft.hasLists() && !(byReaders && hasUnreadVersion(draft));
        assertTrue(!tellsAll || edgesFollowVersions(verdict, versions), text);
        counts
            .computeIfAbsent(level, _ -> new EnumMap<>(Verdict.Outcome.class))
            .merge(verdict.outcome(), 1, Integer::sum);
      }
    }
    System.out.printf("%-20s %s%n", kind, counts);
  }

  /** Nobody tells the numbers of what transactions of unknown outcome wrote, and nobody read. */
  private static void forgetUnread(Draft draft, int[][] versions) {
    for (var t = 0; t < draft.size(); t++) {
      for (var key = 0; key < draft.keyCount(); key++) {
        if (draft.txns().get(t).indeterminate() && !isRead(draft, t, key)) {
          versions[t][key] = Draft.UNNUMBERED;
        }
      }
    }
  }

  private static boolean isRead(Draft draft, int writer, int key) {
    var written = SingleReads.writesOf(draft.txns().get(writer).ops(), key);
    return draft.txns().stream()
        .filter(reader -> reader.status() == Status.COMMITTED)
        .flatMap(reader -> reader.ops().stream())
        .anyMatch(
            op -> op.kind() == History.READ && op.key() == key && written.contains(op.value()));
  }

  private static boolean edgesFollowVersions(Verdict verdict, int[][] versions) {
    return verdict.anomalies().stream()
        .flatMap(anomaly -> anomaly.examples().stream())
        .flatMap(example -> example.cycle().stream())
        .filter(edge -> edge.type() == EdgeType.WW && edge.from() >= 0 && edge.because().isEmpty())
        .allMatch(edge -> versions[edge.from()][edge.key()] < versions[edge.to()][edge.key()]);
  }

  /** Whether one that may have committed wrote more than what somebody read. */
  private static boolean hasUnreadVersion(Draft draft) {
    return draft.txns().stream()
        .filter(Draft.Txn::indeterminate)
        .flatMap(txn -> txn.ops().stream().filter(Draft.Op::writes))
        .anyMatch(write ->
            draft.txns().stream()
                .filter(reader -> reader.status() == Status.COMMITTED)
                .flatMap(reader -> reader.ops().stream())
                .noneMatch(
                    op -> op.tells() && op.key() == write.key() && op.value() == write.value()));
  }

  /** What the oracles decide: not those that one of them does not know. */
  private static boolean isKnown(Level level, Draft draft) {
    return CommitOrders.LEVELS.contains(level)
        || level == Level.SSER
        || level == Level.STRONG_SI
        || level == Level.SER_LIN
        || level == Level.LIN && RegisterOracle.decides(draft);
  }

  /** The order of the log, with some places changed; or none in particular. */
  static int[][] versions(Draft draft, long seed) {
    var random = new SplittableRandom(seed);
    var versions = new int[draft.size()][draft.keyCount()];
    var isAnyOrder = random.nextInt(4) == 0;
    for (var key = 0; key < draft.keyCount(); key++) {
      for (var t = 0; t < draft.size(); t++) {
        versions[t][key] = 10 * t;
      }
      var changes = isAnyOrder ? 2 * draft.size() : random.nextInt(2);
      for (var i = 0; i < changes; i++) {
        var one = random.nextInt(draft.size());
        var other = random.nextInt(draft.size());
        var number = versions[one][key];
        versions[one][key] = versions[other][key];
        versions[other][key] = number;
      }
    }
    return versions;
  }

  private static String described(Draft draft, int[][] versions) {
    var text = new StringBuilder(HistoryText.print(draft));
    for (var t = 0; t < draft.size(); t++) {
      text.append("versions of ").append(t).append(": ");
      text.append(Arrays.toString(versions[t])).append('\n');
      for (var op : draft.txns().get(t).ops()) {
        if (op.named() != Draft.UNNUMBERED) {
          text.append("  ").append(op).append('\n');
        }
      }
    }
    return text.toString();
  }
}
