package mtc.formats.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import mtc.formats.Sample;
import mtc.formats.memory.MemoryInput;
import mtc.formats.memory.Rendered;
import mtc.history.History;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationLinesTest {
  private static History read(String text) throws IOException {
    return Rendered.read(
        OperationLinesFormat.polySi(),
        MemoryInput.file(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static InputException refusal(String text) {
    return assertThrows(InputException.class, () -> read(text), text);
  }

  @Test
  void readsTheDocumentedExample() throws IOException {
    var history = read("w(1,1,1,1)\nr(1,1,2,2)\nw(1,2,2,2)\n");
    assertEquals(
        List.of("1 1 COMMITTED w(1 1)", "2 2 COMMITTED r(1 1) w(1 2)"), Rendered.lines(history));
    assertEquals(1, history.position(0));
    assertEquals(2, history.position(1));
    assertFalse(history.hasRealTime());
    assertFalse(history.initialValueIsReserved());
    assertEquals(history.scalars().integer(0), history.initialValue());
  }

  @Test
  void lineEndingsOfBothConventionsBlankLinesAndNoneAtTheEnd() throws IOException {
    var expected = List.of("1 1 COMMITTED w(1 1)", "2 2 COMMITTED r(1 1)");
    for (var text :
        List.of(
            "w(1,1,1,1)\r\nr(1,1,2,2)\r\n",
            "w(1,1,1,1)\nr(1,1,2,2)",
            "\n\nw(1,1,1,1)\n\n r(1,1,2,2) \n\n")) {
      assertEquals(expected, Rendered.lines(read(text)));
    }
  }

  @Test
  void scatteredLinesOfOneTransactionAreGatheredInOrderOfFirstMention() throws IOException {
    var history = read("w(1,1,1,9)\nr(2,0,2,3)\nw(2,1,1,9)\nw(3,1,1,4)\nw(2,2,2,3)\nr(1,1,1,9)\n");
    assertEquals(
        List.of(
            "1 9 COMMITTED w(1 1) w(2 1) r(1 1)",
            "2 3 COMMITTED r(2 initial) w(2 2)",
            "1 4 COMMITTED w(3 1)"),
        Rendered.lines(history));
    assertEquals(4, history.position(2));
  }

  @Test
  void linesOfATransactionAreGatheredAcrossAbortedOnesAndThoseThatBeginLater() throws IOException {
    var history =
        read(
            """
            w(1,1,1,1)
            w(2,1,2,2)
            w(3,9,1,-1)
            r(2,1,1,1)
            w(4,1,3,5)
            w(3,8,1,-1)
            r(4,1,2,2)
            r(5,0,1,1)
            r(1,1,2,3)
            """);
    assertEquals(
        List.of(
            "1 1 COMMITTED w(1 1) r(2 1) r(5 initial)",
            "2 2 COMMITTED w(2 1) r(4 1)",
            "1 -1 ABORTED w(3 9)",
            "3 5 COMMITTED w(4 1)",
            "1 -1 ABORTED w(3 8)",
            "2 3 COMMITTED r(1 1)"),
        Rendered.lines(history));
    var lines = IntStream.range(0, 6).mapToLong(history::position).boxed().toList();
    assertEquals(List.of(1L, 2L, 3L, 5L, 6L, 9L), lines);
  }

  @Test
  void sameTransactionInTwoSessionsIsRefused() {
    var adjacent = refusal("w(1,1,1,1)\nw(2,1,2,1)\n");
    assertEquals("2", adjacent.at());
    var scattered = refusal("w(1,1,1,1)\nw(2,1,2,2)\nw(3,1,2,1)\n");
    assertEquals("3", scattered.at());
    assertTrue(scattered.getMessage().contains("line 1"));
  }

  @Test
  void operationsOfTransactionMinusOneAreAbortedOneByOne() throws IOException {
    var history = read("w(1,1,1,-1)\nw(1,2,1,-1)\nr(1,1,2,5)\n");
    assertEquals(
        List.of("1 -1 ABORTED w(1 1)", "1 -1 ABORTED w(1 2)", "2 5 COMMITTED r(1 1)"),
        Rendered.lines(history));
  }

  @Test
  void explicitInitialTransactionIsOneLikeOthers() throws IOException {
    var history = read("w(1,0,0,0)\nr(1,0,1,1)\n");
    assertEquals(2, history.transactionCount());
    assertEquals(History.WRITE, history.kind(0));
  }

  @Test
  void greatestNumberIsHeldAndOneMoreRefused() throws IOException {
    assertEquals(
        List.of("1 1 COMMITTED w(9223372036854775807 1)"),
        Rendered.lines(read("w(9223372036854775807,1,1,1)")));
    assertTrue(refusal("w(9223372036854775808,1,1,1)").getMessage().contains("greater than"));
    assertTrue(refusal("w(1,99999999999999999999999,1,1)").getMessage().contains("greater than"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x(1,1,1,1) | 1:1",
        "w(1,1,1,1)\\nq | 2:1",
        "w 1,1,1,1) | 1:2",
        "w(-1,1,1,1) | 1:3",
        "w(1,-1,1,1) | 1:5",
        "w(1,1,-1,-1) | 1:7",
        "w(1,1,1,-2) | 1:10",
        "w(1,1,1,-11) | 1:11",
        "w(1, 1,1,1) | 1:5",
        "w(1,1,1) | 1:8",
        "w(1,1,1,1,1) | 1:10",
        "w(1,1,1,1) # why | 1:12",
        "w(1,1,1,1)r(1,1,1,1) | 1:11",
        "; comment | 1:1",
        "w(1,1,1,1)\\n\\n\\nw(1,x,1,1) | 4:5"
      })
  void wrongLinesAreRefusedWhereTheyGoWrong(String text, String at) {
    assertEquals(at, refusal(text.replace("\\n", "\n")).at());
  }

  @Test
  void byteThatIsNoCharacterIsNotTakenForTheEnd() {
    assertEquals("2:1", refusal("w(1,1,1,1)\n\u00ff\nw(1,2,1,2)\n").at());
  }

  @Test
  void everyTruncationWithinALineIsAnError() throws IOException {
    var text = "w(1,1,1,1)\nr(22,0,2,-1)\nw(1,2,2,22)";
    for (var length = 1; length < text.length(); length++) {
      var cut = text.substring(0, length);
      if (cut.endsWith(")") || cut.endsWith("\n")) {
        read(cut);
      } else {
        assertTrue(refusal(cut).at().matches("[1-3]:\\d+"), cut);
      }
    }
  }

  @Test
  void emptyTextIsAnError() {
    refusal("");
    refusal("\n\n");
  }

  @Test
  void columnsAreCountedAcrossBuffers() {
    var text = "w(1,1,1,1)\n".repeat(20_000) + "w(1,1,1,1)?";
    assertEquals("20001:11", refusal(text).at());
  }

  @Test
  void writesOfZeroAndAbortedOperationsArePlumes() {
    assertEquals("polysi", recognised("w(1,1,1,1)\nr(1,0,1,1)\n"));
    assertEquals("plume", recognised("w(1,0,0,0)\nr(1,0,1,1)\n"));
    assertEquals("plume", recognised("r(1,0,1,1)\nw(1,1,1,-1)\n"));
    assertEquals("polysi", recognised("w(0,10,0,0)\nr(1,0,1,1)\n"));
    assertEquals("", recognised("w 0 1\n"));
    assertEquals("", recognised("{:type :invoke}"));
    assertEquals("", recognised("w(x,0,0,0)"));
    assertEquals("", recognised(""));
  }

  private static String recognised(String text) {
    var sample = new Sample(false, List.of(new Sample.File("", text.getBytes(), true)));
    var polysi = OperationLinesFormat.polySi().recognises(sample);
    var plume = OperationLinesFormat.plume().recognises(sample);
    return (polysi ? "polysi" : "") + (plume ? "plume" : "");
  }
}
