package mtc.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mtc.history.Scalars;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import org.junit.jupiter.api.Test;

class TextReportTest {
  private static String text(Answer.Checked report) {
    return new TextReport(null, TextReport.Detail.NORMAL, false).lines(report);
  }

  @Test
  void aCycleIsTransactionsAndASentencePerEdge() {
    assertEquals(
        """
        h.edn\tser\tinvalid
          WriteSkew ×1 (G2-item): each of the two read what the other overwrote
            T10  session 0  line 1  r(x)=nil  r(y)=nil  w(x)=1
            T11  session 1  line 2  r(x)=nil  r(y)=nil  w(y)=2
            T10 -rw(y)-> T11  T11 overwrote y=nil, which T10 had read
            T11 -rw(x)-> T10  T10 overwrote x=nil, which T11 had read
        """,
        text(Log.writeSkew()));
  }

  @Test
  void everyEdgeTypeHasItsSentenceAndWhatDoesNotMatterIsLeftOut() {
    assertEquals(
        """
        h.edn\tsser\tinvalid
          SerializationCycle ×1 (G2-item): no order of the transactions fits
            T10  session 0  line 1  r(a)=nil  w(a)=1
            T11  session 1  line 2  r(a)=1  …41 more…  w(b)=2
            T12  session 2  line 3  r(b)=2  w(b)=3
            T13  session 2  line 4  r(c)=nil
            T14  session 3  line 5  r(c)=nil  w(c)=4
            T10 -wr(a)-> T11  T11 read a=1, which T10 wrote
            T11 -ww(b)-> T12  T12 read and overwrote b=2, which T11 wrote
            T12 -so-> T13     session 2 ran T12 before T13
            T13 -rw(c)-> T14  T14 overwrote c=nil, which T13 had read
            T14 -rt-> T10     T14 ended before T10 started (event 9 before event 0)
        """,
        text(Log.everyEdge()));
  }

  @Test
  void aSingleReadIsUnderlined() {
    assertEquals(
        """
        h.edn\tsi\tinvalid
          AbortedRead ×1 (G1a): a read returned what an aborted transaction wrote
            T11  session 1  line 2           r(y)=nil  r(x)=3
                                                       ^^^^^^
            T10  session 0  line 1  aborted  r(x)=nil  w(x)=3
            T11 read x=3, which T10 wrote, but T10 aborted
        """,
        text(Log.abortedRead()));
  }

  @Test
  void anUnknownVerdictNamesKeysTransactionsAndWhatToDo() {
    assertEquals(
        """
        h.edn\tser\tunknown
          two or more blind writes leave the version order open
          open keys (1): x
          open transactions (2):
            T10  session 0  line 1  w(x)=1
            T11  session 1  line 2  w(x)=2
          To decide it, let the workload read each key before it writes it, and never
            write a value twice to a key; 'mtc inspect h.edn' shows what stands in the
            way.
        """,
        text(Log.open()));
  }

  @Test
  void aBlindWriteIsToldApartFromAnOverwriteOfWhatWasRead() {
    var log =
        new Log()
            .begin(0)
            .r("x", Scalars.NIL)
            .w("x", 1)
            .ok()
            .begin(1)
            .r("x", 1)
            .ok()
            .begin(2)
            .w("x", 2)
            .ok();
    var text =
        text(
            log.report(
                Level.SER,
                Log.cycle(
                    AnomalyKind.SERIALIZATION_CYCLE,
                    log.edge(0, EdgeType.WW, "x", 1, 2, 2),
                    log.edge(1, EdgeType.RW, "x", 1, 2, 2))));
    assertTrue(
        text.contains(
            """
                T10 -ww(x)-> T12  T12 wrote x=2 without reading x; it can only come after
                                  x=1 by T10
                T11 -rw(x)-> T12  T12 wrote x=2 without reading x; it can only come after
                                  x=1, which T11 read
            """),
        text);
  }

  @Test
  void listsAreToldAsLists() {
    var log =
        new Log()
            .begin(0)
            .append("x", 1)
            .ok()
            .begin(1)
            .append("x", 2)
            .ok()
            .begin(2)
            .list("x", 1)
            .ok()
            .begin(3)
            .list("x")
            .ok();
    var text =
        text(
            log.report(
                Level.SER,
                Log.cycle(
                    AnomalyKind.SERIALIZATION_CYCLE,
                    log.edge(0, EdgeType.WW, "x", 1, 2, 1),
                    log.edge(0, EdgeType.WR, "x", 1, 1, 2),
                    log.edge(2, EdgeType.RW, "x", 1, 2, 1),
                    log.edge(3, EdgeType.RW, "x", Scalars.NIL, 1, 0))));
    for (var line :
        List.of(
            "T10  session 0  line 1  append(x)=1\n",
            "T12  session 2  line 3  r(x)=[1]\n",
            "T13  session 3  line 4  r(x)=[]\n",
            "T11 appended 2 to x, after 1 by T10\n",
            "T12 read x up to 1, which T10 appended\n",
            "T11 appended 2 to x after 1, where the read of T12 ended\n",
            "T10 appended 1 to x, which T13 had read when it was empty\n")) {
      assertTrue(text.contains(line), text);
    }
  }

  @Test
  void nothingIsWiderThanEightyColumns() {
    var log = new Log();
    var key = "a-key-with-a-name-much-longer-than-anyone-would-want-to-read";
    log.builder.file("a-session-log-with-a-long-name-as-well-0000000001.log");
    log.begin(0).r(key, Scalars.NIL).w(key, 1);
    for (var i = 0; i < 9; i++) {
      log.r("other-key-" + i, 123456);
    }
    log.ok().begin(1);
    for (var i = 0; i < 500; i++) {
      log.r(key, Scalars.NIL);
    }
    log.ok();
    var text =
        text(
            log.report(
                Level.SSER,
                Log.cycle(
                    AnomalyKind.NON_MONOTONIC_READ,
                    log.edge(0, EdgeType.WR, key, 1, 1, 1),
                    log.edge(1, EdgeType.RW, key, Scalars.NIL, 1, 0)),
                Log.single(AnomalyKind.NON_REPEATABLE_READS, 400, 1)));
    text.lines().skip(1).forEach(line -> assertTrue(line.length() <= 80, line));
    assertTrue(text.contains("^^^"), "the operation at fault is shown however many there are");
  }

  @Test
  void aLongCycleShowsItsEnds() {
    var log = new Log();
    var edges = new Edge[50];
    for (var i = 0; i < edges.length; i++) {
      log.begin(i).ok();
      edges[i] = Log.edge(i, EdgeType.RT, (i + 1) % edges.length);
    }
    var text = text(log.report(Level.SSER, Log.cycle(AnomalyKind.SERIALIZATION_CYCLE, edges)));
    assertEquals(2 + 2 * 13, text.lines().count(), text);
    assertTrue(text.contains("    … 38 more transactions …\n"), text);
    assertTrue(text.contains("    … 38 more edges …\n"), text);
    assertTrue(text.contains("T59 -rt-> T10"), text);
  }

  @Test
  void aValidVerdictIsOneLine() {
    var valid = new Verdict(Level.LIN, Verdict.Outcome.VALID, List.of(), Verdict.Open.NOTHING);
    assertEquals("h.edn\tlin\tvalid\n", text(new Log().begin(0).ok().report(valid)));
  }

  @Test
  void quietIsTheLineAloneAndVerboseAddsTheFacts() {
    var quiet = new TextReport(null, TextReport.Detail.QUIET, false).lines(Log.writeSkew());
    assertEquals("h.edn\tser\tinvalid\n", quiet);
    var verbose = new TextReport(null, TextReport.Detail.VERBOSE, false).lines(Log.abortedRead());
    assertTrue(
        verbose.startsWith(
            """
            h.edn\tsi\tinvalid
              jepsen, class mt: 2 transactions (1 committed, 1 aborted, 0 indeterminate),
              4 operations, 2 keys, 2 sessions; read in 3 ms, checked in 1 ms
              AbortedRead\
            """),
        verbose);
  }

  @Test
  void colourIsOnlyThereWhenAskedForAndChangesNothingElse() {
    var plain = text(Log.abortedRead());
    var coloured = new TextReport(null, TextReport.Detail.NORMAL, true).lines(Log.abortedRead());
    assertFalse(plain.contains("\u001b"));
    assertTrue(coloured.contains("\u001b[1;31minvalid\u001b[0m"), coloured);
    assertEquals(plain, coloured.replaceAll("\u001b\\[[0-9;]*m", ""));
  }

  @Test
  void everyCaseIsToldWithItsAssumption() {
    var text = new TextReport(null, TextReport.Detail.NORMAL, false).lines(Log.cases());
    assertTrue(
        text.endsWith(
            """
                T10  session 0  line 1  w(x)=1
                T11  session 0  line 2  r(x)=2
                T12  session 1  line 3  w(x)=2
                T13  session 1  line 4  r(x)=1
                whatever the order is
                if x=2 by T12 came after x=1, which T13 read:
                T12 -so-> T13     session 1 ran T12 before T13
                T13 -rw(x)-> T12  assuming x=2 by T12 came after x=1, which T13 read
                if x=1 by T10 came after x=2, which T11 read:
                T10 -so-> T11     session 0 ran T10 before T11
                T11 -rw(x)-> T10  assuming x=1 by T10 came after x=2, which T11 read
            """),
        text);
  }
}
