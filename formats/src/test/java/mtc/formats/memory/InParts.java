package mtc.formats.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import mtc.history.HistoryBuilder;
import mtc.source.InputException;

/** That a text in parts of usual lines says what it says when it is read slowly. */
public final class InParts {
  /** Reads a text in parts of some size. */
  @FunctionalInterface
  public interface Reader {
    void read(InputStream in, HistoryBuilder into, int partSize) throws IOException;
  }

  private final Reader reader;
  private final String telling;
  private final int slow;
  private final int[] partSizes;

  /**
   * The comparison.
   *
   * @param telling characters that change what a text says
   * @param slow the size of parts at which the reader takes nothing for usual
   */
  public InParts(Reader reader, String telling, int slow, int... partSizes) {
    this.reader = reader;
    this.telling = telling;
    this.slow = slow;
    this.partSizes = partSizes;
  }

  /** The text as it is, without its last line break, and changed in a few places. */
  public void assertSame(String text, Random random) throws IOException {
    assertSame(text);
    assertSame(text.stripTrailing());
    assertSame(changed(text, random));
  }

  private void assertSame(String text) throws IOException {
    var expected = outcome(text, slow);
    for (var partSize : partSizes) {
      assertEquals(expected, outcome(text, partSize), "parts of " + partSize + "\n" + text);
    }
  }

  private String outcome(String text, int partSize) throws IOException {
    var builder = new HistoryBuilder("text");
    try {
      reader.read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), builder, partSize);
    } catch (InputException e) {
      return e.describe();
    }
    var history = builder.build();
    var out = new StringBuilder(String.join("\n", Rendered.lines(history)));
    for (var t = 0; t < history.transactionCount(); t++) {
      out.append(' ').append(history.position(t)).append(' ').append(history.hasRealTime());
      out.append(' ').append(history.withoutRealTime()).append(' ').append(history.notes());
    }
    return out.toString();
  }

  private String changed(String text, Random random) {
    var changed = new StringBuilder(text);
    for (var i = random.nextInt(4); i > 0; i--) {
      var at = random.nextInt(changed.length());
      var c = telling.charAt(random.nextInt(telling.length()));
      switch (random.nextInt(3)) {
        case 0 -> changed.setCharAt(at, c);
        case 1 -> changed.insert(at, c);
        default -> changed.deleteCharAt(at);
      }
    }
    return changed.toString();
  }
}
