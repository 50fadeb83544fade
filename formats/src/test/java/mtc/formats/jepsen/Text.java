package mtc.formats.jepsen;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.HistoryWriter;
import mtc.formats.Sample;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Output;

/** Histories as text: what a format reads, and what was read, a transaction per line. */
final class Text {
  private Text() {}

  static History read(String text) throws IOException {
    var builder = new HistoryBuilder("jepsen");
    JepsenFormat.edn().read(file(text.getBytes(StandardCharsets.UTF_8)), builder);
    return builder.build();
  }

  /** The history as {@link #of(History)} has it. */
  static String history(String text) throws IOException {
    return of(read(text));
  }

  /** The message of the error that reading ends in, with its position. */
  static String error(String text) throws IOException {
    try {
      return "no error but\n" + history(text);
    } catch (InputException e) {
      return e.describe();
    }
  }

  static boolean isRecognised(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return JepsenFormat.edn()
        .recognises(new Sample(false, List.of(new Sample.File("", bytes, true))));
  }

  static Input file(byte[] bytes) {
    return new Input() {
      @Override
      public String path() {
        return "-";
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(bytes);
      }

      @Override
      public List<Entry> entries() {
        return List.of();
      }

      @Override
      public boolean isFolder() {
        return false;
      }
    };
  }

  record Written(String text, List<String> mappings) {}

  static Written write(JepsenFormat format, History... segments) throws IOException {
    var out = new ByteArrayOutputStream();
    HistoryWriter writer =
        format.writer(
            new Output() {
              @Override
              public OutputStream open() {
                return out;
              }

              @Override
              public OutputStream open(String name) {
                throw new UnsupportedOperationException();
              }
            });
    try (writer) {
      for (var segment : segments) {
        writer.write(segment);
      }
    }
    return new Written(out.toString(StandardCharsets.UTF_8), writer.mappings());
  }

  /** {@code id@position pSESSION start-end status: r(k)=v w(k)=v a(k)=v l(k)=[...] n(k)=v}. */
  static String of(History history) {
    var lines = new ArrayList<String>();
    for (var t = 0; t < history.transactionCount(); t++) {
      lines.add(transaction(history, t));
    }
    return String.join("\n", lines);
  }

  static String transaction(History h, int t) {
    var line = new StringBuilder().append(h.id(t)).append('@').append(h.position(t));
    if (h.session(t) != History.NO_SESSION) {
      line.append(" p").append(h.scalars().render(h.sessionName(h.session(t))));
    }
    if (h.hasRealTime()) {
      line.append(' ').append(h.start(t)).append('-');
      line.append(h.end(t) == History.NEVER ? "" : h.end(t));
    }
    line.append(
        switch (h.status(t)) {
          case COMMITTED -> " ok";
          case ABORTED -> " aborted";
          case INDETERMINATE -> " open";
        });
    for (var op = h.firstOperation(t); op < h.endOperation(t); op++) {
      line.append(' ').append(operation(h, op));
    }
    return line.toString();
  }

  private static String operation(History h, int op) {
    var key = "(" + h.scalars().render(h.keyName(h.key(op))) + ")=";
    return switch (h.kind(op)) {
      case History.READ -> "r" + key + h.scalars().render(h.value(op));
      case History.WRITE -> "w" + key + h.scalars().render(h.value(op));
      case History.APPEND -> "a" + key + h.scalars().render(h.value(op));
      case History.READ_LIST -> "l" + key + list(h, h.value(op));
      default -> "n" + key + h.scalars().render(h.value(op));
    };
  }

  private static String list(History h, int list) {
    var elements = new ArrayList<String>();
    for (var i = 0; i < h.listSize(list); i++) {
      elements.add(h.scalars().render(h.listElement(list, i)));
    }
    return "[" + String.join(" ", elements) + "]";
  }
}
