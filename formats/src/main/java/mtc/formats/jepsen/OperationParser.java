package mtc.formats.jepsen;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.jepsen.Operation.Type;
import mtc.formats.jepsen.Operation.Who;
import mtc.source.Printable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/** Takes operation maps from tokens; their fields may come in any order. */
final class OperationParser implements OperationSource {
  private static final int TYPE = 1;
  private static final int PROCESS = 2;
  private static final int FUNCTION = 4;
  private static final int VALUE = 8;
  private static final int INDEX = 16;
  private static final int TIME = 32;

  private static final String NEMESIS = "nemesis";

  private final Tokens in;

  /** Which fields the operation has so far, and the names of those that nobody asks for. */
  private int seen;

  private final Set<String> others = new HashSet<>();

  /** By which name the operation told its version so far. */
  private byte nameSeen;

  /** What it tells as a version, and not as its own place in an order. */
  private long versionSeen;

  private boolean hasBegun;
  private boolean isInVector;

  /** Whether something else follows the vector. */
  private boolean isPart;

  private Operation op;

  OperationParser(Tokens in) {
    this.in = in;
  }

  /** Of the operations of a vector that was just opened and is a part of something else. */
  static OperationParser within(Tokens in) {
    var parser = new OperationParser(in);
    parser.hasBegun = true;
    parser.isInVector = true;
    parser.isPart = true;
    return parser;
  }

  /**
   * A stream of maps, or one vector or list of them. The parsers see to it that what was opened is
   * also closed.
   */
  @Override
  public boolean next(Operation into) throws IOException {
    var token = in.next();
    if (!hasBegun) {
      hasBegun = true;
      isInVector = token == JsonToken.START_ARRAY && !in.isSet();
      if (isInVector) {
        token = in.next();
      }
    }
    if (isInVector && token == JsonToken.END_ARRAY) {
      if (!isPart && in.next() != null) {
        throw in.error("expected the end of the input after the history's closing bracket");
      }
      return false;
    }
    if (token == null) {
      return false;
    }
    op = into;
    read(token);
    return true;
  }

  /** Whether the operations are the elements of one vector. */
  boolean isVector() {
    return isInVector;
  }

  private void read(JsonToken first) throws IOException {
    if (first != JsonToken.START_OBJECT) {
      throw in.error("expected an operation, a map with :type and :value");
    }
    begin();
    for (var token = in.next(); token == JsonToken.PROPERTY_NAME; token = in.next()) {
      var name = in.name();
      readField(name, in.next());
    }
    if (op.function == Function.READ) {
      // When it ran is not what it saw.
      op.version = versionSeen;
      op.versionName = nameSeen;
    }
  }

  private void begin() {
    seen = 0;
    if (!others.isEmpty()) {
      others.clear();
    }
    op.line = in.line();
    op.column = in.column();
    op.type = null;
    op.who = Who.ANONYMOUS;
    op.function = Function.NONE;
    op.functionName = null;
    op.hasIndex = false;
    op.hasError = false;
    op.time = Operation.NO_TIME;
    op.version = Operation.NO_VERSION;
    op.versionName = VersionNumbers.NONE;
    versionSeen = Operation.NO_VERSION;
    nameSeen = VersionNumbers.NONE;
    op.value.clear();
  }

  /** The parsers intern names, so that mostly they need not be compared letter by letter. */
  @ForceInline
  private void readField(String name, JsonToken token) throws IOException {
    if (name == "value") {
      readValue();
    } else if (name == "index") {
      readIndex(token);
    } else if (name == "time") {
      readTime(token);
    } else if (name == "process") {
      readProcess(token);
    } else if (name == "type") {
      readType(token);
    } else {
      readFieldByName(name, token);
    }
  }

  private void readFieldByName(String name, JsonToken token) throws IOException {
    switch (name) {
      case "type" -> readType(token);
      case "process" -> readProcess(token);
      case "f" -> readFunction(token);
      case "value" -> readValue();
      case "index" -> readIndex(token);
      case "time" -> readTime(token);
      default -> {
        if (!others.add(name)) {
          throw twice(name);
        }
        op.hasError |= name.equals("error") && token != JsonToken.VALUE_NULL;
        readVersion(name, token);
        in.skip();
      }
    }
  }

  private void readVersion(String name, JsonToken token) {
    var rank = (byte) Operation.VERSION_NAMES.indexOf(name);
    if (rank < 0 || token == JsonToken.VALUE_NULL) {
      return;
    }
    var isKept = in.fitsLong(token) && VersionNumbers.canBeKept(in.anyLongValue());
    var number = isKept ? in.anyLongValue() : 0;
    var what =
        isKept
            ? rank
            : token == JsonToken.VALUE_NUMBER_INT
                ? VersionNumbers.TOO_LARGE
                : VersionNumbers.NO_INTEGER;
    if (VersionNumbers.isBetter(what, op.versionName)) {
      op.version = number;
      op.versionName = what;
    }
    if (name.equals(Operation.VERSION_SEEN)) {
      versionSeen = number;
      nameSeen = what;
    }
  }

  /** Of two equal keys either could be meant, and the verdict would hang on which. */
  @ForceInline
  private void expectFirst(int field, String name) throws IOException {
    if ((seen & field) != 0) {
      throw twice(name);
    }
    seen |= field;
  }

  private IOException twice(String name) {
    return in.error("the operation has " + Printable.text(name) + " twice, expected it once");
  }

  private void readValue() throws IOException {
    expectFirst(VALUE, "value");
    if (op.who == Who.NEMESIS || op.who == Who.STRANGER) {
      in.skip();
    } else {
      op.value.read(in);
    }
  }

  @ForceInline
  private void readIndex(JsonToken token) throws IOException {
    expectFirst(INDEX, "index");
    op.hasIndex = token != JsonToken.VALUE_NULL;
    if (op.hasIndex && !in.isLong(token)) {
      throw in.error("expected an integer as :index");
    }
    op.index = op.hasIndex ? in.longValue() : 0;
  }

  @ForceInline
  private void readTime(JsonToken token) throws IOException {
    expectFirst(TIME, "time");
    if (in.isLong(token)) {
      op.time = in.longValue();
    } else {
      in.skip();
    }
  }

  private void readType(JsonToken token) throws IOException {
    expectFirst(TYPE, "type");
    op.type = token == JsonToken.VALUE_STRING ? Type.of(in.text()) : null;
    if (op.type == null) {
      throw in.error("expected :invoke, :ok, :fail or :info as :type");
    }
  }

  private void readProcess(JsonToken token) throws IOException {
    expectFirst(PROCESS, "process");
    if (token == JsonToken.VALUE_NUMBER_INT) {
      op.process = in.scalar(token);
      op.who = Who.CLIENT;
    } else if (token == JsonToken.VALUE_NULL) {
      op.who = Who.ANONYMOUS;
    } else {
      var isNemesis = token == JsonToken.VALUE_STRING && in.text().equals(NEMESIS);
      op.who = isNemesis ? Who.NEMESIS : Who.STRANGER;
      in.skip();
    }
  }

  private void readFunction(JsonToken token) throws IOException {
    expectFirst(FUNCTION, "f");
    if (token == JsonToken.VALUE_STRING) {
      op.functionName = in.text();
      op.function = Function.of(op.functionName);
    } else if (token != JsonToken.VALUE_NULL) {
      op.functionName = "?";
      op.function = Function.OTHER;
      in.skip();
    }
  }

  @Override
  public IOException asInputError(JacksonException e) {
    return in.asInputError(e);
  }
}
