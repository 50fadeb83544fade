package mtc.formats.jepsen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.SplittableRandom;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

/** Cut into parts, a text says what it says in one piece, and so do errors. */
class ParallelOperationsTest {
  private interface Opener {
    OperationSource open(byte[] bytes, Scalars scalars) throws IOException;
  }

  private static String outcome(String text, Opener opener) throws IOException {
    var builder = new HistoryBuilder("jepsen");
    try {
      new JepsenReader(opener.open(text.getBytes(UTF_8), builder.scalars()), builder).read();
      return Text.of(builder.build()) + builder.build().notes();
    } catch (InputException e) {
      return e.describe();
    }
  }

  private static String inOnePiece(String text, boolean isEdn) throws IOException {
    return outcome(
        text,
        (bytes, scalars) ->
            new OperationParser(Tokens.of(new ByteArrayInputStream(bytes), isEdn, scalars)));
  }

  private static String inParts(String text, boolean isEdn, int partSize) throws IOException {
    return outcome(
        text,
        (bytes, scalars) ->
            ParallelOperations.of(new ByteArrayInputStream(bytes), isEdn, scalars, 2, partSize));
  }

  private static void assertSame(String text) throws IOException {
    assertSame(text, true);
  }

  private static void assertSame(String text, boolean isEdn) throws IOException {
    var expected = inOnePiece(text, isEdn);
    for (var partSize : new int[] {40, 64, 100, 257, 1000}) {
      assertEquals(expected, inParts(text, isEdn, partSize), "parts of " + partSize + text);
    }
  }

  /** Of each part but those of its first operation, which is there as soon as the part is. */
  @Test
  void keysOfCompletedTransactionsAreToldAheadOnce() throws IOException {
    var transactions = 5000;
    var text = new StringBuilder();
    for (var i = 0; i < transactions; i++) {
      var value = "[[:r %d %d] [:w %d %d]]".formatted(i, i + 1, i, i);
      text.append("{:type :invoke, :process 0, :f :txn, :value %s}\n".formatted(value));
      var type = i % 10 == 0 ? ":fail" : ":ok";
      text.append("{:type %s, :process 0, :f :txn, :value %s}\n".formatted(type, value));
    }
    var in = new ByteArrayInputStream(text.toString().getBytes(UTF_8));
    var told = new BitSet();
    var keys = new int[150];
    try (var operations = ParallelOperations.of(in, true, new Scalars(), 2, 1 << 16)) {
      var op = new Operation();
      for (var i = 0; i < 2 * transactions; i++) {
        var count = operations.keysAhead(keys);
        for (var k = 0; k < count; k += 2) {
          assertEquals(keys[k], keys[k + 1]);
          assertTrue(2 * keys[k] + 1 >= i, "it is passed already");
          assertTrue(keys[k] % 10 != 0, "it failed");
          assertFalse(told.get(keys[k]), "it was told before");
          told.set(keys[k]);
        }
        assertTrue(operations.next(op));
      }
    }
    assertTrue(told.cardinality() > transactions * 8 / 10, "told: " + told.cardinality());
  }

  /** Operations over one or several lines, with strings that look like the start of one. */
  private static String operations(SplittableRandom random, int count) {
    var text = new StringBuilder();
    for (var i = 0; i < count; i++) {
      var extra =
          switch (random.nextInt(20)) {
            case 0 -> ", :error \"cut\n{:type :ok\n{\"";
            case 1 -> ",\n :note {:a\n{:b 1}}";
            case 2 -> ", :node \"n" + random.nextInt(3) + "\"";
            default -> "";
          };
      var key =
          switch (random.nextInt(8)) {
            case 0 -> ":k" + random.nextInt(3);
            case 1 -> "\"" + random.nextInt(3) + "\"";
            default -> "" + random.nextInt(3);
          };
      var value = random.nextInt(3) == 0 ? "9000000000000000" + i : "" + i;
      var process = random.nextInt(10) == 0 ? ":nemesis" : "" + i % 3;
      text.append(
          "{:type :invoke, :process %s, :f :txn, :value [[:w %s %s]]%s}\n"
              .formatted(process, key, value, extra));
      text.append(random.nextInt(6) == 0 ? "; a comment\n\n" : "");
      text.append(
          "{:type %s, :process %s, :f :txn, :value [[:w %s %s]]}%s"
              .formatted(
                  random.nextInt(5) == 0 ? ":fail" : ":ok",
                  process,
                  key,
                  value,
                  random.nextInt(7) == 0 ? " " : "\n"));
    }
    return text.toString();
  }

  @Test
  void randomTextsSayTheSame() throws IOException {
    for (var seed = 0; seed < 300; seed++) {
      assertSame(operations(new SplittableRandom(seed), 1 + seed % 40));
    }
  }

  @Test
  void whatIsWrongIsFoundAtTheSamePlace() throws IOException {
    var wrong =
        new String[] {
          "}",
          "]",
          "\"",
          "{:type :oh}",
          "#inst 5",
          "nil",
          "{:process 1}",
          "^",
          "#_",
          "{:type :ok :f",
          "{:type :ok, :process 0, :f :transfer, :value {1 2}}",
          "[1 2",
          "\\",
          "{:type"
        };
    for (var seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      var text = operations(random, 20);
      var at = random.nextInt(text.length());
      assertSame(text.substring(0, at) + wrong[seed % wrong.length] + text.substring(at));
      assertSame(text.substring(0, at));
    }
  }

  @Test
  void changedTextsSayTheSame() throws IOException {
    var telling = " ,:[]{}\"\\0123456789nilrw#_;\n\n\n\r";
    for (var seed = 0; seed < 600; seed++) {
      var random = new SplittableRandom(seed);
      var isEdn = seed % 2 == 0;
      var text =
          new StringBuilder(isEdn ? operations(random, 20) : json(random, 20, seed % 4 == 1));
      for (var i = random.nextInt(4); i >= 0; i--) {
        var at = random.nextInt(text.length());
        var c = telling.charAt(random.nextInt(telling.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, c);
          case 1 -> text.insert(at, c);
          default -> text.deleteCharAt(at);
        }
      }
      assertSame(text.toString(), isEdn);
    }
  }

  @Test
  void aLineWithoutEndIsReadInOnePiece() throws IOException {
    var operation = "{:type :ok, :process 0, :f :txn, :value [[:w :x 1]], :error \"";
    assertSame(operation + "x".repeat(20_000) + "\"}\n" + operations(new SplittableRandom(1), 30));
  }

  /** The same operations as JSON, as objects or as an array of them. */
  private static String json(SplittableRandom random, int count, boolean isArray) {
    var text = new StringBuilder(isArray ? random.nextBoolean() ? "[" : " [\n" : "");
    for (var i = 0; i < 2 * count; i++) {
      var end =
          switch (random.nextInt(8)) {
            case 0 -> "\r\n";
            case 1 -> " ";
            case 2 -> " \n\n ";
            default -> "\n";
          };
      text.append(
          "{\"type\":\"%s\",\"process\":%d,\"f\":\"txn\",\"value\":[[\"w\",%s,%d]]%s}"
              .formatted(
                  i % 2 == 0 ? "invoke" : "ok",
                  i / 2 % 3,
                  random.nextInt(8) == 0 ? "\"k\"" : i / 2 % 4,
                  i / 2,
                  random.nextInt(20) == 0 ? ",\"error\":{\"a\":\n{\"b\":[1]}}" : ""));
      text.append(isArray ? i + 1 < 2 * count ? "," + end : "]" + end : end);
    }
    return text.toString();
  }

  @Test
  void jsonSaysTheSame() throws IOException {
    for (var seed = 0; seed < 300; seed++) {
      assertSame(json(new SplittableRandom(seed), 1 + seed % 40, seed % 2 == 0), false);
    }
  }

  @Test
  void whatIsWrongWithJsonIsFoundAtTheSamePlace() throws IOException {
    var wrong =
        new String[] {
          "}",
          "]",
          "[",
          "\"",
          ",",
          "{\"type\":\"oh\"}",
          "nul",
          "{}",
          "],[",
          "{\"process\":1},",
          ":",
          "\n{"
        };
    for (var seed = 0; seed < 400; seed++) {
      var random = new SplittableRandom(seed);
      var text = json(random, 20, random.nextBoolean());
      var at = random.nextInt(text.length());
      assertSame(text.substring(0, at) + wrong[seed % wrong.length] + text.substring(at), false);
      assertSame(text.substring(0, at), false);
    }
  }

  @Test
  void partsAreReallyParsedApart() throws IOException {
    assertApart("{:type :ok, :process 0, :f :txn, :value [[:w :x 1]]}\n".repeat(60), true);
    var object = "{\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[\"w\",\"x\",1]]}";
    assertApart((object + "\n").repeat(60), false);
    assertApart("[" + (object + ",\n").repeat(60) + object + "]\n", false);
  }

  private static void assertApart(String text, boolean isEdn) throws IOException {
    var in = new ByteArrayInputStream(text.getBytes(UTF_8));
    var source = ParallelOperations.of(in, isEdn, new Scalars(), 2, 200);
    var operation = new Operation();
    while (source.next(operation)) {}
    assertTrue(source instanceof ParallelOperations parallel && !parallel.wasReadInOnePiece());
  }
}
