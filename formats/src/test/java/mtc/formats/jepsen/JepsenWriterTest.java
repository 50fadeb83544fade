package mtc.formats.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import mtc.formats.UnwritableException;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JepsenWriterTest {
  private static final String MAPPED_IDS =
      "transactions are numbered anew, by the place of their completion";
  private static final String NO_REAL_TIME = "there is no real time: only completions are written";

  private final HistoryBuilder builder = new HistoryBuilder("test");
  private final Scalars scalars = builder.scalars();

  private void assertWritesBackAsItIs(String edn) throws IOException {
    var written = Text.write(JepsenFormat.edn(), Text.read(edn));
    assertEquals(edn, written.text());
    assertEquals(List.of(), written.mappings());
  }

  @Test
  void aHistoryComesBackToTheByte() throws IOException {
    assertWritesBackAsItIs(
        """
        {:index 0, :time 5, :type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:w :x 1]]}
        {:index 1, :time 6, :type :invoke, :process 1, :f :txn, :value [[:w "a b" -7]]}
        {:index 2, :time 7, :type :ok, :process 0, :f :txn, :value [[:r :x nil] [:w :x 1]]}
        {:index 3, :time 8, :type :fail, :process 1, :f :txn, :value [[:w "a b" -7]]}
        {:index 4, :time 9, :type :invoke, :process 0, :f :txn, :value [[:r :x nil]]}
        {:index 5, :time 9, :type :info, :process 0, :f :txn, :value [[:r :x nil]]}
        """);
  }

  @Test
  void listsComeBack() throws IOException {
    assertWritesBackAsItIs(
        """
        {:index 0, :type :invoke, :process 0, :f :txn, :value [[:r 1 nil] [:append 1 1] [:r 2 nil]]}
        {:index 1, :type :ok, :process 0, :f :txn, :value [[:r 1 []] [:append 1 1] [:r 2 nil]]}
        {:index 2, :type :invoke, :process 0, :f :txn, :value [[:r 1 nil]]}
        {:index 7, :type :ok, :process 0, :f :txn, :value [[:r 1 [1 :two "three"]]]}
        """);
  }

  @Test
  void transactionsWithoutProcessHaveNone() throws IOException {
    assertWritesBackAsItIs(
        """
        {:index 0, :type :invoke, :f :txn, :value [[:w 1 1]]}
        {:index 1, :type :ok, :f :txn, :value [[:w 1 1]]}
        """);
  }

  @Test
  void openCompareAndSetsKeepWhatTheyCompareTo() throws IOException {
    assertWritesBackAsItIs(
        """
        {:index 0, :type :invoke, :process 0, :f :cas, :value [:register [1 2]]}
        {:index 1, :type :fail, :process 0, :f :cas, :value [:register [1 2]]}
        {:index 2, :type :invoke, :process 0, :f :cas, :value [:register [nil 3]]}
        {:index 3, :type :info, :process 0, :f :cas, :value [:register [nil 3]]}
        """);
  }

  @Test
  void withoutRealTimeOnlyCompletionsAreWritten() throws IOException {
    var text =
        """
        {:index 4, :type :ok, :process 0, :f :txn, :value [[:w 1 1]]}
        {:index 6, :type :info, :process 1, :f :txn, :value [[:w 1 2]]}
        """;
    var written = Text.write(JepsenFormat.edn(), Text.read(text));
    assertEquals(text, written.text());
    assertEquals(List.of(NO_REAL_TIME), written.mappings());
    assertFalse(Text.read(written.text()).hasRealTime());
  }

  @Test
  void anOpenTransactionCompletesBeforeItsProcessGoesOn() throws IOException {
    transaction(0, 0, History.NEVER, Status.INDETERMINATE);
    transaction(0, 3, 5, Status.COMMITTED);
    transaction(1, 1, 2, Status.COMMITTED);
    assertEquals(
        """
        {:index 0, :type :invoke, :process 0, :f :txn, :value []}
        {:index 1, :type :invoke, :process 1, :f :txn, :value []}
        {:index 2, :type :ok, :process 1, :f :txn, :value []}
        {:index 3, :type :info, :process 0, :f :txn, :value []}
        {:index 4, :type :invoke, :process 0, :f :txn, :value []}
        {:index 5, :type :ok, :process 0, :f :txn, :value []}
        """,
        Text.write(JepsenFormat.edn(), builder.build()).text());
  }

  @Test
  void anEndAndAStartAtTheSamePlaceAreConcurrent() throws IOException {
    transaction(0, 0, 5, Status.COMMITTED);
    transaction(1, 5, 6, Status.COMMITTED);
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals("5@3 p0 0-2 ok\n6@4 p1 1-3 ok", Text.history(written.text()));
    assertEquals(List.of(), written.mappings());
  }

  @Test
  void realTimeIsLeftOutIfASessionOverlapsItself() throws IOException {
    transaction(0, 0, 5, Status.COMMITTED);
    transaction(0, 5, 6, Status.COMMITTED);
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals("5@1 p0 ok\n6@2 p0 ok", Text.history(written.text()));
    assertEquals(
        "transactions of one session overlap in real time, which a Jepsen log cannot show: only"
            + " completions are written, without real time",
        written.mappings().get(0));
  }

  @Test
  void aSessionOrderThatRealTimeTurnsRoundIsRefused() {
    transaction(0, 4, 5, Status.COMMITTED);
    transaction(1, 0, 9, Status.COMMITTED);
    transaction(0, 2, 3, Status.COMMITTED);
    var refused =
        assertThrows(
            UnwritableException.class, () -> Text.write(JepsenFormat.edn(), builder.build()));
    assertEquals(
        "transaction 5 comes before 3 in session 0, and after it in real time; in a Jepsen log one"
            + " order says both",
        refused.getMessage());
  }

  @Test
  void transactionsWithoutSessionThatOverlapGetProcesses() throws IOException {
    transaction(4, 0, 1, Status.COMMITTED);
    transaction(History.NO_SESSION, 2, 4, Status.COMMITTED);
    transaction(History.NO_SESSION, 3, 5, Status.COMMITTED);
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals("1@2 p4 0-1 ok\n4@5 p5 2-4 ok\n5@6 p6 3-5 ok", Text.history(written.text()));
  }

  @Test
  void sessionsThatAreNotIntegersAreNumbered() throws IOException {
    for (var name : new int[] {scalars.string("a"), scalars.integer(3), scalars.keyword("b")}) {
      builder.begin(builder.session(name), 0, 0);
      builder.end(Status.COMMITTED);
    }
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals("0@1 p4 ok\n1@2 p3 ok\n2@3 p5 ok", Text.history(written.text()));
    assertEquals(
        List.of(
            NO_REAL_TIME,
            MAPPED_IDS,
            "session \"a\" is written as process 4",
            "session :b is written as process 5"),
        written.mappings());
  }

  @Test
  void anInitialValueOfItsOwnIsWrittenAsNilWhereItIsRead() throws IOException {
    builder.defaultInitialValue(scalars.integer(0));
    builder.begin(History.NO_SESSION, 0, 0);
    builder.operation(History.READ, builder.key(1), 0);
    builder.operation(History.READ, builder.key(2), 0);
    builder.operation(History.READ, builder.key(3), 0);
    builder.end(Status.COMMITTED);
    builder.begin(History.NO_SESSION, 1, 0);
    builder.operation(History.WRITE, builder.key(2), 0);
    builder.end(Status.COMMITTED);
    builder.begin(History.NO_SESSION, 2, 0);
    builder.operation(History.WRITE, builder.key(3), 0);
    builder.end(Status.INDETERMINATE);
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals(
        """
        0@1 ok r(1)=nil r(2)=0 r(3)=nil
        1@2 ok w(2)=0
        2@3 open w(3)=nil\
        """,
        Text.history(written.text()));
    assertEquals(
        List.of(
            NO_REAL_TIME,
            "the initial value 0 is written as nil where it is read",
            "the initial value 0 is written as nil where it is written again"),
        written.mappings());
  }

  @Test
  void anInitialValueThatItsReaderWritesIsRefused() {
    builder.defaultInitialValue(scalars.integer(0));
    builder.begin(History.NO_SESSION, 7, 0);
    builder.operation(History.READ, builder.key(2), 0);
    builder.operation(History.WRITE, builder.key(2), 0);
    builder.end(Status.COMMITTED);
    var history = builder.build();
    var e = assertThrows(UnwritableException.class, () -> Text.write(JepsenFormat.edn(), history));
    assertEquals(
        "transaction 7 reads the initial value and writes it again, which in a Jepsen log is one"
            + " write",
        e.getMessage());
  }

  @Test
  void whatAnObservedTransactionOfUnknownOutcomeReadIsNotLost() {
    builder.begin(History.NO_SESSION, 0, 0);
    builder.operation(History.READ, builder.key(1), scalars.integer(7));
    builder.operation(History.WRITE, builder.key(2), scalars.integer(8));
    builder.end(Status.INDETERMINATE);
    builder.begin(History.NO_SESSION, 1, 1);
    builder.operation(History.READ, builder.key(2), scalars.integer(8));
    builder.end(Status.COMMITTED);
    var refusal =
        assertThrows(
            UnwritableException.class, () -> Text.write(JepsenFormat.edn(), builder.build()));
    assertTrue(refusal.getMessage().contains("what it read itself has no place"));
  }

  @Test
  void hashesAreDecimalIntegers() throws IOException {
    builder.begin(History.NO_SESSION, 0, 0);
    builder.operation(History.WRITE, builder.key(1), scalars.hash(0xF000000000000000L));
    builder.end(Status.COMMITTED);
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals("0@1 ok w(1)=-1152921504606846976", Text.history(written.text()));
    assertEquals("64-bit hashes are written as signed decimal integers", written.mappings().get(1));
  }

  @Test
  void readsThatNobodyBelievesAreLeftOutAndThatIsSaid() throws IOException {
    builder.begin(History.NO_SESSION, 0, 0);
    builder.operation(History.READ, builder.key(1), 5);
    builder.end(Status.ABORTED);
    var written = Text.write(JepsenFormat.edn(), builder.build());
    assertEquals("0@1 0-0 aborted r(1)=?", Text.history(written.text()));
    assertEquals(
        "what aborted and indeterminate transactions read is left out", written.mappings().get(1));
  }

  @Test
  void aFailedComparisonIsRefused() {
    builder.begin(History.NO_SESSION, 7, 0);
    builder.operation(History.READ_OTHER, builder.key(1), 5);
    builder.end(Status.COMMITTED);
    var history = builder.build();
    var e = assertThrows(UnwritableException.class, () -> Text.write(JepsenFormat.edn(), history));
    assertEquals(
        "transaction 7 is a compare-and-set whose comparison failed, which in a Jepsen log says"
            + " nothing of the register",
        e.getMessage());
  }

  @Test
  void jsonIsAnArrayOfOperations() throws IOException {
    var written =
        Text.write(
            JepsenFormat.json(),
            Text.read(
                """
                {:index 0, :time 5, :type :invoke, :process 0, :value [[:r :x nil] [:append "y" 1]]}
                {:index 1, :time 6, :type :ok, :process 0, :value [[:r :x nil] [:append "y" 1]]}
                """));
    assertEquals(
        """
        [{"index":0,"time":5,"type":"invoke","process":0,"f":"txn","value":[["r","x",null],["append","y",1]]},
        {"index":1,"time":6,"type":"ok","process":0,"f":"txn","value":[["r","x",null],["append","y",1]]}]
        """,
        written.text());
    assertEquals(
        List.of("keywords, symbols and characters are written as JSON strings"),
        written.mappings());
  }

  @Test
  void jsonRefusesAKeywordThatReadsLikeAString() throws IOException {
    var history = Text.read("{:type :ok, :value [[:w :x 1] [:w \"x\" 1]]}");
    var e = assertThrows(UnwritableException.class, () -> Text.write(JepsenFormat.json(), history));
    assertEquals("JSON cannot tell :x from the string of the same name", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1/2", "1.5M", "#inst \"2020\"", "##NaN", "##Inf"})
  void jsonRefusesWhatItCannotSpell(String value) throws IOException {
    var history = Text.read("{:type :ok, :value [[:w 1 %s]]}".formatted(value));
    assertThrows(UnwritableException.class, () -> Text.write(JepsenFormat.json(), history));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\\\"b\\\\c\\n\\t\\u0001é\uD83D\uDE00\"",
        "1.5",
        "1.0E10",
        "true",
        "99999999999999999999",
        "-9223372036854775808",
        "9223372036854775807",
        "nil",
        "\"\""
      })
  void scalarsComeBackFromBothNotations(String value) throws IOException {
    var history = Text.read("{:type :ok, :value [[:w 1 %s]]}".formatted(value));
    assertEquals(Text.of(history), Text.history(Text.write(JepsenFormat.edn(), history).text()));
    assertEquals(Text.of(history), Text.history(Text.write(JepsenFormat.json(), history).text()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1/2",
        "1.5M",
        "#inst \"2020\"",
        "#bytes \"ab\"",
        "#bytes \"\"",
        "##NaN",
        "##-Inf",
        "sym",
        "\\a",
        "\\newline",
        ":a/b"
      })
  void scalarsComeBackFromEdn(String value) throws IOException {
    var history = Text.read("{:type :ok, :value [[:w 1 %s]]}".formatted(value));
    var again = Text.read(Text.write(JepsenFormat.edn(), history).text());
    assertEquals(Text.of(history), Text.of(again));
    assertEquals(history.scalars().kind(history.value(0)), again.scalars().kind(again.value(0)));
  }

  @Test
  void segmentsGoOnWhereTheLastOneEnded() throws IOException {
    var first = new HistoryBuilder("test");
    first.begin(first.session(first.scalars().integer(0)), 0, 0);
    first.realTime(0, History.NEVER);
    first.end(Status.INDETERMINATE);
    var second = new HistoryBuilder("test");
    second.begin(second.session(second.scalars().integer(0)), 0, 0);
    second.realTime(1, 2);
    second.end(Status.COMMITTED);
    var written = Text.write(JepsenFormat.json(), first.build(), second.build());
    assertEquals("1@2 p0 0- open\n3@4 p0 2-3 ok", Text.history(written.text()));
  }

  @Test
  void randomHistoriesComeBackFromBothNotations() throws IOException {
    for (var seed = 0; seed < 200; seed++) {
      var history = random(new Random(seed));
      var edn = Text.write(JepsenFormat.edn(), history).text();
      var json = Text.write(JepsenFormat.json(), history).text();
      assertEquals(canonical(history), canonical(Text.read(edn)), "seed " + seed);
      assertEquals(canonical(history), canonical(Text.read(json)), "seed " + seed);
    }
  }

  /** Who did what in each session, and what came before what in real time. */
  private static String canonical(History h) {
    var text = new StringBuilder();
    for (var s = -1; s < 100; s++) {
      for (var t = 0; t < h.transactionCount(); t++) {
        if (h.session(t) >= 0 && h.scalars().longValue(h.sessionName(h.session(t))) == s) {
          text.append(Text.transaction(h, t).replaceFirst("^\\S+ (p\\S+) \\S+", "$1"));
          text.append(" after");
          for (var s2 = 0; s2 < 100; s2++) {
            for (var before = 0; before < h.transactionCount(); before++) {
              if (h.end(before) < h.start(t)
                  && h.scalars().longValue(h.sessionName(h.session(before))) == s2) {
                text.append(' ')
                    .append(Text.transaction(h, before).replaceFirst("^\\S+ (p\\S+) \\S+", "$1"));
              }
            }
          }
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  /** A history of a few processes, each of which runs one transaction at a time. */
  private static History random(Random random) {
    var b = new HistoryBuilder("test");
    b.reservedInitialValue(Scalars.NIL);
    var processes = 1 + random.nextInt(4);
    var free = new long[processes];
    for (var i = random.nextInt(30); i >= 0; i--) {
      var p = random.nextInt(processes);
      var start = free[p] + random.nextInt(5);
      var end = start + random.nextInt(9);
      free[p] = end + 1;
      var status = Status.values()[Math.max(0, random.nextInt(6) - 3)];
      b.begin(b.session(p), i, i);
      b.realTime(start, status == Status.INDETERMINATE ? History.NEVER : end);
      for (var ops = random.nextInt(4); ops > 0; ops--) {
        addRandom(b, random, status == Status.COMMITTED);
      }
      b.end(status);
    }
    return b.build();
  }

  private static void addRandom(HistoryBuilder b, Random random, boolean told) {
    var scalars = b.scalars();
    var isList = random.nextBoolean();
    var key = b.key(scalars.string((isList ? "list" : "register") + random.nextInt(3)));
    var value =
        random.nextBoolean()
            ? scalars.string("é" + random.nextInt(9))
            : scalars.integer(random.nextLong() >> random.nextInt(64));
    var seen = random.nextInt(4) == 0 ? Scalars.NIL : scalars.integer(random.nextInt(9));
    if (random.nextBoolean()) {
      b.operation(isList ? History.APPEND : History.WRITE, key, value);
    } else if (!told) {
      b.operation(History.READ, key, Scalars.UNKNOWN);
    } else if (isList) {
      b.readList(key);
      for (var i = random.nextInt(4); i > 0; i--) {
        b.element(i);
      }
    } else {
      b.operation(History.READ, key, seen);
    }
  }

  private void transaction(int process, long start, long end, Status status) {
    var session =
        process == History.NO_SESSION
            ? History.NO_SESSION
            : builder.session(scalars.integer(process));
    builder.begin(session, end == History.NEVER ? start : end, 0);
    builder.realTime(start, end);
    builder.end(status);
  }
}
