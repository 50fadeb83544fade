package mtc.formats.text;

import java.io.IOException;
import java.util.Random;
import mtc.formats.memory.InParts;
import org.junit.jupiter.api.Test;

/** In parts of usual lines a text says what it says byte by byte, and so do errors. */
class UsualLinesTest {
  private static final String TELLING = " \t,()rw-=0123456789\n\n\r1";
  private static final int IN_ONE_PIECE = 1 << 20;

  private static String number(Random random) {
    var bound = random.nextInt(9) == 0 ? Long.MAX_VALUE : 1L << 1 + random.nextInt(50);
    var before = random.nextInt(400) == 0 ? "0" : "";
    return before + random.nextLong(bound) + (random.nextInt(400) == 0 ? "00" : "");
  }

  private static InParts inParts(InParts.Reader reader) {
    return new InParts(reader, TELLING, IN_ONE_PIECE, 8, 21, 64, 200);
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
    var lines = inParts((in, into, partSize) -> new OperationLines(into).read(in, 2, partSize));
    for (var seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      lines.assertSame(operationLines(random), random);
    }
  }

  @Test
  void linesOfAwditSayTheSame() throws IOException {
    var lines =
        inParts((in, into, partSize) -> new AwditFormat.Reading(into).read(in, 2, partSize));
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
      lines.assertSame(text.toString(), random);
    }
  }
}
