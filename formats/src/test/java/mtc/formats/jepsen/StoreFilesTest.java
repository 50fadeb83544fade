package mtc.formats.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.fressian.FressianParser;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonToken;

/** The binary files of a run hold the same history as its EDN, or are refused. */
class StoreFilesTest {
  private static final BlockFormat BLOCKS = new BlockFormat();
  private static final FressianFormat FRESSIAN = new FressianFormat();
  private static final TextFormat TEXT = new TextFormat();

  private static final String LISTS =
      """
      {:index 0, :time 125, :type :invoke, :process 0, :f :txn, :value [[:append 253 1] [:r 300 nil]]}
      {:index 1, :time 9000000000, :type :invoke, :process 1, :f :txn, :value [[:append 253 2] [:append -1 70000]]}
      {:index 2, :time 9000000001, :type :ok, :process 0, :f :txn, :value [[:append 253 1] [:r 300 [4 5 6 7 8 9 10 11 12]]], :node "n1"}
      {:index 3, :time 9000000002, :type :info, :process :nemesis, :f :start, :value {"n1" #{"n2" "n3"}}}
      {:index 4, :time 9000000003, :type :info, :process 1, :f :txn, :value [[:append 253 2] [:append -1 70000]], :error [:timeout {:a #{}}]}
      {:index 5, :time 9000000004, :type :invoke, :process 2, :f :txn, :value [[:r 253 nil]]}
      {:index 6, :time 9000000005, :type :ok, :process 2, :f :txn, :value [[:r 253 [1 2]]]}
      {:index 7, :time 9000000006, :type :invoke, :process 3, :f :txn, :value [[:append 300 -70000]]}
      """;

  private static final String REGISTERS =
      """
      {:index 0, :time 0, :type :invoke, :process 0, :f :txn, :value [[:r :x nil] [:w "key with \\"quotes\\" é 漢 🎉" 1]]}
      {:index 1, :time 1000, :type :ok, :process 0, :f :txn, :value [[:r :x -1] [:w "key with \\"quotes\\" é 漢 🎉" 1]]}
      {:index 2, :time 2000, :type :invoke, :process 1, :f :txn, :value [[:w :ns/x 123456789012345] [:r 4096 nil]]}
      {:index 3, :time 3000, :type :ok, :process 1, :f :txn, :value [[:w :ns/x 123456789012345] [:r 4096 -4097]]}
      {:index 4, :time 4000, :type :invoke, :process 2, :f :txn, :value [[:w 1 1.5] [:w 2 0.0] [:w 3 9223372036854775807] [:w 4 -9223372036854775808] [:w 5 123456789012345678901234567890N] [:w 6 true]]}
      {:index 5, :time 5000, :type :fail, :process 2, :f :txn, :value [[:w 1 1.5] [:w 2 0.0]]}
      {:index 6, :time 6000, :type :invoke, :process 3, :f :read, :value [7 nil]}
      {:index 7, :time 7000, :type :ok, :process 3, :f :read, :value [7 "%s"]}
      """
          .formatted("a".repeat(70_000));

  private static History read(Format format, byte[] bytes) throws IOException {
    var builder = new HistoryBuilder(format.name());
    format.read(Text.file(bytes), builder);
    return builder.build();
  }

  /** Without where it stands, which is another place in another file. */
  private static String content(History history) {
    var text = new StringBuilder(Text.of(history).replaceAll("@\\d+", ""));
    for (var t = 0; history.hasClock() && t < history.transactionCount(); t++) {
      text.append('\n').append(history.startNanos(t)).append('-').append(history.endNanos(t));
    }
    return text.toString();
  }

  private static String error(Format format, byte[] bytes) {
    return assertThrows(InputException.class, () -> read(format, bytes)).describe();
  }

  private static boolean isRecognised(Format format, byte[] bytes) {
    var head = Arrays.copyOf(bytes, Math.min(bytes.length, 1 << 16));
    return format.recognises(new Sample(false, List.of(new Sample.File("", head, true))));
  }

  @Test
  void everyFileHoldsTheHistoryOfTheEdn() throws IOException {
    for (var edn : List.of(LISTS, REGISTERS)) {
      var expected = content(Text.read(edn));
      for (var chunkSize : new int[] {1, 3, 4, 8, 100}) {
        assertEquals(expected, content(read(BLOCKS, Stored.blocks(edn, chunkSize))));
      }
      assertEquals(expected, content(read(BLOCKS, Stored.oldBlocks(edn))));
      assertEquals(expected, content(read(FRESSIAN, Stored.map(edn))));
    }
  }

  /** Transactions of many kinds, of which a block has several batches. */
  private static String manyOperations() {
    var edn = new StringBuilder();
    for (var i = 0; i < 3 * BlockParser.BATCH / 2; i++) {
      var value =
          switch (i % 9) {
            case 0 -> "[[:r \"k" + i % 50 + "\" nil] [:w \"k" + i % 50 + "\" \"v" + i + "\"]]";
            case 1 -> "[[:append 1253 " + i + "] [:r 1300 nil]]";
            case 2 -> "[]";
            default -> "[[:r " + i % 700 + " nil] [:w " + i % 700 + " " + -i + "]]";
          };
      var type = i % 11 == 3 ? ":info" : i % 13 == 5 ? ":fail" : ":ok";
      var process = ", :process " + (i % 11 == 3 ? i + 10 : i % 10) + ", :f :txn, :value ";
      edn.append("{:index ").append(2 * i).append(", :time ").append(2000 * i);
      edn.append(", :type :invoke").append(process).append(value).append("}\n");
      edn.append("{:index ").append(2 * i + 1).append(", :time ").append(2000 * i + 1000);
      edn.append(", :type ").append(type).append(process).append(value);
      edn.append(i % 17 == 4 ? ", :error :timeout}\n" : "}\n");
    }
    return edn.toString();
  }

  @Test
  void aBlockOfManyBatchesHoldsTheHistoryOfTheEdn() throws IOException {
    var edn = manyOperations();
    var count = Stored.operations(edn).size();
    assertEquals(3 * BlockParser.BATCH, count);
    var expected = content(Text.read(edn));
    for (var chunkSize : new int[] {100, BlockParser.BATCH, BlockParser.BATCH + 1, count}) {
      assertEquals(expected, content(read(BLOCKS, Stored.blocks(edn, chunkSize))));
    }
    assertEquals(expected, content(read(BLOCKS, Stored.oldBlocks(edn))));
  }

  @Test
  void whatIsWrongInALaterBatchIsToldWithItsPlace() throws IOException {
    var edn = manyOperations();
    var wrong = edn.replace(":index 2500,", ":index :none,");
    var told = error(BLOCKS, Stored.blocks(wrong, 5000));
    assertTrue(told.matches("byte \\d+: expected an integer as :index"), told);
    var late = edn.replace(":index 1200,", ":index 1190,");
    told = error(BLOCKS, Stored.blocks(late, 5000));
    assertTrue(told.matches("byte \\d+: expected an :index above 1199, found 1190"), told);
  }

  /** Neither what comes before the damage in the block nor what is in others is a history. */
  @Test
  void aWrongChecksumOfALongBlockIsRefused() {
    var original = Stored.blocks(manyOperations(), 2 * BlockParser.BATCH);
    for (var at = 18; at < original.length; at += (int) ByteBuffer.wrap(original).getLong(at)) {
      var block = ByteBuffer.wrap(original);
      if (block.getShort(at + 12) == 4) {
        for (var back = 1; back < 40; back++) {
          var bytes = original.clone();
          bytes[at + (int) block.getLong(at) - back] ^= 1;
          assertEquals(
              "byte " + at + ": the block that begins here is damaged: its checksum does not match",
              error(BLOCKS, bytes));
        }
      }
    }
  }

  @Test
  void filesAreKnownByTheirContent() {
    assertTrue(isRecognised(BLOCKS, Stored.blocks(LISTS, 4)));
    assertTrue(isRecognised(FRESSIAN, Stored.map(LISTS)));
    assertTrue(isRecognised(TEXT, "0\t:invoke\t:read\tnil\n".getBytes(StandardCharsets.UTF_8)));
    for (var format : List.of(BLOCKS, FRESSIAN, TEXT)) {
      assertFalse(isRecognised(format, LISTS.getBytes(StandardCharsets.UTF_8)));
      assertFalse(isRecognised(format, new byte[0]));
    }
    assertFalse(isRecognised(TEXT, "r(1,2,3,4)\n".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void anOperationStandsAtItsByte() throws IOException {
    var history = read(BLOCKS, Stored.blocks(LISTS, 4));
    assertTrue(history.place(0).matches("byte \\d+"), history.place(0));
    var twice =
        LISTS.replace(
            ":index 5, :time 9000000004, :type :invoke, :process 2",
            ":index 5, :time 9000000004, :type :invoke, :process 3");
    assertTrue(
        error(BLOCKS, Stored.blocks(twice, 4))
            .matches(
                "byte \\d+: process 3 invokes an operation while its last one, of byte \\d+, is not"
                    + " completed"),
        error(BLOCKS, Stored.blocks(twice, 4)));
  }

  // Tests that did not end

  private static byte[] crashed(int chunkSize, int cutOff) {
    var file = Stored.growing(LISTS, chunkSize);
    var operations = Stored.operations(LISTS);
    var rest = operations.subList(operations.size() / chunkSize * chunkSize, operations.size());
    var stream = Stored.stream(rest);
    return file.unsealed(Arrays.copyOf(stream, stream.length - cutOff)).bytes();
  }

  private static String firstLines(int count) {
    return String.join("\n", LISTS.lines().toList().subList(0, count)) + "\n";
  }

  @Test
  void theUnsealedRestIsReadAsFarAsItGoes() throws IOException {
    var whole = read(BLOCKS, crashed(3, 0));
    assertEquals(content(Text.read(LISTS)), content(whole));
    assertEquals(
        "the test has no results (it runs, crashed, or was not analysed): 6 operations are in"
            + " sealed chunks, and 2 more were read from the rest, which has no checksum",
        whole.notes().getLast());
    var cut = read(BLOCKS, crashed(3, 1));
    assertEquals(content(Text.read(firstLines(7))), content(cut));
    assertTrue(cut.notes().getLast().matches("its last \\d+ bytes hold no whole operation"));
  }

  @Test
  void theRestEndsWhereItIsNotTheNextOperation() throws IOException {
    var file = Stored.growing(firstLines(4), 4);
    var operations = new ArrayList<>(Stored.operations(LISTS).subList(4, 8));
    operations.remove(1);
    var history = read(BLOCKS, file.unsealed(Stored.stream(operations)).bytes());
    assertEquals(content(Text.read(firstLines(5))), content(history));
  }

  @Test
  void aSealedChunkThatTheIndexDoesNotKnowYetIsRead() throws IOException {
    var file = Stored.growing(LISTS, 4);
    var operations = Stored.operations(LISTS);
    var known = Stored.growing(firstLines(4), 4);
    known.block(0, 4, Stored.stream(operations.subList(4, 8)));
    assertEquals(content(read(BLOCKS, file.bytes())), content(read(BLOCKS, known.bytes())));
    var later = Stored.growing(firstLines(4), 4);
    later.block(0, 4, Stored.stream(operations.subList(5, 8)));
    assertTrue(
        error(BLOCKS, later.bytes())
            .endsWith("expected operation 4 at the beginning of this block, found 5"));
  }

  @Test
  void aTestThatHasOnlyBegunHasNoOperation() {
    assertTrue(
        error(BLOCKS, Stored.growing("", 4).bytes()).startsWith("there is no operation in it"));
  }

  // Damage

  @Test
  void aDamagedIndexIsRebuilt() throws IOException {
    for (var edn : List.of(LISTS, REGISTERS)) {
      for (var original : List.of(Stored.blocks(edn, 3), Stored.oldBlocks(edn))) {
        var expected = content(Text.read(edn));
        var index = (int) ByteBuffer.wrap(original).getLong(10);
        var unpointed = original.clone();
        Arrays.fill(unpointed, 10, 18, (byte) 0);
        var damaged = original.clone();
        damaged[index + 40] ^= 1;
        for (var bytes : List.of(unpointed, damaged)) {
          var history = read(BLOCKS, bytes);
          assertEquals(expected, content(history));
          assertTrue(history.notes().getLast().startsWith("its index of blocks is missing"));
        }
      }
    }
  }

  @Test
  void aBlockWithAWrongChecksumIsRefused() {
    var bytes = Stored.blocks(LISTS, 4);
    var at = 0;
    for (var i = 18; i < bytes.length; i += (int) ByteBuffer.wrap(bytes).getLong(i)) {
      at = ByteBuffer.wrap(bytes).getShort(i + 12) == 4 ? i : at;
    }
    bytes[at + 60] ^= 4;
    assertEquals(
        "byte " + at + ": the block that begins here is damaged: its checksum does not match",
        error(BLOCKS, bytes));
  }

  @Test
  void aFileCutOffIsRefused() {
    var bytes = Stored.blocks(LISTS, 4);
    for (var length = 10; length < bytes.length; length++) {
      error(BLOCKS, Arrays.copyOf(bytes, length));
    }
    var map = Stored.map(LISTS);
    for (var length = 0; length < map.length - 40; length++) {
      error(FRESSIAN, Arrays.copyOf(map, length));
    }
  }

  @Test
  void anUnknownVersionIsRefused() {
    var bytes = Stored.blocks(LISTS, 4);
    bytes[9] = 2;
    assertEquals(
        "byte 6: it is a test.jepsen of version 2; 0 and 1 are known", error(BLOCKS, bytes));
  }

  @Test
  void aBlockThatHoldsItselfIsRefused() {
    var file = Stored.growing(firstLines(4), 4);
    file.block(1, 5, Stored.vector(8, 0, 5, 4, 1)).index(3);
    assertTrue(error(BLOCKS, file.bytes()).endsWith("this block is in the history twice"));
    var twice = Stored.growing(firstLines(4), 4);
    twice.block(1, 5, Stored.vector(8, 0, 5, 4, 5)).index(3);
    assertTrue(error(BLOCKS, twice.bytes()).endsWith("this block is in the history twice"));
    var short1 = Stored.growing(firstLines(4), 4);
    short1.block(1, 5, Stored.vector(5, 0, 5)).index(3);
    assertEquals(
        "it says that it has 5 operations, and holds 4 of them", error(BLOCKS, short1.bytes()));
  }

  private static final int TRIES = 25_000;

  /** All that is read has a checksum, so a history that is read is the one that was written. */
  @Test
  void ofADamagedFileNothingElseIsRead() throws IOException {
    var random = new Random(1);
    for (var original : List.of(Stored.blocks(LISTS, 3), Stored.oldBlocks(LISTS))) {
      var expected = content(read(BLOCKS, original));
      var refused = 0;
      for (var i = 0; i < TRIES; i++) {
        var bytes = damaged(original, random);
        try {
          assertEquals(expected, content(read(BLOCKS, bytes)));
        } catch (InputException e) {
          refused++;
        }
      }
      assertTrue(refused > TRIES / 2, "only " + refused);
    }
  }

  /** Somebody who knows how checksums are made is not believed either. */
  @Test
  void hostileBlocksAreReadOrRefused() throws IOException {
    var random = new Random(2);
    var original = Stored.growing(LISTS, 3).unsealed(new byte[] {1, 2, 3}).bytes();
    var starts = new ArrayList<Integer>();
    for (var at = 18; ByteBuffer.wrap(original).getLong(at) > 0; ) {
      starts.add(at);
      at += (int) ByteBuffer.wrap(original).getLong(at);
    }
    var refused = 0;
    for (var i = 0; i < TRIES; i++) {
      var bytes = original.clone();
      for (var damage = 1 + random.nextInt(3); damage > 0; damage--) {
        var at = starts.get(random.nextInt(starts.size()));
        var length = (int) ByteBuffer.wrap(bytes).getLong(at);
        bytes[at + 28 + random.nextInt(length - 28)] = (byte) random.nextInt(256);
        Stored.withChecksum(bytes, at);
      }
      refused += readOrRefuse(BLOCKS, bytes) ? 0 : 1;
    }
    assertTrue(refused > TRIES / 10, "only " + refused);
  }

  @Test
  void damagedMapsAreReadOrRefused() throws IOException {
    var random = new Random(3);
    var original = Stored.map(LISTS);
    var refused = 0;
    for (var i = 0; i < TRIES; i++) {
      refused += readOrRefuse(FRESSIAN, damaged(original, random)) ? 0 : 1;
    }
    assertTrue(refused > TRIES / 10, "only " + refused);
  }

  private static boolean readOrRefuse(Format format, byte[] bytes) throws IOException {
    try {
      content(read(format, bytes));
      return true;
    } catch (InputException refused) {
      return false;
    }
  }

  private static byte[] damaged(byte[] original, Random random) {
    var bytes = original.clone();
    for (var damage = 1 + random.nextInt(3); damage > 0; damage--) {
      var at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes = Arrays.copyOf(bytes, Math.max(40, at));
        case 3 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + random.nextInt(40)), (byte) 0);
        default -> {
          var length = Math.min(random.nextInt(40), bytes.length - at);
          System.arraycopy(bytes, random.nextInt(bytes.length - length), bytes, at, length);
        }
      }
    }
    return bytes;
  }

  @Test
  void deepNestingIsRefused() {
    var deep = new byte[100_000];
    Arrays.fill(deep, (byte) 0xE5);
    deep[0] = (byte) 0xC0;
    error(FRESSIAN, deep);
    Arrays.fill(deep, (byte) 0xCD);
    error(FRESSIAN, deep);
    Arrays.fill(deep, (byte) 0xC0);
    error(FRESSIAN, deep);
  }

  // Text

  private static History text(String lines) throws IOException {
    return read(TEXT, lines.getBytes(StandardCharsets.UTF_8));
  }

  /** With a verdict on the rest, a line taken for a part of an error would be left out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " 1\t:invoke\t:read\tnil",
        "1 :invoke :read nil",
        "1  \t:invoke\t:read\tnil",
        "1\t :ok\t:read\t2",
        "1\t:Ok\t:read\t2",
        "1\tok\t:read\t2",
        "1\t:okk\t:read\t2",
        "\t:ok\t:read\t2",
        "12:00:00 1\t:ok\t:read\t2"
      })
  void noErrorGoesOnWithAnOperation(String line) {
    var text = "0\t:invoke\t:write\t1\n0\t:fail\t:write\t1\tboom\n" + line + "\n";
    assertTrue(
        assertThrows(InputException.class, () -> text(text))
            .describe()
            .startsWith("3: expected an operation"));
  }

  @Test
  void linesOfErrorsAreCounted() throws IOException {
    var history =
        text(
            """

            0\t:invoke\t:write\t1
            0\t:fail\t:write\t1\tjava.lang.Exception: 1 not
              at 2 of 3
            1 ok, 2 not

            1\t:invoke\t:write\t3
            """);
    assertTrue(
        history.notes().contains("2 lines are no operations and were taken for more of errors"),
        history.notes().toString());
  }

  @Test
  void linesOfTextAreOperations() throws IOException {
    var history =
        text(
            """
            :nemesis\t:info\t:start\t#<Unreadable object>
            0\t:invoke\t:txn\t[[:append 1 2] [:r 3 nil]]
            1\t:invoke\t:txn\t[[:r 1 nil]]
            0\t:ok\t:txn\t[[:append 1 2] [:r 3 [5 6]]]
            1\t:fail\t:txn\t[[:r 1 nil]]\t[:not-found "an error
              that goes on"]
            2\t\t:invoke\t\t:txn\t[[:append 1 3]]
            """);
    assertEquals(
        """
        3@4 p0 1-3 ok a(1)=2 l(3)=[5 6]
        4@5 p1 2-4 aborted r(1)=?
        5@7 p2 5- open a(1)=3\
        """,
        Text.of(history));
  }

  @Test
  void anOperationThatRefersToABlockIsRefused() {
    var op = new LinkedHashMap<Object, Object>();
    op.put(new Stored.Keyword("type"), new Stored.Keyword("ok"));
    op.put(new Stored.Keyword("f"), new Stored.Keyword("write"));
    op.put(new Stored.Keyword("process"), 0L);
    op.put(new Stored.Keyword("value"), new Stored.Reference(7));
    var bytes = Stored.fressian(Map.of(new Stored.Keyword("history"), List.of(op)));
    var told = error(FRESSIAN, bytes);
    assertTrue(told.endsWith("expected a value, found a reference to block 7"), told);
  }

  /** It is no integer, though it was taken for one if one was read before it. */
  @Test
  void aReferenceAsTheKeyOfAMapIsOfNoKind() {
    var map = new LinkedHashMap<Object, Object>();
    map.put(7L, 1L);
    map.put(new Stored.Reference(7), 1L);
    var bytes = Stored.fressian(map);
    var in = new FressianParser(bytes, 0, bytes.length, 0);
    assertEquals(JsonToken.START_OBJECT, in.next());
    assertEquals(JsonToken.PROPERTY_NAME, in.next());
    assertEquals(Scalars.Kind.INTEGER, in.nameKind());
    assertEquals(JsonToken.VALUE_NUMBER_INT, in.next());
    assertEquals(JsonToken.PROPERTY_NAME, in.next());
    assertEquals("#block 7", in.text());
    assertNull(in.nameKind());
  }

  @Test
  void otherLinesOfTextAreRefused() {
    assertEquals(
        "2: expected an operation: a process, a type, a function and a value, with tabs between",
        assertThrows(InputException.class, () -> text("0\t:invoke\t:read\tnil\nhello\n"))
            .describe());
    assertEquals(
        "1: expected a function and a value after the type",
        assertThrows(InputException.class, () -> text("0\t:invoke\t:read\n")).describe());
    assertEquals(
        "1:18: expected a value for the last key, found ]; the { opened at line 1, column 1 is not"
            + " closed",
        assertThrows(InputException.class, () -> text("0\t:invoke\t:write\t]\n")).describe());
  }
}
