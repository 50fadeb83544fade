package mtc.formats.viper;

import static mtc.formats.Logs.error;
import static mtc.formats.Logs.read;
import static mtc.formats.Logs.readFolder;
import static mtc.formats.Logs.recognises;
import static mtc.formats.Logs.render;
import static mtc.source.Packed.utf8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import mtc.formats.Format;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

class ViperFormatTest {
  private static final Format FORMAT = new ViperFormat();

  @Test
  void bothStylesOfOperationsAreRead() throws IOException {
    var log =
        """
        {"value":[["w",1,7,true],["r","k",0,false],["r",2,null]]}
        {"value": [{"opType": "r", "key": 1, "value": 7, "isDead": false, "reqTS": 1, "resTS": 2},
          {"opType":"w","key":1,"value":-8964206372042397882,"succ":true}], "isFinal": false}
        {"value":[]}
        """;
    var history = read(FORMAT, log);
    assertEquals(
        """
        1@1 COMMITTED w1=7 r"k"=0 r2=0
        1@2 COMMITTED r1=7 w1=-8964206372042397882
        1@4 COMMITTED
        """,
        render(history));
    assertEquals(0, history.scalars().longValue(history.initialValue()));
    assertFalse(history.hasRealTime());
    assertEquals("the log was written without PRINT_TS", history.withoutRealTime());
  }

  @Test
  void propertyThatIsThereTwiceIsRefused() {
    assertEquals(
        "-:1:38: the property \"key\" is there twice",
        error(FORMAT, "{\"value\":[{\"opType\":\"r\",\"key\":1,\"key\":2,\"value\":7}]}"));
    assertTrue(
        error(FORMAT, "{\"value\":[],\"isInitial\":true,\"isInitial\":false}")
            .contains("\"isInitial\" is there twice"));
  }

  @Test
  void twoFilesOfOneSessionAreRefused() {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("J24.log", utf8("{\"value\":[]}"));
    files.put("J024.log", utf8("{\"value\":[]}"));
    var error = assertThrows(InputException.class, () -> readFolder(FORMAT, files));
    assertTrue(error.getMessage().contains("another file of session 24"), error.describe());
  }

  @Test
  void failedWritesAreLeftOutWithANote() throws IOException {
    var history =
        read(
            FORMAT,
            "{\"value\":[[\"w\",1,7,false],{\"opType\":\"w\",\"key\":1,\"value\":8,\"succ\":false}]}");
    assertEquals("1@1 COMMITTED\n", render(history));
    assertEquals(List.of("2 writes that the log marks as failed were left out"), history.notes());
  }

  @Test
  void folderHasASessionForEachFileAndTheInitialStateBeforeAll() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put(
        "J24.log",
        utf8(
            "{\"preBeginTS\":10,\"postBeginTS\":11,\"preCommitTS\":12,\"postCommitTS\":13,\"value\":[[\"r\",1,5,false]]}\n"));
    files.put(
        "J1.log",
        utf8(
            "{\"value\":[[\"range\",\"nil\",\"nil\",[{\"id\":1,\"sk\":1,\"val\":5},{\"id\":2,\"val\":6}],[]]],\"isInitial\":true,\"isFinal\":false}\n"));
    files.put("Jep3.log", utf8("{:type :ok}"));
    files.put("other.txt", utf8("x"));
    var history = readFolder(FORMAT, files);
    assertEquals("24@1 COMMITTED r1=5\n", render(history));
    assertEquals(5, history.initialValue(0));
    assertEquals(6, history.initialValue(1));
    assertEquals("J24.log", history.file(0));
    assertTrue(history.hasRealTime(), history.withoutRealTime());
    assertEquals(10, history.start(0));
    assertEquals(13, history.end(0));
    assertFalse(history.hasClock());
  }

  @Test
  void initialStateIsGivenOnceAndReadsNothing() {
    var state = "{\"value\":[[\"w\",1,7,true]],\"isInitial\":true}\n";
    assertTrue(error(FORMAT, state + state).contains("a second initial state"));
    var reads = "{\"isInitial\":true,\"value\":[[\"r\",1,7,false]]}\n";
    assertTrue(error(FORMAT, reads).contains("expected only writes"));
  }

  @Test
  void onlyNanosecondsSince1970AreAClock() throws IOException {
    var nanos = 1_700_000_000_000_000_000L;
    var history =
        read(
            FORMAT,
            "{\"preBeginTS\":" + nanos + ",\"postCommitTS\":" + (nanos + 5) + ",\"value\":[]}");
    assertTrue(history.hasClock());
    assertEquals(nanos + 5, history.endNanos(0));
  }

  @Test
  void operationsThatCannotBeCheckedAreRefusedByNameAndPlace() {
    var only = "; only reads and writes of single keys can be checked";
    assertEquals(
        "-:2:12: this is an insert (\"i\")" + only,
        error(FORMAT, "{\"value\":[]}\n{\"value\":[[\"i\",1,2,0,false,true]]}"));
    assertEquals(
        "-:1:12: this is a delete (\"d\")" + only,
        error(FORMAT, "{\"value\":[[\"d\",1,2,0,false,true]]}"));
    assertEquals(
        "-:1:12: this is a range query (\"range\")" + only,
        error(FORMAT, "{\"value\":[[\"range\",1,9,[{\"id\":1,\"val\":2}],[]]]}"));
    assertTrue(
        error(FORMAT, "{\"value\":[{\"opType\":\"d\",\"key\":1,\"value\":2}]}")
            .contains("a delete"));
    assertEquals(
        "-:1: this reads a deleted key; logs with deletes cannot be checked",
        error(FORMAT, "{\"value\":[[\"r\",1,2,true]]}"));
    assertEquals(
        "-:1: this writes null, expected a number",
        error(FORMAT, "{\"value\":[[\"w\",1,null,true]]}"));
  }

  @Test
  void whatIsWrongIsSaidWithItsPlace() {
    assertEquals(
        "-:1:1: expected a transaction, {\"value\":[...]}, found an array", error(FORMAT, "[]"));
    assertEquals(
        "-:1:10: the transaction has no \"value\", expected its operations there",
        error(FORMAT, "{\"size\":1}"));
    assertTrue(
        error(FORMAT, "{\"preBeginTS\":9,\"postCommitTS\":8,\"value\":[]}")
            .contains("ends (postCommitTS) before it starts"));
    assertEquals("-: it is empty", error(FORMAT, ""));
  }

  @Test
  void cutLineIsAnErrorWhereverItIsCut() {
    var line =
        "{\"preBeginTS\":1,\"postCommitTS\":2,\"value\":[[\"r\",1,2,false],{\"opType\":\"w\",\"key\":1,\"value\":2}]}";
    for (var length = 1; length < line.length(); length++) {
      var cut = line.substring(0, length);
      var error = assertThrows(InputException.class, () -> read(FORMAT, cut), cut);
      assertTrue(error.at().matches("1:\\d+"), error.describe() + " for " + cut);
    }
  }

  @Test
  void isRecognisedByItsFirstLine() {
    assertTrue(recognises(FORMAT, "{\"preBeginTS\": 1, \"value\" : [ [\"r\",1,2,false]]}"));
    assertTrue(recognises(FORMAT, "{\"value\":[{\"opType\":\"r\"}]}"));
    assertFalse(recognises(FORMAT, "{\"type\":\"ok\",\"process\":1,\"value\":[[\"r\",1,2]]}"));
    assertFalse(recognises(FORMAT, "{:type :ok, :value [[:r 1 2]]}"));
    assertFalse(recognises(FORMAT, "{\"value\":1}"));
  }
}
