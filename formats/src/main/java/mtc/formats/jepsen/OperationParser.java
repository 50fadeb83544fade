package mtc.formats.jepsen;

import java.io.IOException;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.jepsen.Operation.Type;
import mtc.formats.jepsen.Operation.Who;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/** Takes operation maps from tokens; their fields may come in any order. */
final class OperationParser implements OperationSource {
  private final Tokens in;
  private boolean hasBegun;
  private boolean isInVector;
  private Operation op;

  OperationParser(Tokens in) {
    this.in = in;
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
      if (in.next() != null) {
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
  }

  private void begin() {
    op.line = in.line();
    op.column = in.column();
    op.type = null;
    op.who = Who.ANONYMOUS;
    op.function = Function.NONE;
    op.functionName = null;
    op.hasIndex = false;
    op.hasError = false;
    op.time = Operation.NO_TIME;
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
      case "error" -> {
        op.hasError = token != JsonToken.VALUE_NULL;
        in.skip();
      }
      default -> in.skip();
    }
  }

  private void readValue() {
    if (op.who == Who.NO_CLIENT) {
      in.skip();
    } else {
      op.value.read(in);
    }
  }

  @ForceInline
  private void readIndex(JsonToken token) throws IOException {
    op.hasIndex = token != JsonToken.VALUE_NULL;
    if (op.hasIndex && !in.isLong(token)) {
      throw in.error("expected an integer as :index");
    }
    op.index = op.hasIndex ? in.longValue() : 0;
  }

  @ForceInline
  private void readTime(JsonToken token) {
    if (in.isLong(token)) {
      op.time = in.longValue();
    } else {
      in.skip();
    }
  }

  private void readType(JsonToken token) throws IOException {
    op.type = token == JsonToken.VALUE_STRING ? Type.of(in.text()) : null;
    if (op.type == null) {
      throw in.error("expected :invoke, :ok, :fail or :info as :type");
    }
  }

  private void readProcess(JsonToken token) {
    if (token == JsonToken.VALUE_NUMBER_INT) {
      op.process = in.scalar(token);
      op.who = Who.CLIENT;
    } else {
      in.skip();
      op.who = token == JsonToken.VALUE_NULL ? Who.ANONYMOUS : Who.NO_CLIENT;
    }
  }

  private void readFunction(JsonToken token) {
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
