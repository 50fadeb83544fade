package mtc.formats.numeric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.formats.cobra.CobraFormat;
import mtc.formats.dbcop.DbcopFormat;
import mtc.formats.memory.MemoryOutput;
import mtc.formats.memory.Rendered;
import mtc.formats.text.OperationLinesFormat;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a format cannot hold is mapped and said, or refused. */
class WriterMappingTest {
  private static final WritableFormat POLYSI = OperationLinesFormat.polySi();
  private static final WritableFormat PLUME = OperationLinesFormat.plume();
  private static final WritableFormat DBCOP = new DbcopFormat();
  private static final WritableFormat COBRA = new CobraFormat();
  private static final List<WritableFormat> ALL = List.of(POLYSI, PLUME, DBCOP, COBRA);

  private HistoryBuilder builder;
  private Scalars scalars;
  private List<String> mappings;

  @BeforeEach
  void newHistory() {
    builder = new HistoryBuilder("test");
    scalars = builder.scalars();
    builder.reservedInitialValue(Scalars.NIL);
  }

  private WriterMappingTest begin(int session) {
    builder.begin(
        session < 0 ? History.NO_SESSION : builder.session(session),
        builder.transactionCount() + 1,
        0);
    return this;
  }

  private WriterMappingTest read(int key, int value) {
    builder.operation(History.READ, builder.key(key), value);
    return this;
  }

  private WriterMappingTest write(int key, int value) {
    builder.operation(History.WRITE, builder.key(key), value);
    return this;
  }

  private WriterMappingTest commit() {
    builder.end(Status.COMMITTED);
    return this;
  }

  private String text(WritableFormat format) throws IOException {
    var output = new MemoryOutput();
    try (var writer = format.writer(output)) {
      writer.write(builder.build());
      mappings = writer.mappings();
    }
    return new String(output.files().get(""));
  }

  private List<String> backFrom(WritableFormat format) throws IOException {
    var output = new MemoryOutput();
    try (var writer = format.writer(output)) {
      writer.write(builder.build());
      mappings = writer.mappings();
    }
    return Rendered.bySession(Rendered.read(format, output.asInput(format.writesFolder())));
  }

  private String refusal(WritableFormat format) {
    var history = builder.build();
    return assertThrows(UnwritableException.class, () -> Rendered.write(format, history))
        .getMessage();
  }

  private void assertMapped(String sentence) {
    assertTrue(mappings.stream().anyMatch(m -> m.contains(sentence)), mappings.toString());
  }

  @Test
  void nilIsWrittenAsZero() throws IOException {
    assertEquals("r(7,0,1,1)\n", begin(1).read(7, Scalars.NIL).commit().text(POLYSI));
    assertMapped("the initial value nil is written as 0");
  }

  @Test
  void zeroThatIsNotInitialGivesWayToTheOneThatIs() throws IOException {
    begin(1).read(7, Scalars.NIL).write(7, 0).read(7, 0).commit();
    assertEquals(
        "r(7,0,1,1)\nw(7,4611686018427387904,1,1)\nr(7,4611686018427387904,1,1)\n", text(PLUME));
    assertMapped("0 is 4611686018427387904");
  }

  @Test
  void zeroOfAFormatWithoutInitialValueIsNotTheInitialOne() throws IOException {
    builder = new HistoryBuilder("test");
    assertEquals("r(7,4611686018427387904,1,1)\n", begin(1).read(7, 0).commit().text(PLUME));
  }

  @Test
  void namesAreNumberedInOrderOfFirstMentionAndListed() throws IOException {
    begin(1).write(scalars.keyword("x"), scalars.string("a")).commit();
    begin(2).read(scalars.keyword("x"), scalars.string("a")).write(3, 4).commit();
    begin(2).read(scalars.string("x"), Scalars.NIL).commit();
    assertEquals(
        "w(4611686018427387904,4611686018427387904,1,1)\n"
            + "r(4611686018427387904,4611686018427387904,2,2)\n"
            + "w(3,4,2,2)\n"
            + "r(4611686018427387905,0,2,3)\n",
        text(POLYSI));
    assertMapped(
        "keys that the format cannot hold are numbered: :x is 4611686018427387904, \"x\" is"
            + " 4611686018427387905");
    assertMapped("values that the format cannot hold are numbered: \"a\" is 4611686018427387904");
  }

  @Test
  void negativeNumbersAreNumberedToo() throws IOException {
    assertEquals("w(4611686018427387904,1,1,1)\n", begin(1).write(-5, 1).commit().text(POLYSI));
    assertMapped("-5 is 4611686018427387904");
  }

  @Test
  void numbersThatWouldClashWithNamesAreRefused() {
    begin(1).write(scalars.integer(1L << 62), 1).write(scalars.keyword("x"), 1).commit();
    assertTrue(refusal(POLYSI).contains("4611686018427387904"));
  }

  @Test
  void integersAndHashesThatWouldBecomeOneAreRefused() {
    begin(1).write(scalars.hash(1L << 30), 1).write(scalars.integer(1L << 30), 1).commit();
    for (var format : ALL) {
      assertTrue(refusal(format).contains("both hashes and large integers"));
    }
  }

  @Test
  void tooManyNamesToListAreRefused() {
    for (var i = 0; i <= Numbering.LIMIT; i++) {
      begin(1).write(scalars.string("key " + i), 1).commit();
    }
    assertTrue(refusal(PLUME).contains("\"key 10000\""));
  }

  @Test
  void hashesAreUnsignedInDbcopAndThemselvesInCobra() throws IOException {
    begin(1).write(scalars.hash(0xF000000000000001L), 1).commit();
    assertEquals(List.of("1 COMMITTED w(17293822569102704641N 1)"), backFrom(DBCOP));
    assertMapped("hashes are written as unsigned numbers");
    assertEquals(List.of("1 COMMITTED w(0xf000000000000001 1)"), backFrom(COBRA));
  }

  @Test
  void dbcopHoldsNumbersOf64Bits() throws IOException {
    begin(1)
        .write(scalars.text(Scalars.Kind.BIG_INTEGER, "18446744073709551615"), 1)
        .write(scalars.text(Scalars.Kind.BIG_INTEGER, "18446744073709551616"), 2)
        .commit();
    assertEquals(
        List.of("1 COMMITTED w(18446744073709551615N 1) w(4611686018427387904 2)"),
        backFrom(DBCOP));
  }

  @Test
  void abortedTransactionsAreRefusedByThoseWithoutThem() {
    begin(1).write(1, 1);
    builder.end(Status.ABORTED);
    assertTrue(refusal(POLYSI).contains("transaction 1 is aborted"));
    assertTrue(refusal(COBRA).contains("transaction 1 is aborted"));
  }

  @Test
  void abortedTransactionOfSeveralOperationsIsReported() throws IOException {
    begin(1).write(1, 1).write(1, 2);
    builder.end(Status.ABORTED);
    assertEquals("w(1,1,1,-1)\nw(1,2,1,-1)\n", text(PLUME));
    assertMapped("1 aborted transaction is written as operations of transaction -1");
  }

  @Test
  void indeterminateTransactionsAreRefusedByAllButCobra() throws IOException {
    begin(1).write(1, 1).commit().begin(1).write(1, 2);
    builder.end(Status.INDETERMINATE);
    for (var format : List.of(POLYSI, PLUME, DBCOP)) {
      assertTrue(refusal(format).contains("transaction 2 is indeterminate"));
    }
    assertEquals(List.of("1 COMMITTED w(1 1)", "1 INDETERMINATE w(1 2)"), backFrom(COBRA));
  }

  @Test
  void indeterminateTransactionWithinASessionIsRefusedByCobra() {
    begin(1).write(1, 1);
    builder.end(Status.INDETERMINATE);
    begin(1).write(1, 2).commit();
    assertTrue(refusal(COBRA).contains("transaction 2 comes after an indeterminate one"));
  }

  @Test
  void listsFailedComparisonsAndUnknownReadsAreRefused() {
    begin(1).write(1, 1);
    builder.operation(History.APPEND, builder.key(2), 2);
    commit();
    for (var format : ALL) {
      assertTrue(refusal(format).contains("list"));
    }
    newHistory();
    begin(1).read(1, Scalars.UNKNOWN).commit();
    for (var format : ALL) {
      assertTrue(refusal(format).contains("does not tell"));
    }
    newHistory();
    begin(1);
    builder.operation(History.READ_OTHER, builder.key(1), 2);
    commit();
    for (var format : ALL) {
      assertTrue(refusal(format).contains("failed comparison"));
    }
  }

  @Test
  void writesOfTheInitialValueAreOnlyForPlume() throws IOException {
    builder.defaultInitialValue(0);
    begin(0).write(1, 0).commit().begin(1).read(1, 0).commit();
    assertTrue(refusal(POLYSI).contains("transaction 1 writes the initial value"));
    assertTrue(refusal(DBCOP).contains("transaction 1 writes the initial value"));
    assertEquals("w(1,0,0,1)\nr(1,0,1,2)\n", text(PLUME));
  }

  @Test
  void writesOfAReservedInitialValueAreRefused() {
    begin(1).write(1, Scalars.NIL).commit();
    for (var format : List.of(POLYSI, PLUME, DBCOP)) {
      assertTrue(refusal(format).contains("transaction 1 writes the initial value"));
    }
  }

  @Test
  void explicitInitialTransactionBecomesAnOrdinaryOneInCobra() throws IOException {
    builder.defaultInitialValue(0);
    begin(0).write(1, 0).write(2, 0).commit().begin(1).read(1, 0).read(3, 0).commit();
    assertEquals(
        List.of(
            "0 COMMITTED w(1 0x100000000) w(2 0x100000001)",
            "1 COMMITTED r(1 0x100000000) r(3 initial)"),
        backFrom(COBRA));
  }

  @Test
  void transactionsOfNoSessionAreAlone() throws IOException {
    begin(-1).write(1, 1).commit().begin(-1).write(1, 2).commit().begin(1).write(1, 3).commit();
    assertEquals(
        "w(1,1,4611686022722355200,1)\nw(1,2,4611686022722355201,2)\nw(1,3,1,3)\n", text(POLYSI));
    assertMapped("alone in sessions from 4611686022722355200");
    assertEquals(
        List.of("1 COMMITTED w(1 3)", "2 COMMITTED w(1 1)", "3 COMMITTED w(1 2)"), backFrom(DBCOP));
    assertMapped("alone in the last 2 sessions");
    assertEquals(3, backFrom(COBRA).size());
    assertMapped("alone in files from T4611686022722355200");
  }

  @Test
  void dbcopSessionsWithOtherNamesAreListed() throws IOException {
    begin(12).write(1, 1).commit().begin(10).write(1, 2).commit();
    assertEquals(List.of("1 COMMITTED w(1 2)", "2 COMMITTED w(1 1)"), backFrom(DBCOP));
    assertMapped("10 is 1, 12 is 2");
  }

  @Test
  void transactionsThatDbcopReadsBackByAnotherNumberAreReported() throws IOException {
    begin(1).write(1, 1).commit().begin(2).write(1, 2).commit();
    backFrom(DBCOP);
    assertEquals(List.of("the initial value nil is written as 0"), mappings);
    newHistory();
    begin(1).write(1, 1).commit().begin(2).write(1, 2).commit().begin(1).write(1, 3).commit();
    backFrom(DBCOP);
    assertMapped("no numbers but their rank");
  }

  @Test
  void transactionsThatGetOtherNumbersAreReported() throws IOException {
    builder.begin(builder.session(1), 77, 0);
    write(1, 1).commit();
    for (var format : ALL) {
      backFrom(format);
      assertTrue(mappings.stream().anyMatch(m -> m.contains("number")), format.name());
    }
  }

  @Test
  void transactionsWithoutOperationsAreLeftOutOfTextAloud() throws IOException {
    begin(1).commit().begin(1).write(1, 1).commit();
    assertEquals("w(1,1,1,1)\n", text(POLYSI));
    assertMapped("1 transaction without operations is left out");
    assertEquals(List.of("1 COMMITTED", "1 COMMITTED w(1 1)"), backFrom(DBCOP));
    assertEquals(List.of("1 COMMITTED", "1 COMMITTED w(1 1)"), backFrom(COBRA));
  }

  @Test
  void historiesThatCouldNotBeReadBackAreRefused() {
    for (var format : ALL) {
      refusal(format);
    }
    newHistory();
    begin(1).write(1, 1);
    builder.end(Status.ABORTED);
    assertTrue(refusal(DBCOP).contains("no transaction is committed"));
  }

  @Test
  void lossOfRealTimeIsReported() throws IOException {
    begin(1).write(1, 1);
    builder.realTime(1, 2);
    commit();
    for (var format : ALL) {
      backFrom(format);
      assertMapped("left out: " + format.name() + " has no time");
    }
  }

  @Test
  void clockTimesGoToCobraInMilliseconds() throws IOException {
    begin(1).write(1, 1);
    builder.realTime(0, 1);
    builder.clock(5_000_000, 7_900_000);
    commit();
    var output = new MemoryOutput();
    try (var writer = new CobraFormat().withTimes().writer(output)) {
      writer.write(builder.build());
      mappings = writer.mappings();
    }
    var back = Rendered.read(COBRA, output.asInput(true));
    assertTrue(back.hasRealTime());
    assertEquals(5, back.start(0));
    assertEquals(7, back.end(0));
    assertMapped("in whole milliseconds");
    assertMapped("TIME_ORDER_ON=true");
  }

  @Test
  void cobraHasNoTimesUnlessTheyAreAskedFor() throws IOException {
    begin(1).write(1, 1);
    builder.realTime(0, 1);
    builder.clock(5_000_000, 7_900_000);
    commit();
    var back = Rendered.read(COBRA, Rendered.write(COBRA, builder.build()).asInput(true));
    assertFalse(back.hasRealTime());
  }

  @Test
  void noKeyIsWrittenAsAHashThatIsAWriteId() throws IOException {
    begin(1).read(1, Scalars.NIL).write(1, 2).commit();
    begin(1).read(2, Scalars.NIL).write(2, 3).commit();
    assertEquals(
        List.of("1 COMMITTED r(1 initial) w(1 2)", "1 COMMITTED r(2 initial) w(2 3)"),
        backFrom(COBRA));
    var log = Rendered.write(COBRA, builder.build()).files().get("T1.log");
    assertEquals(1L << 60 | 1, ByteBuffer.wrap(log).getLong(9 + 17));
  }

  @Test
  void keysThatStayAreOutOfTheWayOfWriteIds() throws IOException {
    var far = scalars.integer(1L << 55);
    builder.begin(builder.session(1), 1, 1);
    builder.operation(History.WRITE, builder.key(far), far);
    builder.end(Status.COMMITTED);
    assertEquals(List.of("1 COMMITTED w(0x80000000000000 0x100000000)"), backFrom(COBRA));
  }

  @Test
  void valuesThatTwoKeysShareAreNumberedForCobra() throws IOException {
    begin(1).write(1, 5).write(2, 5).commit().begin(2).read(2, 5).read(1, 5).commit();
    assertEquals(
        List.of(
            "1 COMMITTED w(1 0x100000000) w(2 0x100000001)",
            "2 COMMITTED r(2 0x100000001) r(1 0x100000000)"),
        backFrom(COBRA));
    assertMapped("versions are numbered from 4294967296");
  }

  @Test
  void valuesThatAreSpecialIdsAreNumberedForCobra() throws IOException {
    begin(1).write(1, scalars.integer(0xBEBEEBEEL)).commit();
    assertEquals(List.of("1 COMMITTED w(1 0x100000000)"), backFrom(COBRA));
  }

  @Test
  void valueWrittenTwiceToAKeyIsRefusedByCobra() {
    begin(1).write(1, 5).commit().begin(2).write(1, 5).commit();
    assertTrue(refusal(COBRA).contains("transaction 2 writes value 5 of key 1 again"));
  }

  @Test
  void readsOfWhatNobodyWroteStayThatInCobra() throws IOException {
    begin(1).read(1, 5).commit();
    var output = Rendered.write(COBRA, builder.build());
    assertArrayEquals(
        HexFormat.of()
            .parseHex(
                "530000000100000001"
                    + "520000000100000002000000000000000510000000000000010000000000000005"
                    + "430000000100000001"),
        output.files().get("T1.log"));
  }

  @Test
  void readBeforeItsWriteNamesItsWriterInCobra() throws IOException {
    begin(1).read(1, 5).commit().begin(2).read(1, Scalars.NIL).write(1, 5).commit();
    var files = Rendered.write(COBRA, builder.build()).files();
    assertArrayEquals(
        HexFormat.of()
            .parseHex(
                "530000000100000001"
                    + "520000000100000002000000000000000510000000000000010000000000000005"
                    + "430000000100000001"),
        files.get("T1.log"));
    assertArrayEquals(
        HexFormat.of()
            .parseHex(
                "530000000100000002"
                    + "5200000000BEBEEBEE00000000BEBEEBEE10000000000000010000000000000000"
                    + "57000000000000000510000000000000010000000000000005"
                    + "430000000100000002"),
        files.get("T2.log"));
  }
}
