package mtc.formats.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JepsenReaderTest {
  private static void assertReads(String text, String expected) throws IOException {
    assertEquals(expected.strip(), Text.history(text));
  }

  @Nested
  class ShapeOfTheFile {
    private static final String ONE = "{:type :ok, :process 0, :value [[:w :x 1]]}";

    @ParameterizedTest
    @ValueSource(
        strings = {
          "%1$s %1$s",
          "%1$s\n%1$s\n",
          "%1$s%1$s",
          "[%1$s %1$s]",
          "[%1$s, %1$s] ; the end",
          "(%1$s %1$s)",
          "; two of them\n[%1$s ; one\n %1$s]",
          "#jepsen.history.Op%1$s #some.other/Tag %1$s",
          "#jepsen.history.History [#jepsen.history.Op %1$s %1$s]",
          "%1$s #_%1$s #_ nil %1$s",
          "\uFEFF%1$s %1$s",
        })
    void isAStreamAVectorOrAListOfTaggedOrPlainMaps(String shape) throws IOException {
      assertEquals(2, Text.read(shape.formatted(ONE)).transactionCount(), shape);
    }

    @Test
    void isASingleOperation() throws IOException {
      assertReads(ONE, "0@1 p0 ok w(:x)=1");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"[%1$s,%1$s]", "%1$s\n%1$s\n", " \n[\n%1$s\n,%1$s]", "\uFEFF[%1$s,%1$s]"})
    void isAJsonArrayOrOneObjectAfterTheOther(String shape) throws IOException {
      var one = "{\"type\":\"ok\",\"process\":0,\"value\":[[\"w\",\"x\",1]]}";
      assertEquals(2, Text.read(shape.formatted(one)).transactionCount(), shape);
    }

    @Test
    void maySpreadAnOperationOverLines() throws IOException {
      assertReads(
          """
          {:type :ok
           :process 0
           :value [[:w
                    :x 1]]}
          {:type :ok, :process 1, :value []}
          """,
          """
          0@1 p0 ok w(:x)=1
          1@5 p1 ok\
          """);
    }

    @Test
    void mayHaveFieldsInAnyOrder() throws IOException {
      assertReads(
          """
          {:value [[:r :x nil] [:w :y 2]], :f :txn, :process 7, :time 5, :type :invoke, :index 3}
          {:time 6, :index 9, :value [[:r :x 1] [:w :y 2]], :f :txn, :type :ok, :process 7}
          """,
          "9@2 p7 0-1 ok r(:x)=1 w(:y)=2");
    }

    @Test
    void mayHaveFieldsThatNobodyKnows() throws IOException {
      assertReads(
          """
          {:error [:a {:b #{1 2}}] :exception {:via [{:type java.lang.Exception}]} "s" 1 [1 2] 3
           :type :ok, :process 0, :value [[:w :x 1]], :node \\n, :ratio 1/2}
          """,
          "0@1 p0 ok w(:x)=1");
    }
  }

  @Nested
  class Pairing {
    @Test
    void takesRealTimeFromTheOrderOfTheFile() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :value [[:w :x 1]]}
          {:type :invoke, :process 1, :value [[:r :x nil]]}
          {:type :ok, :process 1, :value [[:r :x 1]]}
          {:type :ok, :process 0, :value [[:w :x 1]]}
          {:type :invoke, :process 1, :value [[:r :x nil]]}
          {:type :ok, :process 1, :value [[:r :x 1]]}
          """,
          """
          2@3 p1 1-2 ok r(:x)=1
          3@4 p0 0-3 ok w(:x)=1
          5@6 p1 4-5 ok r(:x)=1\
          """);
    }

    @Test
    void believesReadsOfCommittedTransactionsOnlyAndWritesOfInvocations() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :value [[:r :x nil] [:w :x 1]]}
          {:type :fail, :process 0, :value [[:r :x 8] [:w :x 9]]}
          {:type :invoke, :process 0, :value [[:r :x nil] [:w :x 2]]}
          {:type :info, :process 0, :value [[:r :x 8] [:w :x 9]], :error :timeout}
          {:type :invoke, :process 1, :value [[:r :x 7] [:w :x 3]]}
          """,
          """
          1@2 p0 0-1 aborted r(:x)=? w(:x)=1
          3@4 p0 2- open r(:x)=? w(:x)=2
          4@5 p1 4- open r(:x)=? w(:x)=3\
          """);
    }

    @Test
    void takesTheInvocationsWritesIfAnOkDoesNotRepeatThem() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:w :x 1]]}
          {:type :ok, :process 0}
          {:type :invoke, :process 0, :f :write, :value 3}
          {:type :ok, :process 0, :f :write, :value nil}
          """,
          """
          1@2 p0 0-1 ok r(:x)=? w(:x)=1
          3@4 p0 2-3 ok w(:register)=3\
          """);
    }

    @Test
    void letsAProcessGoOnAfterInfo() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :value [[:w :x 1]]}
          {:type :info, :process 0}
          {:type :invoke, :process 0, :value [[:w :x 2]]}
          {:type :ok, :process 0, :value [[:w :x 2]]}
          """,
          """
          1@2 p0 0- open w(:x)=1
          3@4 p0 2-3 ok w(:x)=2\
          """);
    }

    @Test
    void hasNoRealTimeWithoutInvocations() throws IOException {
      var history =
          Text.read(
              """
              {:type :ok, :process 0, :value [[:w :x 1]]}
              {:type :info, :process 1, :value [[:r :x 1] [:w :x 2]]}
              {:type :fail, :process 2, :value [[:w :x 3]]}
              """);
      assertEquals(
          """
          0@1 p0 ok w(:x)=1
          1@2 p1 open r(:x)=? w(:x)=2
          2@3 p2 aborted w(:x)=3\
          """,
          Text.of(history));
      assertEquals(
          "line 1 completes an operation that was never invoked", history.withoutRealTime());
    }

    @Test
    void leavesOutWhatIsNotAClients() throws IOException {
      assertReads(
          """
          {:type :info, :process :nemesis, :f :start, :value {"n1" #{"n2"}}}
          {:type :info, :value [:isolated {"n1" #{"n2"}} [[[[1]]]]], :f :start, :process :nemesis}
          {:type :invoke, :process 0, :value [[:w :x 1]]}
          {:type :invoke, :process "main", :f :setup, :value 1}
          {:type :ok, :process 0, :value [[:w :x 1]]}
          """,
          "4@5 p0 2-4 ok w(:x)=1");
    }

    @Test
    void keepsWhatTheNemesisDidAsEvents() throws IOException {
      var history =
          Text.read(
              """
              {:type :invoke, :process 0, :time 1, :value [[:w :x 1]]}
              {:type :info, :process :nemesis, :f :start-partition, :time 5}
              {:type :ok, :process 0, :time 6, :value [[:w :x 1]]}
              {:type :info, :process :nemesis, :f :start-partition, :value {"n1" #{"n2"}}, :time 9}
              {:type :info, :process :nemesis, :f :kill}
              {:type :info, :process :nemesis, :f :start-partition, :time 11}
              {:type :info, :process :nemesis}
              """);
      var events = new StringBuilder();
      for (var e = 0; e < history.eventCount(); e++) {
        events.append(history.eventName(e)).append(' ');
        events.append(history.eventStart(e)).append('-').append(history.eventEnd(e)).append(' ');
        events.append(
            history.eventStartNanos(e) == History.NEVER ? "" : history.eventStartNanos(e));
        events.append('-');
        events.append(history.eventEndNanos(e) == History.NEVER ? "" : history.eventEndNanos(e));
        events.append('\n');
      }
      assertEquals(
          """
          start-partition 1-3 5-9
          kill 4-4 -
          start-partition 5-5 11-11
          """,
          events.toString());
    }

    @Test
    void pairsOperationsWithoutProcessInTheOrderOfTheFile() throws IOException {
      assertReads(
          """
          {:index 0 :type :invoke :value [[:append 1 1]]}
          {:index 1 :type :ok :value [[:append 1 1]]}
          {:index 2 :process nil :type :invoke :value [[:r 1 nil]]}
          {:index 3 :process nil :type :ok :value [[:r 1 [1]]]}
          {:index 4 :type :invoke :value [[:append 1 2]]}
          """,
          """
          1@2 0-1 ok a(1)=1
          3@4 2-3 ok l(1)=[1]
          4@5 4- open a(1)=2\
          """);
    }

    @Test
    void keepsTimesOnlyIfEveryOperationHasOne() throws IOException {
      var pair =
          """
          {:type :invoke, :process 0, :time 5, :value [[:w :x 1]]}
          {:type :ok, :process 0, :time %s, :value [[:w :x 1]]}
          """;
      var timed = Text.read(pair.formatted("17"));
      assertTrue(timed.hasClock());
      assertEquals(5, timed.startNanos(0));
      assertEquals(17, timed.endNanos(0));
      assertFalse(Text.read(pair.formatted("-1")).hasClock());
      assertFalse(Text.read(pair.formatted("nil")).hasClock());
    }

    @Test
    void givesTransactionsTheIndexOfTheirCompletion() throws IOException {
      assertReads(
          """
          {:index 10, :type :invoke, :process 0, :value [[:w :x 1]]}
          {:index 20, :type :ok, :process 0, :value [[:w :x 1]]}
          {:index 30, :type :invoke, :process 0, :value [[:w :x 2]]}
          """,
          """
          20@2 p0 0-1 ok w(:x)=1
          30@3 p0 2- open w(:x)=2\
          """);
    }
  }

  @Nested
  class Transactions {
    @Test
    void haveReadsAndWritesHoweverTheyAreSpelt() throws IOException {
      assertReads(
          """
          {:type :ok, :f :read, :value ((:r 1 nil) [:read 2 5] (:write 3 6) ["w" 4 7 true])}
          """,
          "0@1 ok r(1)=nil r(2)=5 w(3)=6 w(4)=7");
    }

    @Test
    void countWhateverTheFunctionIsCalled() throws IOException {
      assertReads("{:type :ok, :f :transfer, :value [[:w 1 1]]}", "0@1 ok w(1)=1");
    }

    @Test
    void areEmptyWithoutValue() throws IOException {
      assertReads(
          "{:type :ok, :f :txn} {:type :ok, :value nil} {:type :ok, :f :txn, :value []}",
          """
          0@1 ok
          1@1 ok
          2@1 ok\
          """);
    }

    @Test
    void haveAnyScalarAsKeyAndValue() throws IOException {
      assertReads(
          """
          {:type :ok, :value [[:w "a" "b"] [:w :a :b/c] [:w a b] [:w nil true] [:w \\a 1.50]
                              [:w 5N 99999999999999999999] [:w -5 9223372036854775807]
                              [:w 1/2 #inst "2020-01-01"] [:w 1 #my/tag 2] [:w 1 2.5M]]}
          """,
          "0@1 ok w(\"a\")=\"b\" w(:a)=:b/c w(a)=b w(nil)=true w(\\a)=1.5"
              + " w(5)=99999999999999999999N w(-5)=9223372036854775807"
              + " w(1/2)=#inst \"2020-01-01T00:00:00Z\" w(1)=2 w(1)=2.5M");
    }

    @Test
    void beginWithNil() throws IOException {
      var history = Text.read("{:type :ok, :value [[:r 1 nil]]}");
      assertEquals(Scalars.NIL, history.initialValue());
      assertTrue(history.initialValueIsReserved());
    }

    @Test
    void readUnknownIfTheReadSaysNothing() throws IOException {
      assertReads("{:type :ok, :value [[:r 1]]}", "0@1 ok r(1)=?");
    }
  }

  @Nested
  class Lists {
    @Test
    void areReadInOrder() throws IOException {
      assertReads(
          "{:type :ok, :value [[:append :x 3] [:r :x [1 2 3]] [:r :y (:a \"b\")]]}",
          "0@1 ok a(:x)=3 l(:x)=[1 2 3] l(:y)=[:a \"b\"]");
    }

    @Test
    void areEmptyWhenReadAsNilEvenBeforeTheFirstAppend() throws IOException {
      assertReads(
          """
          {:type :ok, :value [[:r :x nil] [:r :y nil] [:r :z []]]}
          {:type :ok, :value [[:append :x 1] [:r :z nil]]}
          """,
          """
          0@1 ok l(:x)=[] r(:y)=nil l(:z)=[]
          1@2 ok a(:x)=1 l(:z)=[]\
          """);
    }

    @Test
    void stayUnknownInTransactionsThatDidNotCommit() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :value [[:r :x nil] [:append :x 1]]}
          {:type :info, :process 0, :value [[:r :x [5]] [:append :x 1]]}
          """,
          "1@2 p0 0- open r(:x)=? a(:x)=1");
    }
  }

  @Nested
  class Registers {
    @Test
    void withoutKeyAreOneRegister() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :f :write, :value 1}
          {:type :ok, :process 0, :f :write, :value 1}
          {:type :invoke, :process 0, :f :read, :value nil}
          {:type :ok, :process 0, :f :read, :value 1}
          {:type :invoke, :process 0, :f :cas, :value [1 2]}
          {:type :ok, :process 0, :f :cas, :value [1 2]}
          {:type :invoke, :process 0, :f :read, :value nil}
          {:type :ok, :process 0, :f :read, :value nil}
          """,
          """
          1@2 p0 0-1 ok w(:register)=1
          3@4 p0 2-3 ok r(:register)=1
          5@6 p0 4-5 ok r(:register)=1 w(:register)=2
          7@8 p0 6-7 ok r(:register)=nil\
          """);
    }

    @Test
    void withKeysAreTuples() throws IOException {
      assertReads(
          """
          {:type :ok, :f :write, :value [:x 1]}
          {:type :ok, :f :read, :value [:x nil]}
          {:type :ok, :f :read, :value (:x 1)}
          {:type :ok, :f :cas, :value [:x [1 2]]}
          {:type :ok, :f :cas, :value [:x [:r :w]]}
          """,
          """
          0@1 ok w(:x)=1
          1@2 ok r(:x)=nil
          2@3 ok r(:x)=1
          3@4 ok r(:x)=1 w(:x)=2
          4@5 ok r(:x)=:r w(:x)=:w\
          """);
    }

    @Test
    void sawWhatACompareAndSetComparedToIfItTookEffectAtAll() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :f :cas, :value [1 2]}
          {:type :fail, :process 0, :f :cas, :value [1 2]}
          {:type :invoke, :process 0, :f :cas, :value [3 4]}
          {:type :info, :process 0, :f :cas, :value :timed-out}
          {:type :invoke, :process 1, :f :cas, :value [5 6]}
          {:type :invoke, :process 2, :f :read, :value 3}
          """,
          """
          1@2 p0 0-1 aborted r(:register)=1 w(:register)=2
          3@4 p0 2- open r(:register)=3 w(:register)=4
          4@5 p1 4- open r(:register)=5 w(:register)=6
          5@6 p2 5- open r(:register)=?\
          """);
    }

    @Test
    void doNotKnowWhatAReadSawThatDoesNotSay() throws IOException {
      assertReads(
          """
          {:type :invoke, :process 0, :f :read, :value [:x nil]}
          {:type :ok, :process 0, :f :read}
          """,
          "1@2 p0 0-1 ok r(:x)=?");
    }
  }

  @Nested
  class Json {
    @Test
    void givesTheSameHistoryAsEdn() throws IOException {
      assertEquals(
          Text.history(
              """
              {:type :invoke, :process 0, :f :txn, :index 0, :time 3, :value [[:append "x" 1]]}
              {:type :ok, :process 0, :f :txn, :index 1, :time 4, :value [[:append "x" 1]]}
              {:type :invoke, :process 1, :f :txn, :index 2, :time 5, :value [[:r "x" nil]]}
              {:type :info, :process "nemesis", :f :kill, :index 3, :time 5, :value {"a" [1]}}
              {:type :ok, :process 1, :f :txn, :index 5, :time 6, :value [[:r "x" [1 2.5 "é"]]]}
              """),
          Text.history(
              """
              [{"type":"invoke","process":0,"f":"txn","index":0,"time":3,"value":[["append","x",1]]},
              {"type":"ok","process":0,"f":"txn","index":1,"time":4,"value":[["append","x",1]]},
              {"type":"invoke","process":1,"f":"txn","index":2,"time":5,"value":[["r","x",null]]},
              {"type":"info","process":"nemesis","f":"kill","index":3,"time":5,"value":{"a":[1]}},
              {"type":"ok","process":1,"f":"txn","index":5,"time":6,"value":[["r","x",[1,2.5,"\\u00e9"]]]}]
              """));
    }

    @Test
    void hasRegistersToo() throws IOException {
      assertReads(
          """
          {"type":"ok","f":"cas","value":[1,2]}
          """,
          "0@1 ok r(:register)=1 w(:register)=2");
      assertReads(
          """
          {"type":"ok","f":"cas","value":["r",["r","w"]]}
          {"type":"ok","f":"read","value":["k",null]}
          """,
          """
          0@1 ok r("r")="r" w("r")="w"
          1@2 ok r("k")=nil\
          """);
    }
  }

  @Test
  void wordsOfOneLengthAreToldApartHoweverManyThereAre() throws IOException {
    var text = new StringBuilder();
    for (var i = 10_000; i < 15_000; i++) {
      text.append("{\"type\":\"ok\",\"value\":[[\"w\",\"k%d\",1]]}\n".formatted(i));
    }
    var history = Text.read(text.toString());
    for (var t = 0; t < 5000; t++) {
      var name = history.keyName(history.key(history.firstOperation(t)));
      assertEquals("k" + (10_000 + t), history.scalars().textValue(name));
    }
  }

  @Test
  void whatWasLeftOutIsNoted() throws IOException {
    assertEquals(
        List.of(
            "1 operation is not a client's (the nemesis) and was left out",
            "2 operations have no :process and belong to no session"),
        Text.read(
                """
                {:type :info, :process :nemesis}
                {:type :invoke, :value []}
                {:type :ok, :value []}
                """)
            .notes());
  }

  @Test
  void aThousandOpenProcessesAreEachPairedWithTheirOwn() throws IOException {
    var text = new StringBuilder();
    for (var p = 0; p < 1000; p++) {
      text.append("{:type :invoke :process %d :value [[:w %d %d]]}\n".formatted(p * 7, p, p));
    }
    for (var p = 999; p >= 0; p--) {
      text.append("{:type :info :process %d}\n".formatted(p * 7));
    }
    var history = Text.read(text.toString());
    for (var t = 0; t < 1000; t++) {
      assertEquals(999 - t, history.value(history.firstOperation(t)));
      assertEquals(999 - t, history.start(t));
    }
  }
}
