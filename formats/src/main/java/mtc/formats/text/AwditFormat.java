package mtc.formats.text;

import java.io.IOException;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import mtc.source.Input;
import mtc.source.InputException;

/**
 * AWDIT's test histories: a line {@code r k v} or {@code w k v} per operation, a rule of {@code -}
 * between transactions, a rule of {@code =} between sessions. Every version is written in the file,
 * the initial ones too: a read of a value without a writer reads what nobody wrote.
 */
public final class AwditFormat implements Format {
  @Override
  public String name() {
    return "awdit";
  }

  @Override
  public String summary() {
    return "AWDIT's test histories: lines r k v and w k v between rules of - and =";
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
    try (var text = new LineCursor(input.open())) {
      new Reading(text, into).read();
    }
  }

  private static final class Reading {
    private final LineCursor text;
    private final HistoryBuilder into;
    private int sessionNumber = 1;
    private boolean open;

    Reading(LineCursor text, HistoryBuilder into) {
      this.text = text;
      this.into = into;
    }

    void read() throws IOException {
      for (text.skipEmptyLines(); text.peek() != LineCursor.END; text.skipEmptyLines()) {
        line();
      }
      endTransaction();
      if (into.transactionCount() == 0) {
        throw InputException.of("there are no transactions, expected lines r k v and w k v");
      }
    }

    private void line() throws IOException {
      var c = text.peek();
      switch (c) {
        case 'r', 'w' -> operation(c == 'w');
        case '-', '=' -> {
          endTransaction();
          while (text.peek() == c) {
            text.skip();
          }
          text.expectEndOfLine();
          if (c == '=') {
            sessionNumber++;
          }
        }
        default -> throw text.unexpected("r, w, or a rule of - or =");
      }
    }

    private void operation(boolean write) throws IOException {
      if (!open) {
        var session = into.session(into.scalars().integer(sessionNumber));
        into.begin(session, into.transactionCount() + 1L, text.line());
        open = true;
      }
      text.skip();
      text.expect(' ');
      text.skipBlanks();
      var key = text.number("a key");
      text.expect(' ');
      text.skipBlanks();
      var value = text.number("a value");
      text.expectEndOfLine();
      into.operation(
          write ? History.WRITE : History.READ,
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
