package mtc.formats.jepsen;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import mtc.history.Scalars;
import mtc.source.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/**
 * The operations of a {@code history.txt}: a process, a type, a function and a value with tabs
 * between, and perhaps an error, which alone is not EDN and may go on for lines.
 *
 * <p>Each line becomes the map that it stands for, in EDN and in the same line, and those are read
 * like any others.
 */
final class TextOperations implements OperationSource {
  private static final byte[] PROCESS = ascii("{:process ");
  private static final byte[] TYPE = ascii(", :type ");
  private static final byte[] FUNCTION = ascii(", :f ");
  private static final byte[] VALUE = ascii(", :value ");
  private static final byte[] ERROR = ascii(", :error true");
  private static final byte[] NIL = ascii("nil");

  /**
   * What no line of an error looks like: an operation whose columns stand otherwise, whose type is
   * spelt otherwise, or whose process is missing; or a whole one behind something else.
   */
  private static final Pattern MISSHAPEN =
      Pattern.compile(
          """
          ^[\\s\\x00]*(?:WHO\\s+(?::?TYPE\\s+\\S|:\\S+\\s+:)|:TYPE\\s+:)|\\sWHO\\s+:TYPE\\s+:\
          """
              .replace("WHO", "(?:[-+]?\\d+|nil)")
              .replace("TYPE", "(?i:invoke|ok|fail|info)"));

  /** How much further right a value stands than it did: the names, less the tabs. */
  private static final int SHIFT =
      PROCESS.length + TYPE.length + FUNCTION.length + VALUE.length - 3;

  private final Maps maps;
  private final OperationParser parser;

  TextOperations(InputStream in, Scalars scalars) throws IOException {
    maps = new Maps(in);
    parser = new OperationParser(Tokens.of(maps, true, scalars));
  }

  /** How many lines are no operations, but more of the error of the one before. */
  long continuations() {
    return maps.continuations;
  }

  @Override
  public boolean next(Operation into) throws IOException {
    return parser.next(into);
  }

  @Override
  public IOException asInputError(JacksonException e) {
    var at = e.getLocation();
    return at == null || e instanceof JacksonIOException
        ? parser.asInputError(e)
        : InputException.atLine(
            at.getLineNr(), Math.max(1, at.getColumnNr() - SHIFT), e.getOriginalMessage());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether a line is an operation: something, a tab, and a type. */
  static boolean isOperation(byte[] bytes, int from, int to) {
    var tab = find(bytes, (byte) '\t', from, to);
    if (tab == from || tab == to || find(bytes, (byte) ' ', from, tab) < tab) {
      return false; // Logs have lines that only end like this.
    }
    var begin = skipTabs(bytes, tab, to);
    var end = find(bytes, (byte) '\t', begin, to);
    var type = new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
    return end < to && type.startsWith(":") && Operation.Type.of(type.substring(1)) != null;
  }

  /** Some align their columns with more than one. */
  private static int skipTabs(byte[] bytes, int from, int to) {
    var at = from;
    while (at < to && bytes[at] == '\t') {
      at++;
    }
    return at;
  }

  private static int find(byte[] bytes, byte what, int from, int to) {
    var at = from;
    while (at < to && bytes[at] != what) {
      at++;
    }
    return at;
  }

  /** The lines as maps. */
  private static final class Maps extends InputStream {
    private final InputStream in;
    private byte[] text = new byte[1 << 16];
    private int from;
    private int size;
    private boolean atEnd;
    private byte[] map = new byte[1 << 12];
    private int mapSize;
    private int given;
    private long line;
    private boolean mayGoOn;

    /** How many lines were taken for more of an error. */
    private long continuations;

    Maps(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      while (given == mapSize) {
        if (!nextLine()) {
          return -1;
        }
      }
      var count = Math.min(length, mapSize - given);
      System.arraycopy(map, given, into, offset, count);
      given += count;
      return count;
    }

    private boolean nextLine() throws IOException {
      var end = find(text, (byte) '\n', from, size);
      while (end == size && !atEnd) {
        var searched = size - from;
        more();
        end = find(text, (byte) '\n', from + searched, size);
      }
      if (end == size && from == size) {
        return false;
      }
      line++;
      given = 0;
      mapSize = 0;
      take(from, end > from && text[end - 1] == '\r' ? end - 1 : end);
      put('\n');
      from = Math.min(size, end + 1);
      return true;
    }

    private void more() throws IOException {
      System.arraycopy(text, from, text, 0, size - from);
      size -= from;
      from = 0;
      if (size == text.length) {
        text = Arrays.copyOf(text, size * 2);
      }
      var read = in.read(text, size, text.length - size);
      atEnd = read < 0;
      size += Math.max(0, read);
    }

    private void take(int first, int end) throws InputException {
      if (!isOperation(text, first, end)) {
        var rest = new String(text, first, end - first, StandardCharsets.ISO_8859_1);
        if (!rest.isBlank() && (!mayGoOn || MISSHAPEN.matcher(rest).find())) {
          throw InputException.atLine(
              line,
              "expected an operation: a process, a type, a function and a value, with tabs"
                  + " between");
        }
        continuations += rest.isBlank() ? 0 : 1;
        return;
      }
      var at = first;
      for (var name : new byte[][] {PROCESS, TYPE, FUNCTION, VALUE}) {
        var tab = find(text, (byte) '\t', at, end);
        if (at == end || tab == end && name != VALUE) {
          throw InputException.atLine(line, "expected a function and a value after the type");
        }
        put(name, 0, name.length);
        if (name == VALUE && isKeyword(first)) {
          put(NIL, 0, NIL.length); // Whatever it is: nobody reads it, and it may be no EDN.
        } else {
          put(text, at, tab);
        }
        at = skipTabs(text, tab, end);
        mayGoOn = tab < end;
      }
      if (at < end) {
        put(ERROR, 0, ERROR.length); // What it is need not be EDN; that there is one matters.
      }
      put('}');
    }

    /** Whether the process is a keyword, as the nemesis is, and not nil or anything else. */
    private boolean isKeyword(int first) {
      var at = first + 1;
      while (isOfName(text[at])) {
        at++;
      }
      return text[first] == ':' && text[at] == '\t';
    }

    private static boolean isOfName(byte c) {
      return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-';
    }

    private void put(char c) {
      put(new byte[] {(byte) c}, 0, 1);
    }

    private void put(byte[] bytes, int first, int end) {
      var needed = mapSize + end - first;
      if (needed > map.length) {
        map = Arrays.copyOf(map, Math.max(needed, map.length * 2));
      }
      System.arraycopy(bytes, first, map, mapSize, end - first);
      mapSize = needed;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** Whether the first line is one, after empty ones. */
  static boolean beginsWithOperation(byte[] head) {
    var from = 0;
    while (from < head.length && (head[from] == '\n' || head[from] == '\r')) {
      from++;
    }
    return isOperation(head, from, find(head, (byte) '\n', from, head.length));
  }
}
