package mtc.run.exec;

import java.util.Arrays;
import mtc.run.store.Outcome;
import mtc.run.workload.Transaction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A client's answer: the invocation again, as {@code ok} with what was read, {@code fail} or {@code
 * info}.
 */
final class Completion {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser in;
  private final Transaction transaction;
  private String type = "";
  private String error;
  private boolean hasValue;

  private Completion(JsonParser in, Transaction transaction) {
    this.in = in;
    this.transaction = transaction;
  }

  /** The outcome; what the reads saw is put into the transaction. */
  static Outcome read(String line, Transaction transaction) {
    try (var in = JSON.createParser(ObjectReadContext.empty(), line)) {
      return new Completion(in, transaction).outcome();
    } catch (JacksonException | Wrong e) {
      return Outcome.broken(
          false, "the client's answer is no completion: " + e.getMessage() + ": " + line);
    }
  }

  /** An answer that does not answer. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;

    Wrong(String message) {
      super(message);
    }
  }

  private Outcome outcome() throws Wrong {
    expect(JsonToken.START_OBJECT);
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      var name = in.currentName();
      var token = in.nextToken();
      switch (name) {
        case "type" -> type = in.getString();
        case "error" -> error = in.getValueAsString(token.asString());
        case "value" -> {
          if (token == JsonToken.START_ARRAY) {
            operations();
          }
        }
        default -> {}
      }
      if (!name.equals("value")) {
        in.skipChildren();
      }
    }
    return switch (type) {
      case "ok" -> {
        if (!hasValue) {
          throw new Wrong("an ok has no value");
        }
        yield Outcome.COMMITTED;
      }
      case "fail" -> Outcome.rolledBack(error == null ? "" : error);
      case "info" -> Outcome.broken(false, error == null ? "" : error);
      default -> throw new Wrong("its type is none of ok, fail and info");
    };
  }

  private void operations() throws Wrong {
    for (var i = 0; i < transaction.size(); i++) {
      expect(JsonToken.START_ARRAY);
      var name =
          switch (transaction.kind(i)) {
            case READ -> "r";
            case WRITE -> "w";
            case APPEND -> "append";
          };
      in.nextToken();
      if (!name.equals(in.getString())) {
        throw new Wrong("operation " + i + " is not " + name);
      }
      if (in.nextToken() != JsonToken.VALUE_NUMBER_INT || in.getLongValue() != transaction.key(i)) {
        throw new Wrong("operation " + i + " is not of key " + transaction.key(i));
      }
      value(i);
      expect(JsonToken.END_ARRAY);
    }
    expect(JsonToken.END_ARRAY);
    hasValue = true;
  }

  private void value(int i) throws Wrong {
    var token = in.nextToken();
    if (transaction.kind(i) != Transaction.Kind.READ) {
      if (token != JsonToken.VALUE_NUMBER_INT || in.getLongValue() != transaction.value(i)) {
        throw new Wrong("operation " + i + " wrote something else");
      }
      return;
    }
    switch (token) {
      case VALUE_NULL -> transaction.sawNothing(i);
      case VALUE_NUMBER_INT -> {
        if (transaction.hasLists()) {
          throw new Wrong("operation " + i + " read no list");
        }
        transaction.saw(i, in.getLongValue());
      }
      case START_ARRAY -> {
        if (!transaction.hasLists()) {
          throw new Wrong("operation " + i + " read a list");
        }
        transaction.sawList(i, list());
      }
      default -> throw new Wrong("operation " + i + " read no number");
    }
  }

  private long[] list() throws Wrong {
    var elements = new long[4];
    var size = 0;
    while (in.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      if (size == elements.length) {
        elements = Arrays.copyOf(elements, size * 2);
      }
      elements[size++] = in.getLongValue();
    }
    if (in.currentToken() != JsonToken.END_ARRAY) {
      throw new Wrong("a list has something else than numbers");
    }
    return Arrays.copyOf(elements, size);
  }

  private void expect(JsonToken wanted) throws Wrong {
    if (in.nextToken() != wanted) {
      throw new Wrong("expected " + wanted);
    }
  }
}
