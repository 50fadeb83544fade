package mtc.formats.dbcop;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import mtc.formats.json.JsonCursor;
import mtc.formats.memory.InParts;
import mtc.history.HistoryBuilder;
import mtc.source.Limits;
import org.junit.jupiter.api.Test;

/** In parts of usual transactions a log says what it says token by token, and so do errors. */
class UsualTransactionsTest {
  private static final String TELLING = " ,:[]{}\"rwtfRnul-.0123456789\n\n\0e";
  private static final int BY_TOKENS = 0;
  private static final int IN_ONE_PIECE = 1 << 20;

  private static void read(InputStream in, HistoryBuilder into, int partSize) throws IOException {
    var reader = new DbcopJsonReader(into);
    if (partSize == BY_TOKENS) {
      reader.readTokens(new JsonCursor(in, Limits.DEFAULT));
    } else {
      reader.read(in, 2, partSize);
    }
  }

  private static String number(Random random) {
    var bound = random.nextInt(9) == 0 ? Long.MAX_VALUE : 1L << random.nextInt(50);
    // Now and then one that JSON has not, and one that may be too large.
    var before = random.nextInt(400) == 0 ? "0" : "";
    return before + random.nextLong(bound) + (random.nextInt(400) == 0 ? "00" : "");
  }

  private static String log(Random random) {
    var text = new StringBuilder("[[");
    var lineFeed = random.nextInt(3) == 0 ? "" : "\n";
    var isCompact = random.nextInt(3) == 0;
    var sessions = 1 + random.nextInt(4);
    for (var s = 0; s < sessions; s++) {
      for (var t = 1 + random.nextInt(9); t > 0; t--) {
        text.append("{\"events\":[");
        for (var o = random.nextInt(5); o > 0; o--) {
          event(text, random, isCompact);
          text.append(o > 1 ? "," : "");
        }
        text.append("],\"committed\":").append(random.nextInt(5) > 0).append('}');
        text.append(t > 1 ? "," + lineFeed : "");
      }
      text.append(s == sessions - 1 ? "]]\n" : "]," + lineFeed + "[");
    }
    return text.toString();
  }

  private static void event(StringBuilder text, Random random, boolean isCompact) {
    var isWrite = random.nextBoolean();
    var version = isWrite || random.nextInt(4) > 0 ? number(random) : "null";
    if (isCompact) {
      text.append(isWrite ? "[\"w\"," : "[\"r\",").append(number(random)).append(',');
      text.append(version).append(']');
    } else {
      text.append(isWrite ? "{\"Write\":" : "{\"Read\":").append("{\"variable\":");
      text.append(number(random)).append(",\"version\":").append(version).append("}}");
    }
  }

  @Test
  void partsSayTheSame() throws IOException {
    var parts =
        new InParts(UsualTransactionsTest::read, TELLING, BY_TOKENS, 30, 100, 500, IN_ONE_PIECE);
    for (var seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      parts.assertSame(log(random), random);
    }
  }

  /** A transaction in a string, to be cut at, and one that names another property first. */
  @Test
  void whatOnlyLooksLikeATransactionIsNone() throws IOException {
    var parts = new InParts(UsualTransactionsTest::read, TELLING, BY_TOKENS, 30, 60, 100, 150);
    var usual = "{\"events\":[[\"r\",1,2]],\"committed\":true}";
    var quoted = usual.replace("\"", "\\\"");
    for (var other :
        new String[] {
          "{\"info\":\"" + quoted + "\",\"events\":[],\"committed\":true}",
          "{\"info\":\"{\\\"events\",\"events\":[],\"committed\":true}",
          "{\"info\":[" + usual + "," + usual + "],\"events\":[],\"committed\":false}",
          "{\"committed\":false,\"events\":[]}",
        }) {
      var log = "[[" + (usual + ",").repeat(5) + other + ("," + usual).repeat(5) + "]]";
      parts.assertSame(log, new Random(1));
    }
  }

  @Test
  void whatOurWriterWritesIsUsual() {
    var text =
        """
        [[{"events":[{"Read":{"variable":1,"version":null}}],"committed":true},
        {"events":[{"Write":{"variable":100000000000000,"version":3}}],"committed":false}],
        [{"events":[],"committed":true}]]
        """;
    var part = new UsualTransactions();
    part.ensureCapacity(text.length());
    System.arraycopy(text.getBytes(ISO_8859_1), 0, part.bytes, 0, text.length());
    part.length = text.length();
    part.isFirst = true;
    part.isLast = true;
    part.parse();
    assertTrue(part.isUsual);
    assertEquals(3, part.size);
    assertTrue(part.beginsSession[0] && part.beginsSession[2]);
  }
}
