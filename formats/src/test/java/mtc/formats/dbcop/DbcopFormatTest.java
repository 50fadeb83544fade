package mtc.formats.dbcop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import mtc.formats.Sample;
import mtc.formats.memory.MemoryInput;
import mtc.formats.memory.Rendered;
import mtc.history.History;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

class DbcopFormatTest {
  private final ByteBuffer bytes = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

  private DbcopFormatTest header() {
    for (var count : new long[] {0, 3, 180, 30, 20}) {
      bytes.putLong(count);
    }
    return text("Galera").text("2019-04-02T11:30:33.252069725+02:00").text("later");
  }

  private DbcopFormatTest text(String text) {
    var utf8 = text.getBytes(StandardCharsets.UTF_8);
    bytes.putLong(utf8.length).put(utf8);
    return this;
  }

  private DbcopFormatTest count(long count) {
    bytes.putLong(count);
    return this;
  }

  private DbcopFormatTest event(boolean write, long variable, long value, boolean success) {
    bytes.put((byte) (write ? 1 : 0)).putLong(variable).putLong(value);
    return success(success);
  }

  private DbcopFormatTest success(boolean success) {
    bytes.put((byte) (success ? 1 : 0));
    return this;
  }

  private byte[] whole() {
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static History read(byte[] file) throws IOException {
    return Rendered.read(new DbcopFormat(), MemoryInput.file(file));
  }

  private static InputException refusal(byte[] file) {
    return assertThrows(InputException.class, () -> read(file));
  }

  /** Two sessions; an aborted transaction and a failed event. */
  private byte[] example() {
    return header()
        .count(2)
        .count(2)
        .count(2)
        .event(true, 178, 1, true)
        .event(false, 80, 0, true)
        .success(true)
        .count(1)
        .event(true, 80, 1, true)
        .success(false)
        .count(1)
        .count(2)
        .event(true, 3, 7, false)
        .event(false, 178, 1, true)
        .success(true)
        .whole();
  }

  @Test
  void readsSessionsTransactionsAndEvents() throws IOException {
    var history = read(example());
    assertEquals(
        List.of(
            "1 1 COMMITTED w(178 1) r(80 initial)",
            "1 2 ABORTED w(80 1)",
            "2 3 COMMITTED r(178 1)"),
        Rendered.lines(history));
    assertEquals(history.scalars().integer(0), history.initialValue());
    assertFalse(history.initialValueIsReserved());
    assertFalse(history.hasRealTime());
    assertEquals(List.of("1 event that failed in the database is left out"), history.notes());
    assertEquals(126, history.position(0));
  }

  @Test
  void everyTruncationIsAnErrorWithTheOffsetOfTheEnd() {
    var whole = example();
    for (var length = 1; length < whole.length; length++) {
      assertEquals("byte " + length, refusal(Arrays.copyOf(whole, length)).at());
    }
  }

  @Test
  void emptyFileIsAnError() {
    assertTrue(refusal(new byte[0]).getMessage().contains("empty"));
  }

  @Test
  void bytesAfterTheLastSessionAreAnError() {
    var whole = example();
    var longer = Arrays.copyOf(whole, whole.length + 3);
    assertEquals("byte " + whole.length, refusal(longer).at());
  }

  @Test
  void hostileCountsRunOutOfFileAndNotOfMemory() {
    for (var hostile : new long[] {1L << 60, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      bytes.clear();
      refusal(header().count(hostile).whole());
      bytes.clear();
      refusal(header().count(1).count(hostile).whole());
      bytes.clear();
      refusal(header().count(1).count(1).count(hostile).event(true, 1, 1, true).whole());
      bytes.clear();
      for (var i = 0; i < 5; i++) {
        count(1);
      }
      var refusal = refusal(count(hostile).count(0).whole());
      assertTrue(refusal.getMessage().contains("the database's name"));
    }
  }

  @Test
  void flagsMustBeZeroOrOne() {
    var whole = example();
    whole[134] = 2;
    assertEquals("byte 134", refusal(whole).at());
  }

  @Test
  void historyWithoutCommittedTransactionsWasNeverExecuted() {
    var generated =
        header().count(1).count(1).count(1).event(true, 1, 1, false).success(false).whole();
    assertTrue(refusal(generated).getMessage().contains("never executed"));
    bytes.clear();
    assertTrue(refusal(header().count(0).whole()).getMessage().contains("never executed"));
  }

  @Test
  void numbersAbove63BitsKeepTheirValue() throws IOException {
    var history =
        read(
            header()
                .count(1)
                .count(1)
                .count(1)
                .event(true, -1, Long.MIN_VALUE, true)
                .success(true)
                .whole());
    assertEquals(
        List.of("1 1 COMMITTED w(18446744073709551615N 9223372036854775808N)"),
        Rendered.lines(history));
  }

  @Test
  void headerCountsAreNotBelieved() throws IOException {
    for (var count : new long[] {-1, -1, -1, -1, -1}) {
      count(count);
    }
    text("").text("").text("").count(1).count(1).count(0).success(true);
    assertEquals(List.of("1 1 COMMITTED"), Rendered.lines(read(whole())));
  }

  @Test
  void emptySessionsOnlyCount() throws IOException {
    var history = read(header().count(3).count(0).count(0).count(1).count(0).success(true).whole());
    assertEquals(List.of("3 1 COMMITTED"), Rendered.lines(history));
    assertEquals(1, history.sessionCount());
  }

  @Test
  void recognisesSmallCountsAndNotText() {
    assertTrue(recognises(example()));
    assertFalse(recognises("w(1,1,1,1)\n".repeat(20).getBytes()));
    assertFalse(recognises(new byte[20]));
  }

  private static boolean recognises(byte[] head) {
    return new DbcopFormat()
        .recognises(new Sample(false, List.of(new Sample.File("history", head, true))));
  }
}
