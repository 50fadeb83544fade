package mtc.run.log;

import java.util.Locale;
import mtc.run.workload.Transaction;

/** How the lines of a log are spelt. */
public enum Syntax {
  EDN,
  JSON;

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A line of a workload, for a client that is a program. */
  public static String invocation(long process, Transaction transaction) {
    var text = new StringBuilder();
    JSON.operation("invoke", process, transaction, false, text);
    return text.append("}\n").toString();
  }

  /** The beginning of a client's operation; an error, the time and the end follow. */
  void operation(
      String type, long process, Transaction transaction, boolean tells, StringBuilder to) {
    if (this == EDN) {
      to.append("{:type :").append(type).append(", :process ").append(process);
      to.append(", :f :txn, :value [");
    } else {
      to.append("{\"type\":\"").append(type).append("\",\"process\":").append(process);
      to.append(",\"f\":\"txn\",\"value\":[");
    }
    for (var i = 0; i < transaction.size(); i++) {
      if (i > 0) {
        to.append(separator());
      }
      microOperation(transaction, i, tells, to);
    }
    to.append(']');
  }

  private char separator() {
    return this == EDN ? ' ' : ',';
  }

  private void microOperation(Transaction transaction, int i, boolean tells, StringBuilder to) {
    var name =
        switch (transaction.kind(i)) {
          case READ -> "r";
          case WRITE -> "w";
          case APPEND -> "append";
        };
    to.append('[');
    if (this == EDN) {
      to.append(':').append(name);
    } else {
      to.append('"').append(name).append('"');
    }
    to.append(separator()).append(transaction.key(i)).append(separator());
    if (transaction.kind(i) != Transaction.Kind.READ) {
      to.append(transaction.value(i));
    } else if (!tells || !transaction.hasSeen(i)) {
      to.append(this == EDN ? "nil" : "null");
    } else if (transaction.hasLists()) {
      list(transaction.seenList(i), to);
    } else {
      to.append(transaction.seen(i));
    }
    to.append(']');
  }

  private void list(long[] elements, StringBuilder to) {
    to.append('[');
    for (var i = 0; i < elements.length; i++) {
      if (i > 0) {
        to.append(separator());
      }
      to.append(elements[i]);
    }
    to.append(']');
  }

  /** Something that happened and is no client's. */
  void event(String function, String value, StringBuilder to) {
    if (this == EDN) {
      to.append("{:type :info, :process :nemesis, :f :").append(function).append(", :value ");
    } else {
      to.append("{\"type\":\"info\",\"process\":\"nemesis\",\"f\":\"").append(function);
      to.append("\",\"value\":");
    }
    quote(value, to);
  }

  void error(String error, StringBuilder to) {
    to.append(this == EDN ? ", :error " : ",\"error\":");
    quote(error, to);
  }

  void end(long nanos, StringBuilder to) {
    to.append(this == EDN ? ", :time " : ",\"time\":").append(nanos).append("}\n");
  }

  /** EDN's and JSON's strings are alike in what is used here. */
  private static void quote(String text, StringBuilder to) {
    to.append('"');
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> to.append('\\').append(c);
        case '\n' -> to.append("\\n");
        default -> to.append(c < ' ' ? ' ' : c);
      }
    }
    to.append('"');
  }
}
