package mtc.formats.jepsen;

import java.io.IOException;
import mtc.fressian.FressianParser;
import mtc.source.InputException;
import tools.jackson.core.JsonToken;

/**
 * What a test says of itself: the root of a {@code test.jepsen}, all of a {@code test.fressian}.
 */
final class TestMap {
  /** No block has this number. */
  static final int NONE = 0;

  String name;
  String startTime;
  String workload;

  /** The block that holds the history, or {@link #NONE}. */
  int history = NONE;

  /** The block that holds the results, or {@link #NONE}. */
  int results = NONE;

  /** Whether there is a history, here or in a block. */
  boolean hasHistory;

  /** What {@code :valid?} is in results that are in place: true, false, unknown; or null. */
  String verdict;

  /** Takes the operations of a list that was just opened, and ends with its last token. */
  interface OperationTaker {
    void take(FressianParser in) throws IOException;
  }

  /** Reads a whole map. */
  void read(FressianParser in, OperationTaker operations) throws IOException {
    if (in.next() != JsonToken.START_OBJECT) {
      throw InputException.atByte(in.tokenOffset(), "expected a test here, a map");
    }
    while (in.next() == JsonToken.PROPERTY_NAME) {
      field(in.text(), in, operations);
    }
  }

  private void field(String key, FressianParser in, OperationTaker operations) throws IOException {
    var token = in.next();
    switch (key) {
      case "name" -> name = word(in, token);
      case "start-time" -> startTime = word(in, token);
      case "workload" -> workload = word(in, token);
      case "workload-name" -> workload = workload == null ? word(in, token) : workload;
      case "argv" -> arguments(in, token);
      case "history" -> history(in, token, operations);
      case "results" -> {
        results = reference(in, token);
        verdict = token == JsonToken.START_OBJECT ? verdict(in) : null;
      }
      default -> in.skipChildren();
    }
  }

  private void history(FressianParser in, JsonToken token, OperationTaker operations)
      throws IOException {
    if (hasHistory) {
      throw InputException.atByte(in.tokenOffset(), "the test has two histories");
    }
    hasHistory = token != JsonToken.VALUE_NULL;
    history = reference(in, token);
    if (token == JsonToken.START_ARRAY) {
      operations.take(in);
    } else if (hasHistory && history == NONE) {
      throw InputException.atByte(in.tokenOffset(), "expected a list of operations as :history");
    }
  }

  private static int reference(FressianParser in, JsonToken token) {
    return token == JsonToken.VALUE_EMBEDDED_OBJECT ? (int) in.longValue() : NONE;
  }

  private static String word(FressianParser in, JsonToken token) {
    if (token == JsonToken.VALUE_STRING) {
      return in.text();
    }
    in.skipChildren();
    return null;
  }

  /** The test's command line, which may name the workload where the map does not. */
  private void arguments(FressianParser in, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      in.skipChildren();
      return;
    }
    var last = "";
    for (var next = in.next(); next != JsonToken.END_ARRAY; next = in.next()) {
      var argument = next == JsonToken.VALUE_STRING ? in.text() : "";
      in.skipChildren();
      if (workload == null && (last.equals("--workload") || last.equals("-w"))) {
        workload = argument;
      }
      last = argument;
    }
  }

  /** What {@code :valid?} is in the map that was just opened; null if it has none. */
  static String verdict(FressianParser in) {
    String verdict = null;
    while (in.next() == JsonToken.PROPERTY_NAME) {
      var isVerdict = in.text().equals("valid?");
      var token = in.next();
      if (isVerdict) {
        verdict =
            switch (token) {
              case VALUE_TRUE -> "true";
              case VALUE_FALSE -> "false";
              case VALUE_STRING -> in.text();
              default -> null;
            };
      }
      in.skipChildren();
    }
    return verdict;
  }
}
