package mtc.formats.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JepsenErrorsTest {
  private static final String OTHER = ", not transactions of reads and writes or a register";

  private static void assertRefuses(String text, String expected) throws IOException {
    assertEquals(expected, Text.error(text));
  }

  @Test
  void errorsInJsonNameNoSettingOfALibrary() throws IOException {
    var operation = "{\"type\":\"invoke\",\"process\":0,\"f\":\"txn\",\"value\":[]}\n";
    assertRefuses(
        operation + "// c\n",
        "2:1: Unexpected character ('/' (code 47)): maybe a (non-standard) comment?");
    assertRefuses(
        operation + "\036" + operation,
        "2:1: Illegal character ((CTRL-CHAR, code 30)): only regular white space (\\r, \\n, \\t) is"
            + " allowed between tokens");
  }

  @ParameterizedTest
  @CsvSource({
    "enqueue, a queue workload,"
        + " (jepsen.checker/total-queue and Knossos's queue models check it)",
    "dequeue, a queue workload,"
        + " (jepsen.checker/total-queue and Knossos's queue models check it)",
    "send, a log (Kafka) workload, (jepsen.tests.kafka checks it)",
    "generate, a unique-ids workload, (jepsen.checker/unique-ids checks it)",
    "get, a key-value workload of string appends (Porcupine's kv),",
    "whatever, a workload of another kind,",
  })
  void workloadsOfAnotherKindAreRefusedByName(String f, String workload, String instead)
      throws IOException {
    var other = instead == null ? OTHER : OTHER + " " + instead;
    assertRefuses(
        "{:type :invoke, :process 0, :f :%s, :value 1}".formatted(f),
        "1:1: `:f :"
            + f
            + "` is "
            + workload
            + other
            + "; --ignore "
            + f
            + " leaves such operations out, if they change nothing that others read");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{0 10, 1 90, 0 20} | 0",
        "{:from 0, :to 1, :amount 5, :from 1} | :from",
        "[1 {:r 1, :w 2, :r 1}] | :r",
        "[{\"a\" 1, \"b\" 2} {\"b\" 1, \"a\" 2, \"b\" 3}] | \"b\"",
      })
  void aMapWithAKeyTwiceIsRefused(String value, String key) throws IOException {
    assertRefuses(
        "{:type :invoke, :process 0, :f :transfer}\n {:type :ok, :process 0, :f :transfer, :value %s}"
            .formatted(value),
        "2:2: a map in its value has the key " + key + " twice, expected it once");
  }

  @Test
  void workloadsAreRefusedForWhatTheyRead() throws IOException {
    var read = "{:type :ok, :f :cas, :value [1 2]}\n {:type :ok, :process 0, :f :read, :value %s}";
    assertRefuses(read.formatted("#{1 2}"), "2:2: `:f :read` of a set is a set workload" + OTHER);
    assertRefuses(
        read.formatted("[0 1 2]"), "2:2: `:f :read` of a vector is a set or list workload" + OTHER);
    assertRefuses(
        "{:type :ok, :value [[:r 1 #{1}]]}",
        "1:1: a micro-operation on a set is a set workload" + OTHER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{:type :ok, :type :fail, :value [[:r 1 5]]}|1:19|type",
        "{:type :ok, \"type\" :ok, :value [[:r 1 5]]}|1:20|type",
        "{:value [[:r 1 5]], :type :ok, :value [[:r 1 nil]]}|1:39|value",
        "{:type :ok, :process 0, :process 1, :value [[:r 1 5]]}|1:34|process",
        "{:type :ok, :index 0, :index 0, :value [[:r 1 5]]}|1:30|index",
        "{:type :ok, :time 0, :time 1, :value [[:r 1 5]]}|1:28|time",
        "{:type :ok, :f :txn, :f :read, :value [[:r 1 5]]}|1:25|f",
        "{:type :ok, :error 1, :error 2, :value [[:r 1 5]]}|1:30|error",
        "[{\"type\":\"ok\",\"type\":\"fail\",\"value\":[[\"r\",1,5]]}]|1:22|type",
      })
  void fieldThatIsThereTwiceIsRefused(String text, String at, String field) throws IOException {
    assertRefuses(text, at + ": the operation has " + field + " twice, expected it once");
  }

  @Test
  void microOperationsOfAnotherKindAreRefused() throws IOException {
    assertRefuses(
        "{:type :ok, :f :txn, :value [[:w 1 1] [:send 1 2]]}",
        "1:1: expected :r, :w or :append at the head of a micro-operation, found :send: this is no"
            + " workload of transactions of reads and writes or a register (jepsen.tests.kafka"
            + " checks it)");
    assertRefuses(
        "{:type :ok, :f :txn, :value [[:w 1 1] [:rp :true {1 1}]]}",
        "1:1: expected :r, :w or :append at the head of a micro-operation, found :rp: this is no"
            + " workload of transactions of reads and writes or a register (--workload"
            + " closed-predicate reads it, also without an :init)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{:type :ok, :value [[:w 1]]}|expected a value in :w, found nothing",
        "{:type :ok, :value [[:w 1 [2]]]}|expected a scalar as a value, found a vector",
        "{:type :ok, :value [[:r [1] 2]]}|expected a key after :r, found a vector",
        "{:type :ok, :value [[:r]]}|expected a key after :r, found nothing",
        "{:type :ok, :value [[:w 1 1] :x]}|expected a micro-operation like [:r k v], found :x",
        "{:type :ok, :value [[:r 1 [2 [3]]]]}|expected a scalar as a value, found a vector",
        "{:type :ok, :value [7 [:w 1 1]]}|expected a micro-operation like [:r k v], found 7",
        "{:type :ok, :value 5}|expected a vector of micro-operations like [:r k v], found 5",
        "{:type :ok, :f :cas, :value 5}|expected [old new], [key [old new]] or [key old new] in a"
            + " :cas, found 5",
        "{:type :ok, :f :cas}|expected [old new], [key [old new]] or [key old new] in a :cas, found"
            + " nothing",
        "{:type :ok, :f :write}|expected a :value in a :write, found none",
        "{:f :txn, :value []}|expected a :type in the operation",
      })
  void valuesThatAreNotWhatTheyShouldBeAreRefused(String text, String message) throws IOException {
    assertRefuses(text, "1:1: " + message);
  }

  @Test
  void aKeyIsNotBothAListAndARegister() throws IOException {
    var message =
        "2:1: a key is used as a list (:append) here or before, and as a register (:w) the other"
            + " time";
    for (var other :
        new String[] {
          ":value [[:w 1 2]]",
          ":value [[:r 1 2]]",
          ":f :write, :value [1 2]",
          ":f :cas, :value [1 [2 3]]"
        }) {
      var append = "{:type :ok, :value [[:append 1 1]]}";
      var register = "{:type :ok, " + other + "}";
      assertRefuses(append + "\n" + register, message);
      assertRefuses(register + "\n" + append, message);
    }
  }

  @Test
  void aProcessInvokesOneOperationAtATime() throws IOException {
    assertRefuses(
        """
        {:type :invoke, :process 3, :value []}
        {:type :invoke, :process 3, :value []}
        """,
        "2:1: process 3 invokes an operation while its last one, of line 1, is not completed");
  }

  @Test
  void withoutAProcessACompletionBelongsToTheOnlyOneThatItMayBelongTo() throws IOException {
    assertRefuses(
        """
        {:type :invoke, :f :txn, :value [[:r 1 nil]]}
        {:type :invoke, :f :txn, :value [[:r 1 nil]]}
          {:type :ok, :f :txn, :value [[:r 1 nil]]}
        """,
        "3:3: this may complete the operation of line 1 or that of line 2, and no :process tells"
            + " which");
    assertRefuses(
        """
        {:type :invoke, :f :read, :value nil}
        {:type :invoke, :f :write, :value 1}
        {:type :ok, :f :cas, :value [1 2]}
        """,
        "3:1: this completes no operation that was invoked and is not completed");
    var history =
        Text.read(
            """
            {:type :invoke, :f :txn, :value [[:w 1 1] [:r 2 nil]]}
            {:type :invoke, :f :txn, :value [[:w 1 2] [:r 2 nil]]}
            {:type :ok, :f :txn, :value [[:w 1 2] [:r 2 nil]]}
            {:type :invoke, :f :txn, :value [[:w 1 3]]}
            {:type :ok, :f :txn, :value [[:w 1 1] [:r 2 nil]]}
            """);
    assertEquals(3, history.transactionCount());
    assertEquals(1, history.start(0));
    assertEquals(2, history.end(0));
    assertEquals(0, history.start(1));
    assertEquals(4, history.end(1));
    assertEquals(History.NEVER, history.end(2));
  }

  @ParameterizedTest
  @CsvSource({
    "0, \"1\", ok, :f :txn",
    "0, :c1, invoke, :f :txn",
    "0, 1.0, fail, :f :txn",
    "0, \"1\", info, :f :txn",
    "0, [1], ok, :f :cas",
    "0, \"1\", ok, :f :add",
    "nil, \"1\", ok, :f :txn",
  })
  void whatClientsDoIsNotLeftOutForTheNameOfItsProcess(
      String client, String process, String type, String function) throws IOException {
    assertRefuses(
        """
        {:type :info, :process :nemesis, :f :txn}
        {:type :ok, :process %s, :f :txn, :value [[:w 0 1]]}
        {:type :info, :process "setup", :f :setup}
        {:type :%s, :process %s, %s, :value [[:w 0 2]]}
        """
            .formatted(client, type, process, function),
        "4:1: `"
            + function
            + "` is what clients do, and its :process is neither an integer nor :nemesis:"
            + " expected an integer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":f :write, :value [1 5] | :f :read, :value nil | expected [key value], as the operations"
            + " before have, found no key",
        ":f :cas, :value [1 [2 3]] | :f :cas, :value [1 2] | expected [key value], as the"
            + " operations before have, found no key",
        ":f :write, :value 5 | :f :write, :value [1 5] | expected a value without a key, as the"
            + " operations before have, found [1 …]",
      })
  void registersAllHaveKeysOrNoneHas(String first, String second, String message)
      throws IOException {
    assertRefuses(
        "{:type :ok, :process 0, %s}\n{:type :ok, :process 0, %s}".formatted(first, second),
        "2:1: " + message);
  }

  @Test
  void indicesAscend() throws IOException {
    var two = "{:index %s :type :ok :value []}\n{:index %s :type :ok :value []}";
    assertRefuses(two.formatted(5, 5), "2:1: expected an :index above 5, found 5");
    assertRefuses(two.formatted(5, 4), "2:1: expected an :index above 5, found 4");
    assertRefuses(
        two.formatted(5, "nil"), "2:1: expected an :index, as the first operation has one");
    assertRefuses(
        two.formatted("nil", 7),
        "2:1: expected :index 1 or none, as the first operation has none, found 7");
    assertRefuses(two.formatted("nil", ":a"), "2:9: expected an integer as :index");
    assertEquals(2, Text.read(two.formatted("nil", 1)).transactionCount());
  }

  @Test
  void typesAreKnown() throws IOException {
    assertRefuses(
        "{:type :maybe :process 1}", "1:8: expected :invoke, :ok, :fail or :info as :type");
    assertRefuses("{:type 1}", "1:8: expected :invoke, :ok, :fail or :info as :type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nil", "false", "5", "\"a\"", "#{}", "[{:type :ok}] nil"})
  void whatIsNoOperationIsNotSilentlyTheEnd(String form) throws IOException {
    var expected =
        form.startsWith("[")
            ? "1:15: expected the end of the input after the history's closing bracket"
            : "1:1: expected an operation, a map with :type and :value";
    assertRefuses(form, expected);
    if (!form.startsWith("[")) {
      assertTrue(
          Text.error("{:type :ok}\n" + form + "\n{:type :ok}")
              .startsWith("2:1: expected an operation"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "; nothing\n", "[]", "()"})
  void nothingIsNoHistory(String text) throws IOException {
    assertRefuses(
        text, "there is no operation in it: expected maps with :type, :process, :f and :value");
  }

  @Test
  void theNemesisAloneIsNoHistory() throws IOException {
    assertRefuses(
        "{:type :info, :process :nemesis, :f :kill}",
        "there is no client operation in it: every :process is something else than an integer");
  }

  @Test
  void everyTruncationOfAHistoryIsToldAtItsEnd() throws IOException {
    var edn = "[{:type :ok, :process 0,\n :value [[:w \"x\" 1]]}]";
    var json = "[{\"type\":\"ok\",\"process\":0,\n \"value\":[[\"w\",\"x\",1]]}]";
    for (var text : new String[] {edn, json}) {
      for (var end = 1; end < text.length(); end++) {
        var error = Text.error(text.substring(0, end));
        var line = end > text.indexOf('\n') ? "2:" : "1:";
        assertTrue(error.startsWith(line), text.substring(0, end) + " -> " + error);
        assertFalse(error.contains("Source"), error);
      }
    }
  }

  @Test
  void brokenTextIsToldWhereItBreaks() throws IOException {
    assertTrue(Text.error("{:type :ok\n  :value [[:w 1 2)]}").startsWith("2:18: "));
    assertTrue(Text.error("{\"type\":\"ok\",\n  \"value\":[[\"w\",1,2}]}").startsWith("2:"));
  }

  @Test
  void deepNestingIsRefusedAndDoesNotOverflow() throws IOException {
    var deep = "[".repeat(1_000_000);
    assertTrue(Text.error("{:type :ok, :value " + deep).startsWith("1:"));
    assertTrue(Text.error("{\"type\":\"ok\",\"value\":" + deep).startsWith("1:"));
  }

  @Test
  void garbledHistoriesAreReadOrRefusedAtAPlace() throws IOException {
    var texts =
        new String[] {
          """
          {:index 0, :type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:append "y" 1]]}
          {:index 1, :type :info, :process :nemesis, :f :kill, :value {[1 2] #{"n1"}}}
          {:index 2, :type :ok, :process 0, :f :txn, :value [[:r :x 5] [:append "y" 1]]}
          """,
          """
          [{"type":"invoke","process":0,"f":"cas","value":["k",[1,2]]},
          {"type":"ok","process":0,"f":"cas","value":["k",[1,2]]}]
          """
        };
    var random = new Random(1);
    var characters = "{}[]()#:;\"\\ ,\n019-nrwe_^@/.MN\u0000\u00e9";
    for (var i = 0; i < 4000; i++) {
      var text = new StringBuilder(texts[i % texts.length]);
      for (var changes = 1 + random.nextInt(3); changes > 0; changes--) {
        var c = characters.charAt(random.nextInt(characters.length()));
        text.setCharAt(random.nextInt(text.length()), c);
      }
      var garbled = text.toString();
      Text.isRecognised(garbled);
      var result = Text.error(garbled);
      assertTrue(
          result.startsWith("no error") || result.matches("(?s)\\d+:\\d+: .+|there is no .*"),
          garbled + " -> " + result);
    }
  }

  @Test
  void jepsensBinaryFileIsRefusedByName() throws IOException {
    assertRefuses(
        new String(new byte[] {'J', 'E', 'P', 'S', 'E', 'N', 0, 0, 0, 1}, StandardCharsets.UTF_8),
        "byte 0: this is a test.jepsen, which --format jepsen-binary reads, and no EDN or JSON");
  }

  @Test
  void anErrorOfTheInputItselfComesThroughAsItIs() throws IOException {
    var cause = InputException.of("expands to more than the limit");
    try {
      var in =
          Tokens.of(
              new InputStream() {
                @Override
                public int read() throws IOException {
                  throw cause;
                }
              },
              false,
              new Scalars());
      new JepsenReader(new OperationParser(in), new HistoryBuilder("jepsen")).read();
    } catch (InputException e) {
      assertEquals(cause, e);
      return;
    }
    throw new AssertionError("no error");
  }
}
