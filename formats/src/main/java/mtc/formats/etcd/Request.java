package mtc.formats.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import mtc.column.Ints;
import mtc.source.InputException;

/** A request and its answer, as a line of the log has them; used again for the next. */
final class Request {
  static final long NOT_TOLD = -1;

  long line;
  long client;
  long call;
  long returned;

  // What was asked for.
  String type;
  final Operations success = new Operations();
  final Operations failure = new Operations();
  final Ints conditionKeys = new Ints();
  final List<Long> conditionRevisions = new ArrayList<>();

  /** What counts in place of the revisions where it is not 0. */
  final List<Long> conditionVersions = new ArrayList<>();

  boolean isOfThePast;
  boolean asksForRange;
  boolean asksForTransaction;

  // What came back.
  final Results results = new Results();
  boolean hasClientError;
  boolean failed;
  boolean isPartial;
  String error;
  long revision;

  /** What it asks for, in order; a range has an end unless it is one key. */
  static final class Operations {
    final List<String> types = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final List<String> ends = new ArrayList<>();
    final List<Long> limits = new ArrayList<>();
    final Ints values = new Ints();

    int size() {
      return types.size();
    }

    void add(String type, String key, String end, long limit, int value) {
      types.add(type);
      keys.add(key);
      ends.add(end);
      limits.add(limit);
      values.add(value);
    }

    void removeLast() {
      types.removeLast();
      keys.removeLast();
      ends.removeLast();
      limits.removeLast();
      values.truncate(types.size());
    }

    void clear() {
      while (size() > 0) {
        removeLast();
      }
    }

    boolean isWrite(int operation) {
      return !types.get(operation).equals("range-operation");
    }

    boolean write() {
      return IntStream.range(0, size()).anyMatch(this::isWrite);
    }

    /** How many keys an answer has that says how many there are. */
    long keysIn(int operation, long count) {
      var limit = limits.get(operation);
      return limit > 0 ? Math.min(limit, count) : count;
    }
  }

  /** What came back, result by result. */
  static final class Results {
    final Ints ends = new Ints();
    final List<Long> deleted = new ArrayList<>();
    final List<Long> counts = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    final Ints values = new Ints();
    final List<Long> mods = new ArrayList<>();
    final List<Long> versions = new ArrayList<>();

    int size() {
      return ends.size();
    }

    /** Where the keys of a result begin; those of the next one begin where they end. */
    int first(int result) {
      return result == 0 ? 0 : ends.get(result - 1);
    }

    void clear() {
      ends.clear();
      deleted.clear();
      counts.clear();
      keys.clear();
      values.clear();
      mods.clear();
      versions.clear();
    }
  }

  /** Begins another one, in a line. */
  void begin(long inLine) {
    line = inLine;
    client = -1;
    call = -1;
    returned = -1;
    type = null;
    success.clear();
    failure.clear();
    conditionKeys.clear();
    conditionRevisions.clear();
    conditionVersions.clear();
    isOfThePast = false;
    asksForRange = false;
    asksForTransaction = false;
    results.clear();
    hasClientError = false;
    failed = false;
    isPartial = false;
    error = "";
    revision = 0;
  }

  /** Whether it took effect for certain. */
  boolean isAnswered() {
    return error.isEmpty() && !hasClientError;
  }

  boolean mayWrite() {
    return success.write() || failure.write();
  }

  /** Which of its operations were carried out, as the answer says. */
  Operations done() {
    return failed ? failure : success;
  }

  void checkResults() throws InputException {
    var operations = done();
    if (results.size() != operations.size()) {
      throw wrong("there is not one result for each operation");
    }
    for (var i = 0; i < operations.size(); i++) {
      var count = results.counts.get(i);
      if (count != NOT_TOLD
          && operations.keysIn(i, count) != results.ends.get(i) - results.first(i)) {
        throw wrong("an answer has not as many keys as its \"Count\" says");
      }
    }
  }

  /** Whether a result of one key is another one than a comparison is to. */
  boolean sawOther(int result, int condition) {
    var at = results.first(result);
    var isThere = at < results.ends.get(result);
    if (conditionVersions.get(condition) > 0) {
      var found = isThere ? results.versions.get(at) : 0L;
      return !isThere || found > 0 && found != conditionVersions.get(condition);
    }
    var found = isThere ? results.mods.get(at) : 0L;
    return found != conditionRevisions.get(condition);
  }

  InputException wrong(String what) {
    return InputException.atLine(line, what);
  }
}
