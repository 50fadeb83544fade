package mtc.formats.jepsen;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mtc.formats.HistoryWriter;
import mtc.formats.UnwritableException;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Writes a history as the operations of a Jepsen log.
 *
 * <p>With real time there is an invocation and a completion for each transaction, in an order that
 * says the same of real time. Without it there are completions only, so that whoever reads the file
 * back does not take the order of the file for real time.
 */
final class JepsenWriter implements HistoryWriter {
  private static final long GREATEST_INDEX = 1L << 62;

  private final ByteSink out;
  private final Spelling spelling;
  private final Processes processes = new Processes();
  private final Set<String> mappings = new LinkedHashSet<>();
  private boolean isEmpty = true;
  private long lastIndex = -1;
  private long lastTime;

  // The segment that is being written.
  private History history;
  private Scalars scalars;
  private boolean keepsIds;
  private boolean hasTimes;
  private boolean numbersAnonymous;

  /** Whether numbers stand beside operations, and if not, the write whose number it is, or -1. */
  private boolean numbersEach;

  private int numberOf;

  private JepsenPlace place;

  JepsenWriter(OutputStream out, Spelling spelling) throws IOException {
    this.out = new ByteSink(out);
    this.spelling = spelling;
    this.out.put(spelling.begin);
  }

  @Override
  public List<String> mappings() {
    var all = new ArrayList<>(mappings);
    all.addAll(processes.mappings());
    all.addAll(spelling.mappings());
    return all;
  }

  @Override
  public void close() throws IOException {
    out.put(spelling.end);
    out.close();
  }

  @Override
  public void write(History segment) throws IOException {
    history = segment;
    scalars = segment.scalars();
    var order = order();
    keepsIds = idsAscend(order);
    numbersAnonymous = order.hasAnonymousOverlap;
    processes.enter(segment);
    place = JepsenPlace.in(segment);
    for (var i = 0; i < order.count; i++) {
      var transaction = order.events[i] >> 1;
      if ((order.events[i] & 1) == 0) {
        writeInvocation(transaction);
      } else {
        writeCompletion(transaction);
      }
    }
  }

  private EventOrder order() throws UnwritableException {
    var order = history.hasRealTime() ? EventOrder.ofRealTime(history) : null;
    hasTimes = order != null && history.hasClock();
    if (order != null) {
      return order;
    }
    mappings.add(
        history.hasRealTime()
            ? "transactions of one session overlap in real time, which a Jepsen log cannot show:"
                + " only completions are written, without real time"
            : "there is no real time: only completions are written");
    return EventOrder.ofCompletions(history);
  }

  /** Whether completions can have the transactions' own numbers as their ascending indices. */
  private boolean idsAscend(EventOrder order) {
    var last = lastIndex;
    for (var i = 0; i < order.count; i++) {
      if ((order.events[i] & 1) == 0) {
        last++;
      } else {
        var id = history.id(order.events[i] >> 1);
        if (id <= last || id > GREATEST_INDEX) {
          mappings.add("transactions are numbered anew, by the place of their completion");
          return false;
        }
        last = id;
      }
    }
    return true;
  }

  private void writeInvocation(int transaction) throws IOException {
    beginEvent(lastIndex + 1);
    if (hasTimes) {
      writeTime(history.startNanos(transaction));
    }
    out.put(spelling.invoke);
    numbersEach = !isNumberedAsOne(transaction);
    writeRest(transaction, false);
    out.put('}');
  }

  private void writeCompletion(int transaction) throws IOException {
    beginEvent(keepsIds ? history.id(transaction) : lastIndex + 1);
    if (hasTimes) {
      var end = history.endNanos(transaction);
      writeTime(end == History.NEVER ? lastTime : end);
    }
    var status = history.status(transaction);
    out.put(
        switch (status) {
          case COMMITTED -> spelling.ok;
          case ABORTED -> spelling.fail;
          case INDETERMINATE -> spelling.info;
        });
    numbersEach = !isNumberedAsOne(transaction);
    writeRest(transaction, status == Status.COMMITTED);
    if (!numbersEach && numberOf >= 0) {
      out.put(spelling.version);
      out.put(history.version(numberOf));
    }
    out.put('}');
  }

  private void beginEvent(long index) throws IOException {
    if (!isEmpty) {
      out.put(spelling.between);
    }
    isEmpty = false;
    out.put(spelling.index);
    out.put(index);
    lastIndex = index;
  }

  private void writeTime(long nanos) throws IOException {
    out.put(spelling.time);
    out.put(nanos);
    lastTime = nanos;
  }

  private void writeRest(int transaction, boolean told) throws IOException {
    if (history.session(transaction) != History.NO_SESSION || numbersAnonymous) {
      out.put(spelling.process);
      out.put(processes.of(transaction));
    }
    if (place.isOpenCompareAndSet(transaction)) {
      writeCompareAndSet(transaction, history.firstOperation(transaction));
    } else {
      writeOperations(transaction, told);
    }
  }

  private boolean isWrite(int operation) {
    return History.isWrite(history.kind(operation));
  }

  /**
   * Whether the number of all that a transaction wrote is one, or none, and no read has any: then
   * it stands beside the transaction, and else beside each operation.
   */
  private boolean isNumberedAsOne(int transaction) {
    numberOf = -1;
    if (history.givenVersions() == null || history.status(transaction) == Status.ABORTED) {
      return true;
    }
    var unnumbered = 0;
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      if (!history.hasVersion(op)) {
        unnumbered += isWrite(op) ? 1 : 0;
      } else if (!isWrite(op)
          || numberOf >= 0 && history.version(op) != history.version(numberOf)) {
        return false;
      } else {
        numberOf = op;
      }
    }
    return numberOf < 0 || unnumbered == 0;
  }

  private void writeVersion(int operation) throws IOException {
    if (numbersEach && history.hasVersion(operation)) {
      out.put(spelling.ownVersion);
      out.put(history.version(operation));
      out.put('}');
    }
  }

  private void writeCompareAndSet(int transaction, int read) throws IOException {
    if (numbersEach && history.hasVersion(read)) {
      throw new UnwritableException(
          "transaction "
              + history.id(transaction)
              + " of unknown outcome compared to version "
              + history.version(read)
              + ", which has no place in a Jepsen log; with --versions ignore any order will do");
    }
    out.put(spelling.compareAndSet);
    scalar(history.keyName(history.key(read)));
    out.put(spelling.separator);
    out.put('[');
    scalar(valueOf(read));
    out.put(spelling.separator);
    scalar(valueOf(read + 1));
    out.put(']');
    out.put(']');
  }

  private void writeOperations(int transaction, boolean told) throws IOException {
    out.put(spelling.transaction);
    var first = history.firstOperation(transaction);
    for (var op = first; op < history.endOperation(transaction); op++) {
      if (op > first) {
        out.put(spelling.separator);
      }
      switch (history.kind(op)) {
        case History.READ, History.READ_LIST -> writeRead(transaction, op, told);
        case History.WRITE -> writeUpdate(spelling.write, op);
        case History.APPEND -> writeUpdate(spelling.append, op);
        default ->
            throw new UnwritableException(
                "transaction "
                    + history.id(transaction)
                    + " is a compare-and-set whose comparison failed, which in a Jepsen log says"
                    + " nothing of the register");
      }
    }
    out.put(']');
  }

  private void writeUpdate(byte[] head, int operation) throws IOException {
    out.put(head);
    scalar(history.keyName(history.key(operation)));
    out.put(spelling.separator);
    scalar(valueOf(operation));
    writeVersion(operation);
    out.put(']');
  }

  /** A read whose result is not told has no value at all if it is committed, and nil elsewhere. */
  private void writeRead(int transaction, int operation, boolean told) throws IOException {
    out.put(spelling.read);
    scalar(history.keyName(history.key(operation)));
    if (!told) {
      out.put(spelling.separator);
      out.put(spelling.nil);
      noteLostRead(transaction, operation);
    } else if (history.kind(operation) == History.READ_LIST) {
      out.put(spelling.separator);
      writeList(history.value(operation));
      writeVersion(operation);
    } else if (history.value(operation) != Scalars.UNKNOWN) {
      out.put(spelling.separator);
      scalar(valueOf(operation));
      writeVersion(operation);
    }
    out.put(']');
  }

  private void noteLostRead(int transaction, int operation) {
    if (!history.isCommitted(transaction) && place.isToldRead(operation)) {
      mappings.add("what aborted and indeterminate transactions read is left out");
    }
  }

  private void writeList(int list) throws IOException {
    out.put('[');
    for (var i = 0; i < history.listSize(list); i++) {
      if (i > 0) {
        out.put(spelling.separator);
      }
      scalar(history.listElement(list, i));
    }
    out.put(']');
  }

  /** The value that is read or written, as a Jepsen log has it. */
  private int valueOf(int operation) {
    var value = history.value(operation);
    if (place.isNil(operation)) {
      mappings.add(
          "the initial value "
              + scalars.render(value)
              + " is written as nil where it is "
              + (isWrite(operation) ? "written again" : "read"));
      return Scalars.NIL;
    }
    return value;
  }

  private void scalar(int code) throws IOException {
    // Most of a log is small integers, which are their own code.
    if (scalars.kind(code) == Scalars.Kind.INTEGER) {
      out.put(scalars.longValue(code));
    } else {
      spelling.scalar(out, scalars, code);
    }
  }
}
