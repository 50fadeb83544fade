package mtc.formats.jepsen;

import mtc.column.Ints;
import mtc.column.LongNumbers;
import mtc.formats.UnwritableException;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Scalars;
import mtc.history.Status;

/** What of a history has a place in a Jepsen log; one with more is refused. */
final class JepsenPlace {
  private final History history;

  /** By key, whether its initial value has another name than nil, and nil is to stand for it. */
  private final boolean[] isNil;

  private JepsenPlace(History history) {
    this.history = history;
    this.isNil = new boolean[history.keyCount()];
  }

  static JepsenPlace in(History history) throws UnwritableException {
    var place = new JepsenPlace(history);
    place.findInitialValues();
    place.refuseReadsOfObserved();
    return place;
  }

  /** Whether an operation reads or writes the initial value, and nil is to stand for that. */
  boolean isNil(int operation) {
    var key = history.key(operation);
    return isNil[key]
        && history.value(operation) == history.initialValue(key)
        && history.kind(operation) != History.APPEND;
  }

  /**
   * Whether it is a compare-and-set that may not have taken effect: as a transaction it would lose
   * what it compared to, since nobody believes the reads of such a transaction.
   */
  boolean isOpenCompareAndSet(int transaction) {
    var first = history.firstOperation(transaction);
    return !history.isCommitted(transaction)
        && history.endOperation(transaction) == first + 2
        && history.kind(first) == History.READ
        && history.value(first) != Scalars.UNKNOWN
        && history.kind(first + 1) == History.WRITE
        && history.key(first) == history.key(first + 1);
  }

  /**
   * Jepsen's initial value is nil and nothing else, and nobody knows whether a nil that was also
   * written is the first. So it is with a reserved one, which becomes nil wherever it stands. A
   * default one that somebody committed is his.
   */
  private void findInitialValues() throws UnwritableException {
    for (var key = 0; key < isNil.length; key++) {
      var value = history.initialValue(key);
      isNil[key] = value != Scalars.NIL && value != Scalars.UNKNOWN;
    }
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t)) {
        findWrittenInitialValues(t);
      }
    }
    refuseOtherNils();
  }

  private void findWrittenInitialValues(int transaction) throws UnwritableException {
    if (InitialVersions.isReadAndWritten(history, transaction)) {
      throw new UnwritableException(
          "transaction "
              + history.id(transaction)
              + " reads the initial value and writes it again, which in a Jepsen log is one write");
    }
    var end = history.endOperation(transaction);
    for (var operation = history.firstOperation(transaction); operation < end; operation++) {
      var key = history.key(operation);
      if (history.kind(operation) == History.WRITE
          && history.value(operation) == history.initialValue(key)
          && !history.initialValueIsReserved(key)) {
        isNil[key] = false;
      }
    }
  }

  private void refuseOtherNils() throws UnwritableException {
    for (var operation = 0; operation < history.operationCount(); operation++) {
      var kind = history.kind(operation);
      var key = history.key(operation);
      if (isNil[key]
          && (kind == History.READ || kind == History.WRITE)
          && history.value(operation) == Scalars.NIL) {
        throw new UnwritableException(
            "key "
                + history.scalars().render(history.keyName(key))
                + " has a nil that is not its initial value, which in a Jepsen log is nil");
      }
    }
  }

  /**
   * What a transaction of unknown outcome read does not stand in a Jepsen log. That is no loss as
   * long as nobody read what it wrote; else it committed, and what it read may be wrong.
   */
  private void refuseReadsOfObserved() throws UnwritableException {
    var written = new LongNumbers();
    var writers = new Ints();
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) == Status.INDETERMINATE && !isOpenCompareAndSet(t) && hasToldReads(t)) {
        for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
          if (History.isWrite(history.kind(op)) && written.add(history.keyAndValue(op))) {
            writers.add(t);
          }
        }
      }
    }
    for (var op = 0; op < history.operationCount() && writers.size() > 0; op++) {
      if (history.kind(op) == History.READ) {
        refuseReadOf(written.find(history.keyAndValue(op)), writers, op);
      } else if (history.kind(op) == History.READ_LIST) {
        for (var i = 0; i < history.listSize(history.value(op)); i++) {
          var element = history.listElement(history.value(op), i);
          refuseReadOf(written.find(History.keyAndValue(history.key(op), element)), writers, op);
        }
      }
    }
  }

  private void refuseReadOf(int version, Ints writers, int read) throws UnwritableException {
    if (version >= 0
        && (read < history.firstOperation(writers.get(version))
            || read >= history.endOperation(writers.get(version)))) {
      throw new UnwritableException(
          "somebody read what transaction "
              + history.id(writers.get(version))
              + " of unknown outcome wrote, and what it read itself has no place in a Jepsen log");
    }
  }

  private boolean hasToldReads(int transaction) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (isToldRead(op)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the log tells what a read saw. */
  boolean isToldRead(int operation) {
    return history.kind(operation) == History.READ_LIST
        || history.kind(operation) == History.READ && history.value(operation) != Scalars.UNKNOWN;
  }
}
