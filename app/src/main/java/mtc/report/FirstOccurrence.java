package mtc.report;

import mtc.history.History;

/**
 * A place in a history that something is said of.
 *
 * @param operation the operation at fault, or -1 if it is the transaction as a whole
 */
record FirstOccurrence(Subject subject, int transaction, int operation) {
  /** As many operations of a transaction as anyone wants to see in a line or two. */
  private static final int MOST_OPERATIONS = 8;

  /** {@code first T7, session 2, line 12: w(x)=5}. */
  String text() {
    var text = new StringBuilder("first ");
    text.append(subject.name(transaction)).append(", ").append(subject.session(transaction));
    text.append(", ").append(subject.place(transaction)).append(": ");
    return text.append(operation >= 0 ? subject.operation(operation) : operations()).toString();
  }

  private String operations() {
    History history = subject.history();
    var text = new StringBuilder();
    var end = history.endOperation(transaction);
    for (var op = history.firstOperation(transaction); op < end; op++) {
      if (op == history.firstOperation(transaction) + MOST_OPERATIONS) {
        return text.append(" …").toString();
      }
      text.append(text.isEmpty() ? "" : " ").append(subject.operation(op));
    }
    return text.toString();
  }
}
