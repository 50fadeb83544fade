package mtc.formats.text;

import java.io.IOException;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.Sample;
import mtc.formats.Superfluous;
import mtc.formats.WritableFormat;
import mtc.formats.bytes.LimitedLines;
import mtc.formats.bytes.TextParts;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Output;

/**
 * AWDIT's test histories: a line {@code r k v} or {@code w k v} per operation, a rule of {@code -}
 * between transactions, a rule of {@code =} between sessions. Every version is written in the file,
 * the initial ones too: a read of a value without a writer reads what nobody wrote.
 */
public final class AwditFormat implements WritableFormat {
  private static final int KEY = 0;
  private static final int VALUE = 1;

  @Override
  public String name() {
    return "awdit";
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder() || sample.files().isEmpty()) {
      return false;
    }
    var head = sample.files().getFirst().head();
    var at = 0;
    while (at < head.length
        && (head[at] <= ' ' && head[at] > 0 || head[at] == '=' || head[at] == '-')) {
      at++;
    }
    if (at + 1 >= head.length || head[at] != 'r' && head[at] != 'w' || head[at + 1] != ' ') {
      return false;
    }
    at++;
    while (at < head.length && head[at] == ' ') {
      at++;
    }
    return at < head.length && head[at] >= '0' && head[at] <= '9';
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    into.withoutRealTime("AWDIT's histories do not say when transactions started and ended");
    try (var in = new LimitedLines(input.open(), into.limits())) {
      new Reading(into).read(in, Runtime.getRuntime().availableProcessors(), TextParts.SIZE);
    }
  }

  @Override
  public Set<Superfluous> leavesOut() {
    return Set.of(Superfluous.UNREAD_ABORTED);
  }

  @Override
  public HistoryWriter writer(Output output) {
    return new AwditWriter(output);
  }

  /** The lines of most files: operations, and rules. */
  private static final class UsualLines extends LinesPart {
    UsualLines() {
      super(2);
    }

    @Override
    int line(int start) {
      var c = bytes[start];
      if (c == '-' || c == '=') {
        var end = start + 1;
        while (bytes[end] == c) {
          end++;
        }
        return endOfLine(end);
      }
      if (c != 'r' && c != 'w' || bytes[start + 1] != ' ') {
        return UNUSUAL;
      }
      var at = parseNumber(start + 2, KEY);
      if (at == UNUSUAL || bytes[at] != ' ') {
        return UNUSUAL;
      }
      at = parseNumber(at + 1, VALUE);
      return at == UNUSUAL ? UNUSUAL : endOfLine(at);
    }
  }

  /** Reads one text. */
  static final class Reading extends LinesReader<UsualLines> {
    private int sessionNumber = 1;
    private boolean open;

    Reading(HistoryBuilder into) {
      super(into, UsualLines::new);
    }

    @Override
    void finish() throws InputException {
      endTransaction();
      if (into.transactionCount() == 0) {
        throw InputException.of("there are no transactions, expected lines r k v and w k v");
      }
    }

    @Override
    void take(UsualLines part, long firstLine) {
      for (var i = 0; i < part.size; i++) {
        if (i % LinesPart.AHEAD == 0) {
          part.expectKeys(i, into);
        }
        var c = part.kind[i];
        if (c == '-' || c == '=') {
          rule(c);
        } else {
          beginTransaction(firstLine + i);
          add(c == 'w', part.number(i, KEY), part.number(i, VALUE));
        }
      }
    }

    @Override
    void line(LineCursor text) throws IOException {
      var c = text.peek();
      switch (c) {
        case 'r', 'w' -> operation(text, c == 'w');
        case '-', '=' -> {
          while (text.peek() == c) {
            text.skip();
          }
          text.expectEndOfLine();
          rule(c);
        }
        default -> throw text.unexpected("r, w, or a rule of - or =");
      }
    }

    private void rule(int c) {
      endTransaction();
      sessionNumber += c == '=' ? 1 : 0;
    }

    private void operation(LineCursor text, boolean isWrite) throws IOException {
      beginTransaction(text.line());
      text.skip();
      text.expect(' ');
      text.skipBlanks();
      var key = text.number("a key");
      text.expect(' ');
      text.skipBlanks();
      var value = text.number("a value");
      text.expectEndOfLine();
      add(isWrite, key, value);
    }

    private void beginTransaction(long line) {
      if (!open) {
        var session = into.session(into.scalars().integer(sessionNumber));
        into.begin(session, into.transactionCount() + 1L, line);
        open = true;
      }
    }

    private void add(boolean isWrite, long key, long value) {
      into.operation(
          isWrite ? History.WRITE : History.READ,
          into.key(into.scalars().integer(key)),
          into.scalars().integer(value));
    }

    private void endTransaction() {
      if (open) {
        into.end(Status.COMMITTED);
        open = false;
      }
    }
  }
}
