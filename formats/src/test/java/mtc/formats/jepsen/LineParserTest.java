package mtc.formats.jepsen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mtc.history.Scalars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JacksonException;

/** What it takes from a line is what the parser of tokens takes from it, whatever the line. */
class LineParserTest {
  private static final String DECLINED = "declined";

  /** Bytes that mean something where they come up. */
  private static final String TELLING = " ,:[]{}\"\\0123456789nilrwaptxok-+/.N#_;\n\r\t'";

  private static String describe(Operation op, Scalars scalars) {
    var value = new StringBuilder();
    for (var i = 0; i < op.value.size; i++) {
      var code = op.value.code[i];
      value.append(' ').append(op.value.tag[i]).append(':');
      value.append(op.value.tag[i] == ValueForm.SCALAR ? scalars.render(code) : code);
    }
    return List.of(
            op.line,
            op.column,
            String.valueOf(op.type),
            op.who,
            op.who == Operation.Who.CLIENT ? scalars.render(op.process) : "",
            op.function,
            String.valueOf(op.functionName),
            op.hasIndex ? op.index : "no index",
            op.time)
        + value.toString();
  }

  private static OperationBatch batch(Listing listing, byte[] text) {
    var batch = new OperationBatch(listing);
    batch.ensureCapacity(text.length);
    System.arraycopy(text, 0, batch.bytes, 0, text.length);
    batch.length = text.length;
    // What was there before must not matter.
    for (var i = text.length + 1; i < batch.bytes.length; i++) {
      batch.bytes[i] = (byte) "]}, 1\n:{".charAt(i % 8);
    }
    return batch;
  }

  private static String byLine(Listing listing, String line) {
    var batch = batch(listing, line.getBytes(ISO_8859_1));
    var scalars = new Scalars();
    var parser = new LineParser(listing);
    batch.clear(scalars);
    parser.begin(batch, scalars);
    var next = parser.line(0, 1);
    if (next == LineParser.DECLINED) {
      return DECLINED;
    }
    assertEquals(line.length(), next, line);
    var op = new Operation();
    assertTrue(batch.next(op, 0, scalars));
    return describe(op, scalars);
  }

  private static String byTokens(Listing listing, String line) {
    var scalars = new Scalars();
    var bytes = line.getBytes(ISO_8859_1);
    var isFirst = listing != Listing.JSON_ARRAY;
    try {
      var batch = batch(listing, bytes);
      var tokens = listing.tokens(batch.bytes, bytes.length, isFirst, false, scalars);
      var op = new Operation();
      var parser = new OperationParser(tokens);
      if (!parser.next(op)) {
        return "nothing";
      }
      var described = describe(op, scalars);
      return parser.next(new Operation()) ? "more" : described;
    } catch (IOException | JacksonException e) {
      return "wrong";
    }
  }

  /** A line as it is usual, with its fields in any order. */
  private static String line(Listing listing, Random random) {
    var isEdn = listing == Listing.EDN_MAPS;
    var style = random.nextInt(2);
    var fields = new ArrayList<String>();
    var quote = isEdn ? ":%s" : "\"%s\"";
    var after = isEdn ? " " : style == 0 ? ":" : ": ";
    var types = List.of("invoke", "ok", "fail", "info");
    var functions = List.of("txn", "txn", "read", "write", "cas");
    var type = quote.formatted(types.get(random.nextInt(4)));
    var f = quote.formatted(functions.get(random.nextInt(5)));
    fields.add(quote.formatted("type") + after + type);
    fields.add(quote.formatted("f") + after + f);
    fields.add(quote.formatted("process") + after + number(random, 3));
    fields.add(quote.formatted("index") + after + number(random, 8));
    fields.add(quote.formatted("time") + after + number(random, 15));
    fields.add(quote.formatted("value") + after + value(isEdn, style, random));
    Collections.shuffle(fields, random);
    while (fields.size() > 1 && random.nextInt(6) == 0) {
      fields.removeLast();
    }
    var between = isEdn ? style == 0 ? ", " : " " : style == 0 ? "," : ", ";
    var end = listing == Listing.JSON_ARRAY ? "},\n" : "}\n";
    return "{" + String.join(between, fields) + end;
  }

  private static String number(Random random, int digits) {
    var bound = 1L;
    for (var i = 0; i < 1 + random.nextInt(digits); i++) {
      bound *= 10;
    }
    return Long.toString(random.nextLong(bound));
  }

  private static String value(boolean isEdn, int style, Random random) {
    var comma = isEdn ? " " : style == 0 ? "," : ", ";
    var nil = isEdn ? "nil" : "null";
    if (random.nextInt(4) == 0) {
      var k = number(random, 3);
      var pair = "[" + number(random, 10) + comma + nil + "]";
      return List.of(nil, k, pair, "[" + k + comma + pair + "]", "[]").get(random.nextInt(5));
    }
    var operations = new ArrayList<String>();
    do {
      var heads = List.of("r", "w", "append");
      var head = (isEdn ? ":%s" : "\"%s\"").formatted(heads.get(random.nextInt(3)));
      var list = "[" + number(random, 2) + comma + number(random, 10) + comma + nil + "]";
      var seen = List.of(nil, number(random, 12), list, "[]").get(random.nextInt(4));
      operations.add("[" + head + comma + number(random, 12) + comma + seen + "]");
    } while (random.nextInt(3) > 0);
    return "[" + String.join(comma, operations) + "]";
  }

  private static String mutated(String line, Random random) {
    var text = new StringBuilder(line);
    do {
      var at = random.nextInt(text.length());
      var telling = TELLING.charAt(random.nextInt(TELLING.length()));
      var any = random.nextInt(10) == 0 ? (char) random.nextInt(256) : telling;
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, any);
        case 1 -> text.insert(at, any);
        case 2 -> text.deleteCharAt(at);
        default -> {
          var to = Math.min(text.length(), at + 1 + random.nextInt(12));
          text.insert(random.nextInt(text.length()), text.substring(at, to));
        }
      }
    } while (text.length() > 1 && random.nextInt(3) == 0);
    return text.toString();
  }

  @ParameterizedTest
  @EnumSource(names = "OTHER", mode = EnumSource.Mode.EXCLUDE)
  void usualLinesAreTaken(Listing listing) {
    for (var seed = 0; seed < 3000; seed++) {
      var line = line(listing, new Random(seed));
      assertNotEquals(DECLINED, byLine(listing, line), line);
      assertEquals(byTokens(listing, line), byLine(listing, line), line);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "OTHER", mode = EnumSource.Mode.EXCLUDE)
  void changedLinesAreDeclinedOrTakenAlike(Listing listing) {
    var taken = 0;
    for (var seed = 0; seed < 15_000; seed++) {
      var random = new Random(seed);
      var line = mutated(line(listing, random), random);
      if (line.indexOf('\n') != line.length() - 1) {
        continue; // Something else than one line.
      }
      var found = byLine(listing, line);
      if (!found.equals(DECLINED)) {
        taken++;
        assertEquals(byTokens(listing, line), found, line);
      }
    }
    assertTrue(taken > 400, "only " + taken);
  }

  @Test
  void numbersEndWhereTheyShould() {
    for (var number : List.of("07", "00", "1N", "1.0", "1/2", "1e3", "+1", "0x1", "12345678M")) {
      var line = "{:type :ok, :process 1, :value [[:r " + number + " nil]]}\n";
      assertEquals(DECLINED, byLine(Listing.EDN_MAPS, line), line);
    }
  }
}
