package mtc.formats.porcupine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.Sample;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PorcupineFormatTest {
  private static History read(String text) throws IOException {
    var builder = new HistoryBuilder("porcupine");
    new PorcupineFormat()
        .read(
            new Input() {
              @Override
              public String path() {
                return "-";
              }

              @Override
              public InputStream open() {
                return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
              }

              @Override
              public List<Entry> entries() {
                return List.of();
              }

              @Override
              public boolean isFolder() {
                return false;
              }
            },
            builder);
    return builder.build();
  }

  /** A line per event: {@code 0 :invoke :read nil}. */
  private static String log(String... events) {
    var log = new StringBuilder();
    for (var event : events) {
      log.append("INFO  jepsen.util - ").append(event.replace(' ', '\t')).append('\n');
    }
    return log.toString();
  }

  private static String describe(History h) {
    var lines = new ArrayList<String>();
    for (var t = 0; t < h.transactionCount(); t++) {
      var line = new StringBuilder();
      line.append('p').append(h.scalars().render(h.sessionName(h.session(t)))).append(' ');
      line.append(h.start(t)).append('-').append(h.end(t) == History.NEVER ? "" : h.end(t));
      line.append(" @").append(h.position(t)).append(' ').append(h.status(t));
      for (var op = h.firstOperation(t); op < h.endOperation(t); op++) {
        line.append(' ').append("rwalo".charAt(h.kind(op)));
        line.append('=').append(h.scalars().render(h.value(op)));
      }
      lines.add(line.toString());
    }
    return String.join("\n", lines);
  }

  @Test
  void linesArePairedByProcess() throws IOException {
    assertEquals(
        """
        p1 2-3 @3 COMMITTED w=4
        p0 1-4 @4 COMMITTED r=nil
        p1 5-6 @6 COMMITTED r=4 w=5
        p0 7-8 @8 COMMITTED r=5\
        """,
        describe(
            read(
                log(
                    "0 :invoke :read nil",
                    "1 :invoke :write 4",
                    "1 :ok :write 4",
                    "0 :ok :read nil",
                    "1 :invoke :cas [4 5]",
                    "1 :ok :cas [4 5]",
                    "0 :invoke :read nil",
                    "0 :ok :read 5"))));
  }

  @Test
  void aFailedCompareAndSetSawSomethingElse() throws IOException {
    assertEquals(
        "p0 1-2 @2 COMMITTED o=2",
        describe(read(log("0 :invoke :cas [2 3]", "0 :fail :cas [2 3]"))));
  }

  @Test
  void aReadThatTimedOutIsDropped() throws IOException {
    assertEquals(
        "p0 3-4 @4 COMMITTED w=1",
        describe(
            read(
                log(
                    "0 :invoke :read nil",
                    "0 :fail :read :timed-out",
                    "0 :invoke :write 1",
                    "0 :ok :write 1"))));
  }

  @Test
  void whatTimedOutOrNeverCompletedStaysOpen() throws IOException {
    assertEquals(
        """
        p0 1- @1 INDETERMINATE r=1 w=2
        p1 2- @2 INDETERMINATE w=3
        p2 4- @4 INDETERMINATE r=?\
        """,
        describe(
            read(
                log(
                    "0 :invoke :cas [1 2]",
                    "1 :invoke :write 3",
                    "0 :info :cas :timed-out",
                    "2 :invoke :read nil",
                    "1 :info :write :timed-out"))));
  }

  @Test
  void otherLinesAndBlanksDoNotMatter() throws IOException {
    assertEquals(
        "p7 2-4 @4 COMMITTED w=1",
        describe(
            read(
                "starting\r\n"
                    + "INFO jepsen.util   -  7   :invoke  :write \t 1\r\n"
                    + "INFO  jepsen.core - worker 7 is ok: 1 write\n"
                    + "INFO  jepsen.util - 7 :ok :write 1")));
  }

  @Test
  void aFileWithoutSuchALineIsAnError() {
    assertEquals(
        "the file is empty", assertThrows(InputException.class, () -> read("")).describe());
    assertTrue(
        assertThrows(InputException.class, () -> read("hello\n" + "x".repeat(100_000)))
            .describe()
            .startsWith("no line of it is one of a register log"));
  }

  @Test
  void aCompletionNeedsItsInvocation() {
    assertEquals(
        "2: process 0 completes an operation that it never invoked",
        assertThrows(InputException.class, () -> read("\n" + log("0 :ok :read 1"))).describe());
    assertEquals(
        "2: this completes another operation than line 1 invoked",
        assertThrows(InputException.class, () -> read(log("0 :invoke :read nil", "0 :ok :write 1")))
            .describe());
  }

  /** A verdict without it would be one on less than what was given. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 :ok :write", // cut off before its value
        "1 :ok :re",
        "1 :ok :read [4 1",
        "1 :ok :raed 1",
        "1 :wat :read 1",
        "1",
        "x :invoke :write 1",
        "x :wat :write 1"
      })
  void aLineThatTellsOfAnOperationIsUnderstoodOrAnError(String line) {
    var text = log("1 :invoke :write 4", line);
    for (var ending : List.of("\n", "")) {
      assertTrue(
          assertThrows(InputException.class, () -> read(text.stripTrailing() + ending))
              .describe()
              .startsWith("2: expected INFO jepsen.util - PROCESS :TYPE :F VALUE"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " INFO  jepsen.util - 1\t:ok\t:read\t2",
        "\0\0\0\0  jepsen.util - 1\t:ok\t:read\t2",
        "info  jepsen.util - 1\t:ok\t:read\t2",
        "WARN  jepsen.util - 1\t:ok\t:read\t2",
        "2015-01-01 10:00 INFO  jepsen.util - 1\t:ok\t:read\t2",
        "INFO  jepsen.util -1\t:ok\t:read\t2",
        "INFO  jepsen.util: 1\t:ok\t:read\t2",
        "INFO  jepsen.core - 1\t:ok\t:read\t2",
        "1\t:Ok\t:read\t2",
        "1,ok,read,2",
        "1\t:okk\t:read\t2",
        "x\t:ok\t:read\t2"
      })
  void soIsOneWithAnotherBeginning(String line) {
    var text = log("1 :invoke :read nil") + line;
    assertTrue(
        assertThrows(InputException.class, () -> read(text))
            .describe()
            .startsWith("2: expected INFO jepsen.util - PROCESS :TYPE :F VALUE"));
  }

  @Test
  void linesThatAreLeftOutAreCounted() throws IOException {
    assertEquals(
        List.of("2 lines tell of no operation and were left out"),
        read("starting\n\n"
                + log(":nemesis :info :start nil", "0 :invoke :write 1", "0 :ok :write 1"))
            .notes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"I", "INFO", "INFO  jepsen.u", "INFO  jepsen.util", "INFO  jepsen.util - "})
  void aFileThatEndsWithinALineIsAnError(String rest) {
    assertThrows(
        InputException.class, () -> read(log("0 :invoke :read nil", "0 :ok :read nil") + rest));
  }

  @Test
  void theNemesisAndOtherMessagesAreNoOperations() throws IOException {
    assertEquals(
        "p0 3-4 @4 COMMITTED w=1",
        describe(
            read(
                log(
                    ":nemesis :info :start nil",
                    "Waiting for recovery",
                    "0 :invoke :write 1",
                    "0 :ok :write 1"))));
  }

  @Test
  void aProcessDoesOneThingAtATime() throws IOException {
    assertEquals(
        "2: process 0 has not completed what it invoked on line 1",
        assertThrows(
                InputException.class, () -> read(log("0 :invoke :write 1", "0 :invoke :write 2")))
            .describe());
    assertEquals(
        """
        p0 1- @1 INDETERMINATE w=1
        p0 3-4 @4 COMMITTED w=2\
        """,
        describe(
            read(
                log(
                    "0 :invoke :write 1",
                    "0 :info :write :timed-out",
                    "0 :invoke :write 2",
                    "0 :ok :write 2"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INFO  jepsen.util - 0\t:invoke\t:read\tnil\n",
        "x\nINFO jepsen.util - 0 :ok :cas [1 2]"
      })
  void logsAreRecognised(String text) {
    assertTrue(recognised(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "INFO  jepsen.core - 0 :invoke :read nil", "{:type :invoke}", "INFO"})
  void otherTextIsNot(String text) {
    assertFalse(recognised(text));
  }

  private static boolean recognised(String text) {
    var file = new Sample.File("", text.getBytes(StandardCharsets.UTF_8), true);
    return new PorcupineFormat().recognises(new Sample(false, List.of(file)));
  }
}
