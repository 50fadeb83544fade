package mtc.formats.cobra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mtc.formats.Sample;
import mtc.formats.memory.MemoryInput;
import mtc.formats.memory.Rendered;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

class CobraFormatTest {
  private static final long INIT = 0xBEBEEBEEL;
  private static final long NULL = 0xDEADBEEFL;
  private static final long UNIVERSAL = 0xABDDEFEEL;

  private static History read(CobraLog... files) throws IOException {
    var folder = new TreeMap<String, byte[]>();
    for (var i = 0; i < files.length; i++) {
      folder.put("T" + (i + 1) + ".log", files[i].bytes());
    }
    return read(folder);
  }

  private static History read(Map<String, byte[]> folder) throws IOException {
    return Rendered.read(new CobraFormat(), MemoryInput.folder(folder));
  }

  private static String refusal(CobraLog... files) {
    return assertThrows(InputException.class, () -> read(files)).describe();
  }

  @Test
  void readsTheDocumentedExampleOf76Bytes() throws IOException {
    var bytes =
        HexFormat.of()
            .parseHex(
                "530000000000100002"
                    + "5200000000BEBEEBEE00000000BEBEEBEE00000000000000070000000000000000"
                    + "5700000000000186A100000000000000070000000000000005"
                    + "430000000000100002");
    assertEquals(76, bytes.length);
    var history = read(Map.of("T10.log", bytes));
    assertEquals(List.of("10 1048578 COMMITTED r(7 initial) w(7 100001)"), Rendered.lines(history));
    assertEquals(0, history.position(0));
    assertEquals("T10.log", history.file(0));
    assertEquals(History.PositionUnit.BYTE, history.positionUnit());
    assertFalse(history.hasRealTime());
    assertTrue(history.initialValueIsReserved());
  }

  @Test
  void positionsAreByteOffsetsWithinEachFile() throws IOException {
    var history =
        read(
            new CobraLog().start(1).commit(1).start(2).commit(2),
            new CobraLog().start(3).commit(3));
    assertEquals(18, history.position(1));
    assertEquals(0, history.position(2));
    assertEquals("T2.log", history.file(2));
  }

  @Test
  void initAndNullAreTheSameInitialVersionInEveryCombination() throws IOException {
    var history =
        read(
            new CobraLog()
                .start(1)
                .read(INIT, INIT, 7, 99)
                .read(NULL, NULL, 7, 0)
                .read(INIT, NULL, 7, 1)
                .read(NULL, INIT, 7, 2)
                .commit(1));
    assertEquals(
        List.of("1 1 COMMITTED r(7 initial) r(7 initial) r(7 initial) r(7 initial)"),
        Rendered.lines(history));
  }

  @Test
  void readOfTheCollectorsFlagIsUnknown() throws IOException {
    var history =
        read(
            new CobraLog()
                .start(1)
                .read(INIT, 0x23332333L, 7, 0)
                .read(INIT, 0x66666666L, 7, 0)
                .commit(1));
    assertEquals(Scalars.UNKNOWN, history.value(0));
    assertEquals(Scalars.UNKNOWN, history.value(1));
    assertEquals(1, history.notes().size());
  }

  @Test
  void otherWriteIdsOfTheInitialTransactionAreRefused() {
    assertTrue(refusal(new CobraLog().start(1).read(INIT, 5, 7, 0).commit(1)).contains("byte 10"));
    assertTrue(
        refusal(new CobraLog().start(1).read(NULL, 0x23332333L, 7, 0).commit(1))
            .contains("byte 10"));
    assertTrue(refusal(new CobraLog().start(1).read(4, INIT, 7, 0).commit(1)).contains("byte 10"));
  }

  @Test
  void fencesAreTransactionsLikeOthers() throws IOException {
    var fence = 0xB8873AA82EF6C6D3L;
    var history =
        read(new CobraLog().start(1).read(NULL, NULL, fence, 0).write(77, fence, 5).commit(1));
    assertEquals(
        List.of("1 1 COMMITTED r(0xb8873aa82ef6c6d3 initial) w(0xb8873aa82ef6c6d3 77)"),
        Rendered.lines(history));
  }

  @Test
  void readFindsItsWriteWhicheverFileComesFirst() throws IOException {
    var reader = new CobraLog().start(1).read(2, 50, 7, 9).commit(1);
    var writer = new CobraLog().start(2).write(50, 7, 9).commit(2);
    var before = read(reader, writer);
    assertEquals(before.value(0), before.value(1));
    var after = read(writer, reader);
    assertEquals(after.value(0), after.value(1));
    assertTrue(after.notes().isEmpty());
  }

  @Test
  void readFromAnotherTransactionThanTheWritersMatchesNoWrite() throws IOException {
    var history =
        read(
            new CobraLog().start(2).write(50, 7, 9).commit(2),
            new CobraLog()
                .start(1)
                .read(3, 50, 7, 9)
                .read(3, 50, 7, 9)
                .read(2, 50, 7, 9)
                .commit(1));
    assertNotEquals(history.value(0), history.value(1));
    assertEquals(history.value(1), history.value(2));
    assertEquals(history.value(0), history.value(3));
    assertEquals(1, history.notes().size());
  }

  @Test
  void sameWriteIdByTwoTransactionsIsTwoVersions() throws IOException {
    var history =
        read(
            new CobraLog().start(1).write(50, 7, 9).commit(1).start(2).write(50, 7, 9).commit(2),
            new CobraLog().start(3).read(1, 50, 7, 9).read(2, 50, 7, 9).commit(3));
    assertNotEquals(history.value(0), history.value(1));
    assertEquals(history.value(0), history.value(2));
    assertEquals(history.value(1), history.value(3));
  }

  @Test
  void readOfAnotherValueHashMatchesNoWrite() throws IOException {
    var history =
        read(
            new CobraLog().start(1).write(50, 7, 9).commit(1).start(2).read(1, 50, 7, 8).commit(2));
    assertNotEquals(history.value(0), history.value(1));
  }

  @Test
  void versionsStayApartWhenTheirTableGrows() throws IOException {
    var log = new CobraLog().start(1);
    for (var i = 1; i <= 1000; i++) {
      log.write(i, i % 10, i);
    }
    log.commit(1).start(2);
    for (var round = 0; round < 2; round++) {
      for (var i = 1; i <= 1000; i++) {
        log.read(1, i, i % 10, i).read(5, i, i % 10, i);
      }
    }
    var history = read(log.commit(2));
    for (var i = 0; i < 1000; i++) {
      var first = 1000 + 2 * i;
      var second = first + 2000;
      assertEquals(history.value(i), history.value(first));
      assertEquals(history.value(i), history.value(second));
      assertNotEquals(history.value(i), history.value(first + 1));
      assertEquals(history.value(first + 1), history.value(second + 1));
    }
  }

  @Test
  void ownWritesMayBeRead() throws IOException {
    var history = read(new CobraLog().start(1).write(50, 7, 9).read(1, 50, 7, 9).commit(1));
    assertEquals(List.of("1 1 COMMITTED w(7 50) r(7 50)"), Rendered.lines(history));
  }

  @Test
  void erasedIdsMakeValueHashesTheVersions() throws IOException {
    var history =
        read(
            new CobraLog()
                .start(1)
                .write(UNIVERSAL, 7, -3)
                .read(UNIVERSAL, UNIVERSAL, 7, -3)
                .read(INIT, INIT, 8, 4)
                .commit(1));
    assertEquals(List.of("1 1 COMMITTED w(7 -3) r(7 -3) r(8 initial)"), Rendered.lines(history));
    assertEquals(1, history.notes().size());
  }

  @Test
  void erasedAndPresentIdsDoNotMix() {
    assertTrue(
        refusal(new CobraLog().start(1).write(UNIVERSAL, 7, 3).write(5, 7, 3).commit(1))
            .contains("byte 35"));
    assertTrue(
        refusal(new CobraLog().start(1).write(5, 7, 3).read(UNIVERSAL, UNIVERSAL, 7, 3).commit(1))
            .contains("byte 35"));
    assertTrue(
        refusal(new CobraLog().start(1).read(4, UNIVERSAL, 7, 3).commit(1)).contains("byte 10"));
  }

  @Test
  void deletesAreRefusedByName() {
    var refusal = refusal(new CobraLog().start(1).write(0xABCDEFABL, 7, 0).commit(1));
    assertTrue(refusal.contains("delete"));
    assertTrue(refusal.contains("memory/T1.log:byte 10"));
  }

  @Test
  void unfinishedLastTransactionIsIndeterminate() throws IOException {
    var history = read(new CobraLog().start(1).commit(1).start(2).write(5, 7, 9));
    assertEquals(Status.INDETERMINATE, history.status(1));
    assertEquals(List.of("1 1 COMMITTED", "1 2 INDETERMINATE w(7 5)"), Rendered.lines(history));
  }

  @Test
  void nestedStartIsRefused() {
    assertTrue(refusal(new CobraLog().start(1).start(2).commit(2)).contains("byte 9"));
  }

  @Test
  void commitOfAnotherTransactionIsRefused() {
    assertTrue(refusal(new CobraLog().start(1).commit(2)).contains("byte 9"));
  }

  @Test
  void recordsOutsideTransactionsAreRefused() {
    assertTrue(refusal(new CobraLog().start(1).commit(1).commit(1)).contains("byte 18"));
    assertTrue(refusal(new CobraLog().write(5, 7, 9)).contains("byte 0"));
  }

  @Test
  void sameTransactionTwiceIsRefused() {
    var refusal =
        refusal(
            new CobraLog().start(2).commit(2).start(1).commit(1),
            new CobraLog().start(1).commit(1));
    assertTrue(refusal.contains("0x1 is in the log twice"));
  }

  @Test
  void abortRecordsAndUnknownOpcodesAreRefusedWithTheirOffset() {
    var abort = refusal(new CobraLog().start(1).record('A', 1));
    assertTrue(abort.contains("byte 9") && abort.contains("abort"));
    var unknown = refusal(new CobraLog().start(1).commit(1).record('X', 1));
    assertTrue(unknown.contains("byte 18") && unknown.contains("0x58"));
  }

  @Test
  void timestampsAreFoundAndGiveRealTime() throws IOException {
    var history =
        read(
            new CobraLog()
                .start(1, 1_700_000_000_000L)
                .write(5, 7, 9)
                .commit(1, 1_700_000_000_020L)
                .start(2, 1_700_000_000_030L));
    assertTrue(history.hasRealTime());
    assertTrue(history.hasClock());
    assertEquals(1_700_000_000_000L, history.start(0));
    assertEquals(1_700_000_000_020L, history.end(0));
    assertEquals(1_700_000_000_020_000_000L, history.endNanos(0));
    assertEquals(History.NEVER, history.end(1));
    assertEquals(History.NEVER, history.endNanos(1));
    assertEquals(Status.INDETERMINATE, history.status(1));
  }

  @Test
  void transactionThatEndsBeforeItStartsEndsWhenItStarts() throws IOException {
    var history = read(new CobraLog().start(1, 1000).commit(1, 900));
    assertEquals(1000, history.end(0));
    assertTrue(history.notes().stream().anyMatch(note -> note.contains("before it starts")));
  }

  @Test
  void timedAndUntimedFilesOfOneFolderAreRefused() {
    var refusal =
        refusal(new CobraLog().start(1, 1000).commit(1, 1001), new CobraLog().start(2).commit(2));
    assertTrue(refusal.contains("T2.log") && refusal.contains("T1.log"));
  }

  @Test
  void timedFolderWithAFileCutBeforeItsFirstTimestampIsRefused() {
    var timed = new CobraLog().start(1, 1000).commit(1, 1001);
    var cut = new CobraLog().start(2);
    assertTrue(refusal(timed, cut).contains("T2.log:byte 9"));
    assertTrue(refusal(cut, timed).contains("T1.log:byte 9"));
    var inTheTimestamp = Arrays.copyOf(new CobraLog().start(2, 1000).bytes(), 12);
    var files = Map.of("T1.log", timed.bytes(), "T2.log", inTheTimestamp);
    assertTrue(
        assertThrows(InputException.class, () -> read(files))
            .describe()
            .contains("T2.log:byte 12"));
  }

  @Test
  void corruptByteAfterTheFirstIdIsReportedThere() {
    var log = new CobraLog().start(1).write(5, 7, 9).commit(1).bytes();
    log[9] = 'x';
    assertTrue(
        assertThrows(InputException.class, () -> read(Map.of("T1.log", log)))
            .describe()
            .contains("byte 9"));
  }

  @Test
  void everyTruncationIsAnErrorOrEndsBetweenRecords() throws IOException {
    var untimed =
        new CobraLog()
            .start(1)
            .read(INIT, INIT, 7, 0)
            .write(5, 7, 9)
            .commit(1)
            .start(2)
            .read(1, 5, 7, 9)
            .commit(2);
    checkTruncations(untimed.bytes(), Set.of(9, 42, 67, 76, 85, 118));
    var timed =
        new CobraLog().start(1, 1000).write(5, 7, 9).commit(1, 1001).start(2, 1002).commit(2, 1003);
    // After 9 bytes nothing tells yet that there are timestamps.
    checkTruncations(timed.bytes(), Set.of(9, 17, 42, 59, 76));
  }

  private static void checkTruncations(byte[] whole, Set<Integer> boundaries) throws IOException {
    for (var length = 1; length < whole.length; length++) {
      var cut = Map.of("T1.log", Arrays.copyOf(whole, length));
      if (boundaries.contains(length)) {
        var history = read(cut);
        var last = history.transactionCount() - 1;
        var endsWithCommit = length == 76 && whole[67] == 'C' || length == 59;
        assertEquals(
            endsWithCommit ? Status.COMMITTED : Status.INDETERMINATE, history.status(last));
      } else {
        var wrong = assertThrows(InputException.class, () -> read(cut), "length " + length);
        assertTrue(wrong.at().startsWith("byte "), wrong.describe());
      }
    }
  }

  @Test
  void filesOfOtherNamesAreIgnoredAndEmptyOnesAreNoSessions() throws IOException {
    var history =
        read(
            Map.of(
                "T1.log", new byte[0],
                "T2.log", new CobraLog().start(1).commit(1).bytes(),
                "T2.debug", "garbage".getBytes(),
                "T2.wlog", "garbage".getBytes()));
    assertEquals(List.of("2 1 COMMITTED"), Rendered.lines(history));
    assertEquals(1, history.sessionCount());
  }

  @Test
  void sessionsAreNamedByTheNumberOfTheirFile() throws IOException {
    var history =
        read(
            Map.of(
                "T10.log", new CobraLog().start(1).commit(1).bytes(),
                "T010.log", new CobraLog().start(2).commit(2).bytes(),
                "client.log", new CobraLog().start(3).commit(3).bytes()));
    assertEquals(
        Set.of("10 1 COMMITTED", "\"T010\" 2 COMMITTED", "\"client\" 3 COMMITTED"),
        Set.copyOf(Rendered.lines(history)));
  }

  @Test
  void folderWithoutTransactionsIsRefused() {
    assertThrows(InputException.class, () -> read(Map.of("T1.log", new byte[0])));
    assertThrows(InputException.class, () -> read(Map.of("T1.txt", new byte[] {'S'})));
    assertThrows(InputException.class, () -> read(Map.of()));
  }

  private static final int SEVERAL_PARTS = 20_000;

  /** Transactions that each read what the one before wrote, ids from one to another. */
  private static CobraLog longLog(int from, int to) {
    var log = new CobraLog();
    for (var id = from; id < to; id++) {
      var key = 7 + id % 100;
      log.start(id);
      if (id >= from + 100) {
        log.read(id - 100, id - 99, key, id);
      }
      log.write(id + 1, key, id + 100).commit(id);
    }
    return log;
  }

  private static History read(int cores, Map<String, byte[]> folder) throws IOException {
    var into = new HistoryBuilder("cobra");
    new CobraReader(into, cores).read(MemoryInput.folder(folder));
    return into.build();
  }

  @Test
  void longLogsAreTheSameOnOneCoreAndOnSeveral() throws IOException {
    var folder = new TreeMap<String, byte[]>();
    folder.put("T1.log", longLog(1, SEVERAL_PARTS).bytes());
    folder.put("T2.log", longLog(SEVERAL_PARTS, 2 * SEVERAL_PARTS).bytes());
    folder.put("T3.log", new CobraLog().start(2 * SEVERAL_PARTS).bytes());
    var alone = read(1, folder);
    assertEquals(2 * SEVERAL_PARTS, alone.transactionCount());
    assertEquals("2 20100 COMMITTED r(7 20001) w(7 20101)", Rendered.lines(alone).get(20_099));
    assertEquals(Status.INDETERMINATE, alone.status(2 * SEVERAL_PARTS - 1));
    var several = read(2, folder);
    assertEquals(Rendered.lines(alone), Rendered.lines(several));
    for (var t = 0; t < alone.transactionCount(); t += 999) {
      assertEquals(alone.position(t), several.position(t));
      assertEquals(alone.file(t), several.file(t));
    }
  }

  @Test
  void whatIsWrongFarIntoALogIsToldAtItsByteOnOneCoreAndOnSeveral() {
    var folder = new TreeMap<String, byte[]>();
    folder.put("T1.log", longLog(1, SEVERAL_PARTS).bytes());
    var before = longLog(SEVERAL_PARTS, 2 * SEVERAL_PARTS);
    var at = before.bytes().length;
    folder.put("T2.log", before.commit(5).bytes());
    for (var cores = 1; cores <= 2; cores++) {
      var on = cores;
      var wrong = assertThrows(InputException.class, () -> read(on, folder));
      assertTrue(wrong.path().endsWith("/T2.log"), wrong.describe());
      assertTrue(wrong.describe().contains("record C outside a transaction"), wrong.describe());
      assertTrue(wrong.describe().contains(String.valueOf(at)), wrong.describe());
    }
    folder.put("T2.log", longLog(SEVERAL_PARTS - 1, 2 * SEVERAL_PARTS).bytes());
    var twice = assertThrows(InputException.class, () -> read(2, folder));
    assertTrue(twice.describe().contains("0x4e1f is in the log twice"), twice.describe());
  }

  @Test
  void versionsOfManyKeysMayShareTheirWriteId() throws IOException {
    var log = new CobraLog();
    for (var id = 1; id <= SEVERAL_PARTS; id++) {
      log.start(id).write(1 + id % 3, id, id).commit(id);
    }
    for (var id = 1; id <= SEVERAL_PARTS; id++) {
      log.start(SEVERAL_PARTS + id).read(id, 1 + id % 3, id, id).commit(SEVERAL_PARTS + id);
    }
    var lines = Rendered.lines(read(log));
    assertEquals("1 9 COMMITTED w(9 1)", lines.get(8));
    assertEquals("1 20009 COMMITTED r(9 1)", lines.get(SEVERAL_PARTS + 8));
  }

  @Test
  void singleFileIsRefusedBecauseItIsOneSessionOfMany() {
    var input = MemoryInput.file(new CobraLog().start(1).commit(1).bytes());
    assertThrows(InputException.class, () -> Rendered.read(new CobraFormat(), input));
  }

  @Test
  void recognisesFoldersOfRecordsAndNotTextLogs() {
    var records = new CobraLog().start(0x100000120L).commit(0x100000120L).bytes();
    assertTrue(recognises("T1.log", records));
    assertTrue(recognises("T1.log", Arrays.copyOf(records, 5)));
    assertFalse(recognises("T1.txt", records));
    assertFalse(recognises("T1.log", "Starting the server\nReady\n".getBytes()));
    assertFalse(recognises("T1.log", "{\"value\":[]}".getBytes()));
    assertFalse(recognises("T1.log", new byte[0]));
  }

  @Test
  void singleFileIsNotTakenForTheDbcopHistoryOfId83() {
    var dbcop = new byte[64];
    dbcop[0] = 'S';
    dbcop[8] = 3;
    var format = new CobraFormat();
    assertFalse(format.recognises(new Sample(false, List.of(new Sample.File("", dbcop, true)))));
    var cobra = new CobraLog().start(1).commit(1).bytes();
    assertTrue(format.recognises(new Sample(false, List.of(new Sample.File("", cobra, true)))));
    assertFalse(
        format.recognises(new Sample(false, List.of(new Sample.File("T1.wlog", cobra, true)))));
  }

  private static boolean recognises(String name, byte[] head) {
    return new CobraFormat()
        .recognises(new Sample(true, List.of(new Sample.File(name, head, true))));
  }
}
