package mtc.formats.viper;

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

/** In parts of usual lines a session says what it says token by token, and so do errors. */
class UsualTransactionsTest {
  private static final String TELLING = " ,:[]{}\"rwtf-.0123456789\n\n\0e";
  private static final int BY_TOKENS = 0;
  private static final int IN_ONE_PIECE = 1 << 20;

  private static void read(InputStream in, HistoryBuilder into, int partSize) throws IOException {
    var reader = new ViperReader(into, 2, partSize);
    if (partSize == BY_TOKENS) {
      var session = into.session(into.scalars().integer(7));
      reader.readRest(session, new JsonCursor(in, Limits.DEFAULT));
    } else {
      reader.session("J7.log", in);
    }
    reader.finish();
  }

  private static String number(Random random) {
    var bound = random.nextInt(9) == 0 ? Long.MAX_VALUE : 1L << random.nextInt(62);
    // Now and then one that JSON has not, and one that may be too large.
    var before = random.nextInt(400) == 0 ? "0" : "";
    return before + random.nextLong(bound) + (random.nextInt(400) == 0 ? "00" : "");
  }

  private static String session(Random random) {
    var text = new StringBuilder();
    var hasTimes = random.nextInt(3);
    for (var t = 0; t < 1 + random.nextInt(30); t++) {
      text.append("{\"value\":[");
      for (var o = random.nextInt(5); o > 0; o--) {
        var isWrite = random.nextBoolean();
        var isTrue = random.nextInt(20) > 0 == isWrite;
        var value = isWrite == isTrue ? number(random) : "0";
        text.append(isWrite ? "[\"w\"," : "[\"r\",").append(number(random)).append(',');
        text.append(value).append(isTrue ? ",true]" : ",false]").append(o > 1 ? "," : "");
      }
      text.append(']');
      if (hasTimes > 0) {
        var time = random.nextLong(hasTimes == 1 ? 1L << 40 : Long.MAX_VALUE - 10);
        text.append(",\"preBeginTS\":").append(time).append(",\"postBeginTS\":").append(time + 1);
        text.append(",\"postCommitTS\":").append(time + random.nextInt(-1, 9));
      }
      text.append("}\n");
    }
    return text.toString();
  }

  @Test
  void linesSayTheSame() throws IOException {
    var lines =
        new InParts(UsualTransactionsTest::read, TELLING, BY_TOKENS, 30, 100, 500, IN_ONE_PIECE);
    for (var seed = 0; seed < 150; seed++) {
      var random = new Random(seed);
      lines.assertSame(session(random), random);
    }
  }

  @Test
  void whatOurWriterWritesIsUsual() {
    var text = "{\"value\":[[\"r\",1,0,false],[\"w\",1,10000000000000000,true]]}\n{\"value\":[]}\n";
    var part = new UsualTransactions();
    part.ensureCapacity(text.length());
    System.arraycopy(text.getBytes(ISO_8859_1), 0, part.bytes, 0, text.length());
    part.length = text.length();
    part.parse();
    assertTrue(part.isUsual);
    assertEquals(2, part.size);
  }
}
