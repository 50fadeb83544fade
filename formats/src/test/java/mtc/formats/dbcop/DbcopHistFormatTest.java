package mtc.formats.dbcop;

import static mtc.formats.Logs.error;
import static mtc.formats.Logs.read;
import static mtc.formats.Logs.recognises;
import static mtc.formats.Logs.render;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import mtc.formats.Format;
import org.junit.jupiter.api.Test;

class DbcopHistFormatTest {
  private static final Format FORMAT = new DbcopHistFormat();

  @Test
  void sessionsTransactionsAndEventsAreRead() throws IOException {
    var log =
        """
        // two sessions
        [x:=1 y==?] [x:=2]! // the second did not commit
        [ x == 1
          _z9 := 007 ]
        ---
        [x==1]
        []
        -
        [x==0]\
        """;
    assertEquals(
        """
        1@2 COMMITTED w"x"=1 r"y"=0
        1@2 ABORTED w"x"=2
        1@3 COMMITTED r"x"=1 w"_z9"=7
        2@6 COMMITTED r"x"=1
        2@7 COMMITTED
        3@9 COMMITTED r"x"=0
        """,
        render(read(FORMAT, log)));
    assertEquals(render(read(FORMAT, log)), render(read(FORMAT, log.replace("\n", "\r\n"))));
  }

  @Test
  void longNumbersAreRead() throws IOException {
    assertEquals(
        "1@1 COMMITTED w\"x\"=9223372036854775807 w\"x\"=9223372036854775808N"
            + " w\"x\"=1234567890123456789\n",
        render(
            read(
                FORMAT, "[x:=9223372036854775807 x:=9223372036854775808 x:=1234567890123456789]")));
    assertEquals(
        "-:1:25: expected a number of 64 bits, found '1'",
        error(FORMAT, "[x:=111111111111111111111]"));
  }

  @Test
  void whatIsWrongIsSaidWithItsPlace() {
    assertEquals(
        "-:1:7: expected a transaction, [...], or a line of - between sessions, found 'x'",
        error(FORMAT, "[x:=1]x"));
    assertEquals("-:2:4: expected ==, found ' '", error(FORMAT, "[\nx = 1]"));
    assertEquals("-:1:3: expected := or ==, found '<'", error(FORMAT, "[x<1]"));
    assertEquals("-:1:5: expected a number, found '?'", error(FORMAT, "[x:=?]"));
    assertEquals("-:1:5: expected a number, found '-'", error(FORMAT, "[x==-1]"));
    assertEquals("-:1:6: expected the end of the number, found 'a'", error(FORMAT, "[x==1a]"));
    assertEquals(
        "-:1:2: expected an event, as in x:=1, x==1 or x==?, or ], found '5'",
        error(FORMAT, "[5:=1]"));
    assertEquals(
        "-:2:5: expected the end of the line after the rule between sessions, found '['",
        error(FORMAT, "[x:=1]\n--- [x==1]"));
    assertEquals(
        "-:1:2: expected an event, as in x:=1, x==1 or x==?, or ], found byte 0x0",
        error(FORMAT, "[\0]"));
  }

  @Test
  void cutInsideATransactionIsAnError() {
    var log = "[x:=12 y==?]";
    for (var length = 1; length < log.length(); length++) {
      var error = error(FORMAT, log.substring(0, length));
      assertTrue(error.endsWith("found the end of the log"), error);
      assertTrue(error.startsWith("-:1:" + (length + 1) + ":"), error);
    }
  }

  @Test
  void variableBothWrittenZeroAndReadAsInitialIsRefused() {
    assertTrue(error(FORMAT, "[x==?]\n[x:=0]").startsWith("-:2: a variable is both written 0"));
  }

  @Test
  void isRecognisedByItsFirstEvent() {
    assertTrue(recognises(FORMAT, "// comment\n[] ---\n[]! [ x := 1]"));
    assertFalse(recognises(FORMAT, "[[1]]"));
    assertFalse(recognises(FORMAT, "[:r 1 2]"));
    assertFalse(recognises(FORMAT, "[{:type :ok}]"));
    assertFalse(recognises(FORMAT, "----\nr 1 2"));
    assertFalse(recognises(FORMAT, ""));
  }
}
