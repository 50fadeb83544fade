package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import mtc.check.Log;
import mtc.history.Status;
import mtc.linear.Groundwork;
import mtc.linear.Versions;
import mtc.solve.Budget;
import mtc.verdict.Anomaly.Example;
import org.junit.jupiter.api.Test;

/** Who is explained is found as going on from those that read nothing finds it. */
class CircularReadsTest {
  private static final int HISTORIES = 2000;

  private record Version(int key, int value) {
    @Override
    public String toString() {
      return "\"k%d\"=%d".formatted(key, value);
    }
  }

  /** Nobody wrote it, so whoever says that it read it did not commit. */
  private static final Version NOBODYS = new Version(0, 7);

  private final List<List<Version>> reads = new ArrayList<>();
  private final List<Set<Version>> writes = new ArrayList<>();
  private final List<Status> statuses = new ArrayList<>();
  private final BitSet explained = new BitSet();

  /** Few values, many writers: who wrote what was read is mostly open. */
  private String randomLog(Random random) {
    var size = 3 + random.nextInt(6);
    var keys = 2 + random.nextInt(3);
    for (var t = 0; t < size; t++) {
      var written = new HashSet<Version>();
      for (var key = 0; key < keys; key++) {
        if (random.nextInt(keys) == 0) {
          written.add(new Version(key, 1 + random.nextInt(2)));
        }
      }
      writes.add(written);
      var chance = random.nextInt(20);
      statuses.add(
          chance == 0 ? Status.ABORTED : chance < 4 ? Status.INDETERMINATE : Status.COMMITTED);
    }
    var log = new StringBuilder();
    for (var t = 0; t < size; t++) {
      var read = new ArrayList<Version>();
      for (var i = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(2); i > 0; i--) {
        var ofWriter = new ArrayList<>(writes.get(random.nextInt(size)));
        if (!ofWriter.isEmpty() && !ofWriter.equals(List.copyOf(writes.get(t)))) {
          var version = ofWriter.get(random.nextInt(ofWriter.size()));
          var isOfOther = false;
          for (var s = 0; s < size; s++) {
            isOfOther |=
                s != t && statuses.get(s) != Status.ABORTED && writes.get(s).contains(version);
          }
          if (isOfOther && read.stream().noneMatch(r -> r.key() == version.key())) {
            read.add(version);
          }
        }
      }
      if (statuses.get(t) == Status.INDETERMINATE && random.nextInt(3) == 0) {
        read.removeIf(version -> version.key() == 0);
        read.add(NOBODYS);
      }
      reads.add(read);
      log.append(
          switch (statuses.get(t)) {
            case ABORTED -> "- ! :";
            case INDETERMINATE -> "- ? :";
            default -> "- :";
          });
      read.forEach(r -> log.append(" r(k%d,%d)".formatted(r.key(), r.value())));
      writes.get(t).forEach(w -> log.append(" w(k%d,%d)".formatted(w.key(), w.value())));
      log.append('\n');
    }
    return log.toString();
  }

  private boolean isThere(Version version) {
    return explained.stream().anyMatch(t -> writes.get(t).contains(version));
  }

  /** What is known to have read what nobody wrote is reported by itself. */
  private boolean isExplained(int t, Versions versions) {
    return statuses.get(t) != Status.ABORTED
        && reads.get(t).stream()
            .allMatch(read -> read == NOBODYS ? versions.takesPart(t) : isThere(read));
  }

  private void explainAll(Versions versions) {
    for (var size = -1; size < explained.cardinality(); ) {
      size = explained.cardinality();
      for (var t = 0; t < reads.size(); t++) {
        if (isExplained(t, versions)) {
          explained.set(t);
        }
      }
    }
  }

  /** Whether one may have read from another what nothing explains. */
  private boolean waitsFor(int reader, int writer) {
    return reader != writer
        && statuses.get(writer) != Status.ABORTED
        && reads.get(reader).stream()
            .anyMatch(read -> !isThere(read) && writes.get(writer).contains(read));
  }

  /** The fewest steps from one back to itself. */
  private int shortestThrough(int goal) {
    var reached = new BitSet();
    reached.set(goal);
    for (var steps = 1; ; steps++) {
      var next = new BitSet();
      for (var reader : reached.stream().toArray()) {
        for (var writer = 0; writer < reads.size(); writer++) {
          next.set(writer, next.get(writer) || waitsFor(reader, writer));
        }
      }
      if (next.get(goal)) {
        return steps;
      }
      reached = next;
    }
  }

  private void assertIsACircle(Example example, String log) {
    var circle = example.transactions();
    if (circle.length == 1) {
      assertTrue(reads.get(circle[0]).contains(NOBODYS), log);
      return;
    }
    var seen = new BitSet();
    for (var i = 0; i < circle.length; i++) {
      var reader = circle[(i + 1) % circle.length];
      assertTrue(waitsFor(reader, circle[i]), log);
      seen.set(reader);
    }
    assertEquals(circle.length, seen.cardinality(), log);
    assertEquals(shortestThrough(circle[0]), circle.length, log);
    var first = reads.get(circle[0]).stream().filter(read -> !isThere(read)).findFirst().get();
    var told = "nobody can have been the first to write " + first + ":";
    assertTrue(example.hint().startsWith(told), example.hint());
  }

  @Test
  void whoeverIsNeverReachedIsOnACircleThatIsTold() {
    var found = 0;
    var open = 0;
    var ofNobodys = 0;
    for (var seed = 0; seed < HISTORIES; seed++) {
      var test = new CircularReadsTest();
      var log = test.randomLog(new Random(seed));
      var core = Groundwork.of(Log.of(log), 1);
      var reads = new OpenReads(core.versions, core.resolution, Budget.UNLIMITED);
      var findings = new CircularReads(reads, core.versions).find();
      test.explainAll(core.versions);
      var isCircular = false;
      for (var t = 0; t < test.reads.size(); t++) {
        isCircular |= core.versions.takesPart(t) && !test.explained.get(t);
      }
      assertEquals(reads.count() > 0 && isCircular, !findings.isEmpty(), log);
      open += reads.count() > 0 ? 1 : 0;
      if (!findings.isEmpty()) {
        found++;
        var anomaly = findings.anomalies().getFirst();
        assertEquals(1, anomaly.examples().size());
        test.assertIsACircle(anomaly.examples().getFirst(), log);
        ofNobodys += anomaly.examples().getFirst().transactions().length == 1 ? 1 : 0;
      }
    }
    assertTrue(ofNobodys > 0, "of what nobody wrote " + ofNobodys);
    assertTrue(found > 100 && open - found > 100, found + " of " + open);
  }
}
