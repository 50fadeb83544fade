package mtc.formats.jepsen;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import mtc.formats.HistoryWriter;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.formats.WritableFormat;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Output;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/**
 * The histories of Jepsen, Elle and Knossos. Each of the two formats reads both EDN and JSON, which
 * are told apart by content; what is written is the one that it is named for.
 */
public final class JepsenFormat implements WritableFormat {
  private static final int HEAD_SIZE = 1 << 16;
  private static final String STORED_HISTORY = "history.edn";

  private final boolean writesEdn;

  private JepsenFormat(boolean writesEdn) {
    this.writesEdn = writesEdn;
  }

  public static JepsenFormat edn() {
    return new JepsenFormat(true);
  }

  public static JepsenFormat json() {
    return new JepsenFormat(false);
  }

  @Override
  public String name() {
    return writesEdn ? "jepsen" : "jepsen-json";
  }

  @Override
  public String fileEnding() {
    return writesEdn ? ".edn" : ".json";
  }

  /** Only the EDN one answers, so that a history is of one format, whichever way it is spelt. */
  @Override
  public boolean mayLookLike(Look look) {
    return look != Look.BINARY;
  }

  @Override
  public boolean recognises(Sample sample) {
    if (!writesEdn) {
      return false;
    }
    for (var file : sample.files()) {
      if (!sample.isFolder() || file.name().equals(STORED_HISTORY)) {
        return beginsWithOperation(file.head());
      }
    }
    return false;
  }

  private static boolean beginsWithOperation(byte[] head) {
    var notation = Notation.of(head, head.length);
    if (notation == Notation.NEITHER) {
      return false;
    }
    var looksLike = false;
    try {
      var in = Tokens.of(new ByteArrayInputStream(head), notation == Notation.EDN, new Scalars());
      var token = in.next();
      if (token == JsonToken.START_ARRAY && !in.isSet()) {
        token = in.next();
      }
      if (token != JsonToken.START_OBJECT) {
        return false;
      }
      while (in.next() == JsonToken.PROPERTY_NAME) {
        var name = in.name();
        var value = in.next();
        switch (name) {
          case "type" -> {
            return value == JsonToken.VALUE_STRING && Operation.Type.of(in.text()) != null;
          }
          case "process", "f", "index" -> looksLike = true;
          default -> {}
        }
        in.skip();
      }
      return false;
    } catch (JacksonException | IOException endsEarly) {
      return looksLike;
    }
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    try (var bytes = open(input);
        var operations = operations(bytes, into.scalars())) {
      new JepsenReader(operations, into).read();
    }
  }

  /** The operations of a text in either notation. */
  static OperationSource operations(InputStream in, Scalars scalars) throws IOException {
    var bytes = new PushbackInputStream(in, HEAD_SIZE);
    var head = bytes.readNBytes(HEAD_SIZE);
    bytes.unread(head);
    if (BlockFile.isBlockFile(head)) {
      throw InputException.atByte(
          0, "this is a test.jepsen, which --format jepsen-binary reads, and no EDN or JSON");
    }
    return source(bytes, Notation.of(head, head.length) != Notation.JSON, scalars);
  }

  private static OperationSource source(InputStream bytes, boolean isEdn, Scalars scalars)
      throws IOException {
    var cores = Runtime.getRuntime().availableProcessors();
    return ParallelOperations.of(bytes, isEdn, scalars, cores);
  }

  private static InputStream open(Input input) throws IOException {
    if (!input.isFolder()) {
      return input.open();
    }
    for (var entry : input.entries()) {
      if (entry.name().equals(STORED_HISTORY)) {
        return entry.open();
      }
    }
    throw InputException.of("expected a history.edn in the folder of a Jepsen test");
  }

  @Override
  public boolean tellsUncommittedReads() {
    return false; // A failed invocation has the invocation's value, which has no reads.
  }

  @Override
  public HistoryWriter writer(Output output) throws IOException {
    return new JepsenWriter(output.open(), writesEdn ? Spelling.edn() : Spelling.json());
  }
}
