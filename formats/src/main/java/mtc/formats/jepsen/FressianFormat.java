package mtc.formats.jepsen;

import java.io.IOException;
import mtc.formats.Format;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.fressian.FressianParser;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Input;
import mtc.source.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/** {@code test.fressian}, where Jepsen kept a test with its history until 2022: one map. */
public final class FressianFormat implements Format {
  private static final int MOST = Integer.MAX_VALUE - 64;

  @Override
  public String name() {
    return "jepsen-fressian";
  }

  /** A map whose first key is a keyword without a namespace. */
  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.BINARY;
  }

  @Override
  public boolean recognises(Sample sample) {
    if (sample.isFolder()) {
      return false;
    }
    var head = sample.files().getFirst().head();
    try {
      var in = new FressianParser(head, 0, head.length, 0);
      return in.next() == JsonToken.START_OBJECT
          && in.next() == JsonToken.PROPERTY_NAME
          && in.nameKind() == Scalars.Kind.KEYWORD;
    } catch (JacksonException e) {
      return false;
    }
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    var bytes = bytes(input);
    var in = new FressianParser(bytes, 0, bytes.length, 0);
    var test = new TestMap();
    var isRead = new boolean[1];
    into.positionUnit(History.PositionUnit.BYTE);
    try {
      test.read(
          in,
          history -> {
            var operations = OperationParser.within(Tokens.of(history, into.scalars()));
            new JepsenReader(operations, into).read();
            isRead[0] = true;
          });
      if (in.next() != null) {
        throw InputException.atByte(
            in.tokenOffset(), "expected the end of the file after the test");
      }
    } catch (JacksonException e) {
      var why = InputException.atByte(in.tokenOffset(), e.getOriginalMessage());
      if (!isRead[0]) {
        throw why;
      }
      into.note("the history is whole, what comes after it is not: " + why.describe());
    }
    if (!isRead[0]) {
      throw InputException.of("the test in it has no history");
    }
  }

  private static byte[] bytes(Input input) throws IOException {
    try (var in = input.open()) {
      var bytes = in.readNBytes(MOST);
      if (bytes.length == MOST) {
        throw InputException.of("a test.fressian of 2 GB or more is more than can be read");
      }
      return bytes;
    }
  }
}
