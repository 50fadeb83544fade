package mtc.report;

import java.util.HashSet;
import mtc.history.History;
import mtc.history.Status;
import mtc.verdict.Anomaly;

/** What is wrong with a single read, in a sentence. */
final class ReadFault {
  private final Subject subject;
  private final History history;

  ReadFault(Subject subject) {
    this.subject = subject;
    this.history = subject.history();
  }

  /** What is wrong with the read that an example is about; empty if its edges say it all. */
  String of(Anomaly anomaly, Anomaly.Example example) {
    var op = example.operation();
    var reader = op < 0 ? -1 : subject.owner(example.transactions(), op);
    if (reader < 0) {
      return example.hint();
    }
    var other = otherThan(example.transactions(), reader);
    var name = subject.name(reader);
    var read = name + " read " + read(op);
    var sentence =
        switch (anomaly.kind()) {
          case THIN_AIR_READ -> read + ", which no transaction wrote";
          case ABORTED_READ ->
              other < 0 ? read + ", which was aborted" : readAborted(op, other, read);
          case INTERMEDIATE_READ -> other < 0 ? "" : readIntermediate(op, other, read);
          case FUTURE_READ -> read + " before writing it itself";
          case NOT_MY_LAST_WRITE, NOT_MY_OWN_WRITE ->
              read + " after writing " + earlier(reader, op, History.WRITE);
          case NON_REPEATABLE_READS -> read + " after reading " + earlier(reader, op, History.READ);
          case INCOMPATIBLE_ORDER -> other < 0 ? "" : disagreement(op, other, read);
          case DUPLICATE_ELEMENTS -> duplicate(op, read);
          case NOT_LINEARIZABLE -> stuck(op, name, other >= 0);
          default -> "";
        };
    return sentence.isEmpty() ? example.hint() : sentence;
  }

  private String stuck(int op, String name, boolean hasOthers) {
    return "no order of the operations on "
        + subject.keyInProse(history.key(op))
        + " explains what had come back by the time "
        + name
        + " ended"
        + (hasOthers ? "; the others shown overlap it" : "");
  }

  private static int otherThan(int[] transactions, int reader) {
    for (var t : transactions) {
      if (t != reader && t >= 0) {
        return t;
      }
    }
    return -1;
  }

  private String read(int op) {
    var key = subject.keyInProse(history.key(op));
    return history.kind(op) == History.READ_LIST
        ? key + "=" + subject.list(history.value(op))
        : subject.version(history.key(op), history.value(op));
  }

  private String readAborted(int op, int writer, String read) {
    var name = subject.name(writer);
    var fate = history.status(writer) == Status.ABORTED ? " aborted" : " never committed";
    if (history.kind(op) != History.READ_LIST) {
      return read + ", which " + name + " wrote, but " + name + fate;
    }
    var element = appendedElement(op, writer);
    return element == -1
        ? read + ", but " + name + fate
        : read + ", but " + name + ", which appended " + element(op, element) + "," + fate;
  }

  private String readIntermediate(int op, int writer, String read) {
    var key = history.key(op);
    var last = last(writer, key);
    var name = subject.name(writer);
    if (last < 0) {
      return "";
    }
    var lastValue = subject.value(history.value(last));
    return history.kind(op) == History.READ_LIST
        ? read + ", but " + name + " appended " + lastValue + " as well"
        : read
            + ", but "
            + name
            + ", which wrote it, then wrote "
            + subject.keyInProse(key)
            + "="
            + lastValue;
  }

  /** The index in the list read of an element that the writer appended, or -1. */
  private int appendedElement(int op, int writer) {
    var list = history.value(op);
    for (var i = history.listSize(list) - 1; i >= 0; i--) {
      if (subject.find(writer, History.APPEND, history.key(op), history.listElement(list, i))
          >= 0) {
        return i;
      }
    }
    return -1;
  }

  private String element(int op, int index) {
    return subject.value(history.listElement(history.value(op), index));
  }

  private int last(int transaction, int key) {
    for (var op = history.endOperation(transaction) - 1;
        op >= history.firstOperation(transaction);
        op--) {
      var kind = history.kind(op);
      if (history.key(op) == key && (kind == History.WRITE || kind == History.APPEND)) {
        return op;
      }
    }
    return -1;
  }

  /** The version that the last operation of a kind before this one, on its key, wrote or read. */
  private String earlier(int transaction, int op, byte kind) {
    var list = kind == History.READ ? History.READ_LIST : History.APPEND;
    for (var before = op - 1; before >= history.firstOperation(transaction); before--) {
      if (history.key(before) == history.key(op)) {
        if (history.kind(before) == kind) {
          return subject.version(history.key(op), history.value(before));
        }
        if (history.kind(before) == list) {
          return list == History.READ_LIST
              ? read(before)
              : subject.value(history.value(before)) + " at its end";
        }
      }
    }
    return "another";
  }

  private String disagreement(int op, int other, String read) {
    for (var at = history.firstOperation(other); at < history.endOperation(other); at++) {
      if (history.kind(at) == History.READ_LIST
          && history.key(at) == history.key(op)
          && !isPrefix(history.value(at), history.value(op))) {
        return read + ", but " + subject.name(other) + " read " + read(at);
      }
    }
    return "";
  }

  private boolean isPrefix(int one, int other) {
    var common = Math.min(history.listSize(one), history.listSize(other));
    for (var i = 0; i < common; i++) {
      if (history.listElement(one, i) != history.listElement(other, i)) {
        return false;
      }
    }
    return true;
  }

  private String duplicate(int op, String read) {
    var list = history.value(op);
    var seen = new HashSet<Integer>();
    for (var i = 0; i < history.listSize(list); i++) {
      if (!seen.add(history.listElement(list, i))) {
        return read + ", which has " + element(op, i) + " twice";
      }
    }
    return "";
  }
}
