package mtc.formats.dbcop;

import static mtc.formats.Logs.error;
import static mtc.formats.Logs.read;
import static mtc.formats.Logs.recognises;
import static mtc.formats.Logs.render;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import mtc.formats.Format;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

class DbcopJsonFormatTest {
  private static final Format FORMAT = new DbcopJsonFormat();
  private static final String LOG =
      """
      {"params":{"id":0,"n_node":2,"n_variable":2,"n_transaction":2,"n_event":2},"info":"x",
       "start":"2024-01-01T00:00:00Z","end":"2024-01-01T00:00:00Z","data":[
      [{"events":[["w",1,5],["r",2,null]],"committed":true},
       {"committed":false,"events":[{"Write":{"variable":1,"version":6}}]}],
      [{"events":[{"Read":{"variable":1,"version":5}},{"Read":{"variable":2,"version":null}},
        {"Read":{"variable":2,"version":0}}],"committed":true}]]}
      """;

  @Test
  void taggedAndCompactEventsAreRead() throws IOException {
    var history = read(FORMAT, LOG);
    assertEquals(
        """
        1@3 COMMITTED w1=5 r2=0
        1@4 ABORTED w1=6
        2@5 COMMITTED r1=5 r2=0 r2=0
        """,
        render(history));
    assertEquals(0, history.scalars().longValue(history.initialValue()));
    assertFalse(history.initialValueIsReserved());
    assertFalse(history.hasRealTime());
  }

  @Test
  void sessionsAloneAreRead() throws IOException {
    var history =
        read(FORMAT, "[[],[{\"events\":[[\"w\",\"x\",18446744073709551615]],\"committed\":true}]]");
    assertEquals("2@1 COMMITTED w\"x\"=18446744073709551615N\n", render(history));
  }

  @Test
  void variableBothWrittenZeroAndReadAsNullIsRefused() throws IOException {
    assertTrue(
        error(
                FORMAT,
                "[[{\"events\":[[\"w\",1,0]],\"committed\":true},\n"
                    + "{\"events\":[[\"r\",1,null]],\"committed\":true}]]")
            .startsWith("-:2: a variable is both written 0 and read as uninitialised"));
    read(FORMAT, "[[{\"events\":[[\"w\",1,0],[\"r\",2,null]],\"committed\":true}]]");
  }

  @Test
  void whatIsWrongIsSaidWithItsPlace() {
    assertEquals(
        "-:1:3: expected a transaction, {\"events\":[...],\"committed\":...}, found an integer",
        error(FORMAT, "[[1]]"));
    assertEquals(
        "-:1:15: the transaction has no \"committed\"", error(FORMAT, "[[{\"events\":[]}]]"));
    assertEquals(
        "-:1:15: expected \"r\" or \"w\", found another event",
        error(FORMAT, "[[{\"events\":[[\"x\",1,2]],\"committed\":true}]]"));
    assertEquals(
        "-:1:21: a write needs a version",
        error(FORMAT, "[[{\"events\":[[\"w\",1,null]],\"committed\":true}]]"));
    assertEquals(
        "-:1:21: expected a version, which is a number or null, found a number with a fraction",
        error(FORMAT, "[[{\"events\":[[\"r\",1,1.5]],\"committed\":true}]]"));
    assertEquals(
        "-:1:37: expected true or false for \"committed\", found an integer",
        error(FORMAT, "[[{\"events\":[[\"r\",1,1]],\"committed\":1}]]"));
    assertEquals(
        "-:1:10: the history has no \"data\", expected its sessions there",
        error(FORMAT, "{\"info\":1}"));
    assertEquals(
        "-:1:5: expected nothing after the history, found an array", error(FORMAT, "[[]][]"));
    assertEquals("-: it is empty", error(FORMAT, ""));
  }

  @Test
  void propertyThatIsThereTwiceIsRefused() {
    for (var twice :
        java.util.List.of(
            "[[{\"events\":[],\"committed\":true,\"committed\":false}]]",
            "[[{\"events\":[{\"Read\":{\"variable\":1,\"version\":1,\"version\":2}}],\"committed\":true}]]",
            "[[{\"events\":[{\"Read\":{\"variable\":1,\"variable\":2,\"version\":2}}],\"committed\":true}]]")) {
      assertTrue(error(FORMAT, twice).endsWith(" is there twice"), error(FORMAT, twice));
    }
  }

  @Test
  void cutLogIsAnErrorWhereverItIsCut() {
    var log = LOG.strip();
    for (var length = 1; length < log.length(); length++) {
      var cut = log.substring(0, length);
      var error = assertThrows(InputException.class, () -> read(FORMAT, cut), cut);
      assertTrue(error.at().matches("\\d+(:\\d+)?"), error.describe() + " for " + cut);
    }
  }

  @Test
  void deepNestingIsAnErrorAndNoCrash() {
    error(FORMAT, "[".repeat(1_000_000));
    error(FORMAT, "{\"info\":" + "[".repeat(1_000_000));
  }

  @Test
  void isRecognisedByItsFirstTransactions() {
    assertTrue(recognises(FORMAT, LOG));
    assertTrue(recognises(FORMAT, "[ [ ], [ { \"events\" : []"));
    assertFalse(recognises(FORMAT, "[{\"type\":\"ok\",\"value\":[[\"r\",1,2]]}]"));
    assertFalse(recognises(FORMAT, "{\"value\":[[\"r\",1,2,false]]}"));
    assertFalse(recognises(FORMAT, "[x:=1]"));
  }
}
