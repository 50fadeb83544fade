package mtc.check;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import mtc.history.Scalars;

/**
 * Operations as the tests spell them: {@code r(x,0)} reads, {@code w(x,1)} writes, {@code o(x,1)}
 * saw another value, {@code a(y,2)} appends, {@code l(y,[1 2])} reads a list. A value is an
 * integer, {@code nil}, or {@code ?} for one that is unknown; {@code #5} behind an operation is the
 * version that the log gives.
 */
public final class OperationText {
  /** By kind of operation. */
  public static final String KINDS = "rwalo";

  private static final Pattern OPERATION =
      Pattern.compile(
          "(?:([rwoa])\\((\\w+),([^)]*)\\)|(l)\\((\\w+),\\[([^\\]]*)\\]\\))(?:#(-?\\d+))?");

  private OperationText() {}

  /** Takes an operation: its only value, or the elements of a list; null for no version. */
  public interface Taker {
    void operation(byte kind, String key, List<Integer> values, Integer version);
  }

  public static void parse(String text, Taker taker) {
    var found = OPERATION.matcher(text);
    var end = 0;
    while (found.find()) {
      expectBlank(text.substring(end, found.start()));
      var group = found.group(1) != null ? 1 : 4;
      var kind = (byte) KINDS.indexOf(found.group(group));
      var version = found.group(7) == null ? null : Integer.valueOf(found.group(7));
      taker.operation(kind, found.group(group + 1), values(found.group(group + 2)), version);
      end = found.end();
    }
    expectBlank(text.substring(end));
  }

  private static void expectBlank(String text) {
    if (!text.isBlank()) {
      throw new IllegalArgumentException("no operation: " + text);
    }
  }

  private static List<Integer> values(String text) {
    var values = new ArrayList<Integer>();
    for (var word : text.strip().split("\\s+")) {
      if (!word.isEmpty()) {
        values.add(value(word));
      }
    }
    return values;
  }

  public static int value(String word) {
    return switch (word) {
      case "nil" -> Scalars.NIL;
      case "?" -> Scalars.UNKNOWN;
      default -> Integer.parseInt(word);
    };
  }
}
