package mtc.formats.chronos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.Logs;
import mtc.formats.jepsen.JepsenFormat;
import mtc.history.History;
import mtc.history.Scalars;
import org.junit.jupiter.api.Test;

class ChronosFormatTest {
  private static final Format CHRONOS = new ChronosFormat();

  private static String log(String... transactions) {
    return "[" + String.join(",\n", transactions) + "]";
  }

  private static String transaction(int id, String sts, String cts, String ops) {
    return "{\"tid\":%d,\"sid\":1,\"sts\":%s,\"cts\":%s,\"ops\":[%s]}".formatted(id, sts, cts, ops);
  }

  private static String write(int key, int value) {
    return "{\"t\":\"w\",\"k\":" + key + ",\"v\":" + value + "}";
  }

  /** The versions of the writes of key 1, in the order in which the log gives them. */
  private static List<String> order(History history) {
    var order = new ArrayList<String>();
    var given = history.givenVersions();
    for (var i = 0; i < given.count(0); i++) {
      order.add(history.scalars().render(history.value(given.write(0, i))));
    }
    return order;
  }

  @Test
  void isKnownByItsProperties() {
    assertTrue(Logs.recognises(CHRONOS, log(transaction(1, "1", "2", write(1, 1)))));
    assertFalse(Logs.recognises(CHRONOS, "[{\"type\":\"ok\",\"value\":[[\"w\",1,1]],\"cts\":1}]"));
    assertFalse(Logs.recognises(JepsenFormat.edn(), log(transaction(1, "1", "2", write(1, 1)))));
  }

  @Test
  void commitTimestampsAreVersionsAndTimesRealTime() throws IOException {
    var history =
        Logs.read(
            CHRONOS,
            log(
                transaction(1, "{\"p\":10,\"l\":3}", "{\"p\":10,\"l\":12}", write(1, 1)),
                transaction(2, "{\"p\":\"9\",\"l\":0}", "{\"l\":7,\"p\":\"10\"}", write(1, 2)),
                transaction(3, "11", "\"12\"", "{\"v\":2,\"k\":1,\"t\":\"READ\"}")));
    assertEquals(List.of("2", "1"), order(history));
    assertTrue(history.end(1) < history.end(0) && history.end(0) < history.start(2));
    assertTrue(history.start(1) < history.start(0));
    assertEquals("si", history.usualLevel());
    var note =
        "timestamps of two parts are one number each, in the same order: the first one is 1003";
    assertTrue(history.notes().contains(note), history.notes().toString());
  }

  @Test
  void timestampsThatFillALongKeepTheirOrder() throws IOException {
    var large = Long.MAX_VALUE - 2;
    var history =
        Logs.read(
            CHRONOS,
            log(
                transaction(1, "0", "{\"p\":" + large + ",\"l\":500}", write(1, 1)),
                transaction(2, "0", "{\"p\":" + large + ",\"l\":7}", write(1, 2)),
                transaction(3, "0", "{\"p\":" + (large - 1) + ",\"l\":900}", write(1, 3))));
    assertEquals(List.of("3", "2", "1"), order(history));
  }

  @Test
  void initialValueIsNullIfThatIsRead() throws IOException {
    var zero = log(transaction(1, "1", "2", "{\"t\":\"r\",\"k\":1,\"v\":0}"));
    assertEquals("0", initial(Logs.read(CHRONOS, zero)));
    var nil = log(transaction(1, "1", "2", "{\"t\":\"r\",\"k\":1}"));
    assertEquals(Scalars.NIL, Logs.read(CHRONOS, nil).initialValue());
  }

  private static String initial(History history) {
    return history.scalars().render(history.initialValue());
  }

  @Test
  void equalTimestampsAreKept() throws IOException {
    var history =
        Logs.read(
            CHRONOS,
            log(transaction(1, "1", "5", write(1, 1)), transaction(2, "2", "5", write(1, 2))));
    assertEquals(2, history.givenVersions().count(0));
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    assertEquals(
        "-:1:64: the transaction starts after it commits: \"sts\" is greater than \"cts\"",
        Logs.error(CHRONOS, log(transaction(1, "3", "2", write(1, 1)))));
    assertTrue(
        Logs.error(CHRONOS, "[{\"sid\":1,\"cts\":2,\"ops\":[]}]")
            .contains("the transaction has no \"sts\""));
    assertTrue(
        Logs.error(CHRONOS, log(transaction(1, "1", "2", "{\"t\":\"d\",\"k\":1}")))
            .contains("an operation is \"r\", \"w\" or \"a\", found another"));
    assertTrue(
        Logs.error(CHRONOS, log(transaction(1, "\"x\"", "2", write(1, 1))))
            .contains("expected a timestamp, which is a number from 0 up, found a string"));
    assertTrue(
        Logs.error(CHRONOS, log(transaction(1, "{\"l\":1}", "2", write(1, 1))))
            .contains("the timestamp has no \"p\""));
    assertTrue(Logs.error(CHRONOS, "[]").contains("there are no transactions"));
    assertTrue(Logs.error(CHRONOS, "[{\"tid\":1").contains("expected"));
  }
}
