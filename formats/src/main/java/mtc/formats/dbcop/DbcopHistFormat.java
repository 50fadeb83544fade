package mtc.formats.dbcop;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.Input;
import mtc.source.InputException;

/**
 * The text form of current dbcop: {@code [x:=1 y==2 z==?]} is a transaction, {@code !} after it
 * says that it did not commit, and a line of {@code -} separates sessions.
 */
public final class DbcopHistFormat implements Format {
  private static final int END = -1;

  @Override
  public String name() {
    return "dbcop-hist";
  }

  @Override
  public boolean recognises(Sample sample) {
    return !sample.isFolder() && new Beginning(sample.files().getFirst().head()).isHist();
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    into.withoutRealTime("dbcop does not log when transactions start and end");
    try (var in = input.open()) {
      new Reader(in, into).log();
    }
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  private static boolean isNameStart(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** The first event of a log decides: {@code [}, a name, and {@code :=} or {@code ==}. */
  private static final class Beginning {
    private final byte[] head;
    private int at;

    Beginning(byte[] head) {
      this.head = head;
    }

    boolean isHist() {
      while (true) {
        skip();
        if (current() == '-') {
          at++;
        } else if (current() != '[') {
          return false;
        } else {
          at++;
          skip();
          if (current() != ']') {
            return isEvent();
          }
          at += head.length > at + 1 && head[at + 1] == '!' ? 2 : 1;
        }
      }
    }

    private boolean isEvent() {
      var start = at;
      while (isNameStart(current()) || at > start && isDigit(current())) {
        at++;
      }
      var isNamed = at > start;
      while (current() == ' ') {
        at++;
      }
      return isNamed
          && (current() == ':' || current() == '=')
          && at + 1 < head.length
          && head[at + 1] == '=';
    }

    private int current() {
      return at < head.length ? head[at] : END;
    }

    private void skip() {
      while (true) {
        if (isBlank(current())) {
          at++;
        } else if (current() == '/' && at + 1 < head.length && head[at + 1] == '/') {
          while (current() != '\n' && current() != END) {
            at++;
          }
        } else {
          return;
        }
      }
    }
  }

  /** Reads one log, byte by byte. */
  private static final class Reader {
    private static final int MAX_NAME = 1 << 16;

    private final InputStream in;
    private final HistoryBuilder into;
    private final NullOrZero versions;
    private final byte[] buffer = new byte[1 << 16];
    private final StringBuilder word = new StringBuilder();
    private int at;
    private int limit;
    private int current;
    private long line = 1;
    private long column;

    Reader(InputStream in, HistoryBuilder into) throws IOException {
      this.in = in;
      this.into = into;
      this.versions = new NullOrZero(into);
      advance();
    }

    void log() throws IOException {
      var number = 1;
      var session = into.session(into.scalars().integer(number));
      for (skipBlanks(); current != END; skipBlanks()) {
        if (current == '-') {
          rule();
          session = into.session(into.scalars().integer(++number));
        } else {
          transaction(session);
        }
      }
      versions.finish();
    }

    /** A line of {@code -}, and nothing else. */
    private void rule() throws IOException {
      while (current == '-') {
        advance();
      }
      while (current == ' ' || current == '\t' || current == '\r') {
        advance();
      }
      if (current != '\n' && current != END && current != '/') {
        throw expected("the end of the line after the rule between sessions");
      }
    }

    private void transaction(int session) throws IOException {
      if (current != '[') {
        throw expected("a transaction, [...], or a line of - between sessions");
      }
      into.begin(session, into.transactionCount(), line);
      advance();
      for (skipBlanks(); current != ']'; skipBlanks()) {
        event();
      }
      advance();
      if (current == '!') {
        advance();
        versions.end(Status.ABORTED);
      } else {
        versions.end(Status.COMMITTED);
      }
    }

    private void event() throws IOException {
      if (!isNameStart(current)) {
        throw expected("an event, as in x:=1, x==1 or x==?, or ]");
      }
      var eventLine = line;
      var key = into.key(into.scalars().string(word()));
      skipBlanks();
      var isWrite = current == ':';
      if (!isWrite && current != '=') {
        throw expected(":= or ==");
      }
      advance();
      if (current != '=') {
        throw expected(isWrite ? ":=" : "==");
      }
      advance();
      skipBlanks();
      if (current == '?' && !isWrite) {
        advance();
        versions.readInitial(key, eventLine);
      } else if (isWrite) {
        versions.write(key, number(), eventLine);
      } else {
        versions.read(key, number());
      }
    }

    private String word() throws IOException {
      word.setLength(0);
      while (isNameStart(current) || isDigit(current)) {
        if (word.length() == MAX_NAME) {
          throw expected("a name of at most " + MAX_NAME + " characters");
        }
        word.append((char) current);
        advance();
      }
      return word.toString();
    }

    private int number() throws IOException {
      if (!isDigit(current)) {
        throw expected("a number");
      }
      var value = 0L;
      word.setLength(0);
      while (isDigit(current)) {
        if (word.length() == 20) {
          throw expected("a number of 64 bits");
        }
        if (word.length() > 0 || current != '0') {
          word.append((char) current); // Without leading zeros.
        }
        value = value * 10 + current - '0';
        advance();
      }
      if (isNameStart(current)) {
        throw expected("the end of the number");
      }
      // Twenty digits may not fit in the 63 bits of a long.
      return word.length() < 19 ? into.scalars().integer(value) : big(word.toString());
    }

    private int big(String digits) {
      var value = new BigInteger(digits);
      return value.bitLength() < Long.SIZE
          ? into.scalars().integer(value.longValue())
          : into.scalars().text(Scalars.Kind.BIG_INTEGER, digits);
    }

    private void skipBlanks() throws IOException {
      while (true) {
        if (isBlank(current)) {
          advance();
        } else if (current == '/') {
          advance();
          if (current != '/') {
            throw expected("// before a comment");
          }
          while (current != '\n' && current != END) {
            advance();
          }
        } else {
          return;
        }
      }
    }

    private void advance() throws IOException {
      if (current == '\n') {
        line++;
        column = 0;
      }
      if (at == limit) {
        at = 0;
        limit = Math.max(0, in.read(buffer));
        if (limit == 0) {
          column++;
          current = END;
          return;
        }
      }
      current = buffer[at++] & 0xff;
      column++;
    }

    private InputException expected(String what) {
      return InputException.atLine(line, column, "expected " + what + ", found " + found());
    }

    private String found() {
      if (current == END) {
        return "the end of the log";
      }
      if (current == '\n') {
        return "the end of the line";
      }
      return current >= ' ' && current < 0x7f
          ? "'" + (char) current + "'"
          : "byte 0x" + Integer.toHexString(current);
    }
  }
}
