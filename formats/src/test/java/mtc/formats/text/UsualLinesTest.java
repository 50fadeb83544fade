package mtc.formats.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import mtc.formats.memory.Rendered;
import mtc.history.HistoryBuilder;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

/** In parts of usual lines a text says what it says byte by byte, and so do errors. */
class UsualLinesTest {
  private static final String TELLING = " \t,()rw-=0123456789\n\n\r1";
  private static final int IN_ONE_PIECE = 1 << 20;

  private interface Reader {
    void read(InputStream in, HistoryBuilder into, int partSize) throws IOException;
  }

  private static String outcome(String text, Reader reader, int partSize) throws IOException {
    var builder = new HistoryBuilder("text");
    try {
      reader.read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), builder, partSize);
    } catch (InputException e) {
      return e.describe();
    }
    var history = builder.build();
    var out = new StringBuilder(String.join("\n", Rendered.lines(history)));
    for (var t = 0; t < history.transactionCount(); t++) {
      out.append(' ').append(history.position(t));
    }
    return out.toString();
  }

  private static void assertSame(String text, Reader reader) throws IOException {
    var expected = outcome(text, reader, IN_ONE_PIECE);
    for (var partSize : new int[] {8, 21, 64, 200}) {
      assertEquals(expected, outcome(text, reader, partSize), "parts of " + partSize + "\n" + text);
    }
  }

  private static String changed(String text, Random random) {
    var changed = new StringBuilder(text);
    for (var i = random.nextInt(4); i > 0; i--) {
      var at = random.nextInt(changed.length());
      var c = TELLING.charAt(random.nextInt(TELLING.length()));
      switch (random.nextInt(3)) {
        case 0 -> changed.setCharAt(at, c);
        case 1 -> changed.insert(at, c);
        default -> changed.deleteCharAt(at);
      }
    }
    return changed.toString();
  }

  private static String number(Random random) {
    var bound = random.nextInt(9) == 0 ? Long.MAX_VALUE : 1L << 1 + random.nextInt(50);
    return Long.toString(random.nextLong(bound));
  }

  private static void readOperationLines(InputStream in, HistoryBuilder into, int partSize)
      throws IOException {
    new OperationLines(into).read(in, 2, partSize);
  }

  /** Transactions of a few lines; in some texts their ids do not ascend, or their lines mix. */
  private static String operationLines(Random random) {
    var text = new StringBuilder();
    var isAscending = random.nextBoolean();
    for (var i = 0; i < 1 + random.nextInt(60); i++) {
      var id = isAscending ? i / 3 : random.nextInt(20);
      var transaction = random.nextInt(15) == 0 ? "-1" : Integer.toString(id);
      text.append(random.nextBoolean() ? "r(" : "w(").append(number(random)).append(',');
      text.append(number(random)).append(',').append(id % 3).append(',').append(transaction);
      text.append(")\n");
    }
    return text.toString();
  }

  @Test
  void linesOfOperationsSayTheSame() throws IOException {
    for (var seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      var text = operationLines(random);
      assertSame(text, UsualLinesTest::readOperationLines);
      assertSame(text.stripTrailing(), UsualLinesTest::readOperationLines);
      assertSame(changed(text, random), UsualLinesTest::readOperationLines);
    }
  }

  private static void readAwdit(InputStream in, HistoryBuilder into, int partSize)
      throws IOException {
    new AwditFormat.Reading(into).read(in, 2, partSize);
  }

  @Test
  void linesOfAwditSayTheSame() throws IOException {
    for (var seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (var i = 0; i < 1 + random.nextInt(60); i++) {
        switch (random.nextInt(6)) {
          case 0 -> text.append("-".repeat(1 + random.nextInt(9)));
          case 1 -> text.append("=".repeat(1 + random.nextInt(9)));
          default -> {
            text.append(random.nextBoolean() ? "r " : "w ").append(number(random)).append(' ');
            text.append(number(random));
          }
        }
        text.append('\n');
      }
      assertSame(text.toString(), UsualLinesTest::readAwdit);
      assertSame(text.toString().stripTrailing(), UsualLinesTest::readAwdit);
      assertSame(changed(text.toString(), random), UsualLinesTest::readAwdit);
    }
  }
}
