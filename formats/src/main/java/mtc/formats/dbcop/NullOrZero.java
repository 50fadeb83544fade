package mtc.formats.dbcop;

import java.util.BitSet;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * The initial version of current dbcop's variables: {@code null}, and also 0 unless someone writes
 * 0, in a transaction that did not commit, too. Both are read here as the default initial value 0,
 * which says the same, except for a variable that only such a transaction wrote 0 to, where 0 is no
 * initial value, and one that is written 0 and read as null; no such log is known, and guessing
 * would be a wrong verdict.
 */
final class NullOrZero {
  private static final int INITIAL = 0;

  private final HistoryBuilder into;
  private final BitSet writtenZero = new BitSet();
  private final BitSet readNull = new BitSet();

  /** Keys that the transaction at hand writes 0 to. */
  private final BitSet writtenHere = new BitSet();

  private final BitSet writtenByCommitted = new BitSet();

  NullOrZero(HistoryBuilder into) {
    this.into = into;
    into.defaultInitialValue(into.scalars().integer(INITIAL));
  }

  void readInitial(int key, long line) throws InputException {
    readNull.set(key);
    check(key, line);
    into.operation(History.READ, key, into.scalars().integer(INITIAL));
  }

  void read(int key, int version) {
    into.operation(History.READ, key, version);
  }

  void write(int key, int version, long line) throws InputException {
    if (version == into.scalars().integer(INITIAL)) {
      writtenZero.set(key);
      writtenHere.set(key);
      check(key, line);
    }
    into.operation(History.WRITE, key, version);
  }

  /** Ends a transaction. */
  void end(Status status) {
    if (status == Status.COMMITTED) {
      writtenByCommitted.or(writtenHere);
    }
    writtenHere.clear();
    into.end(status);
  }

  /** All were read: 0 is what an aborted transaction wrote, where no other did. */
  void finish() {
    if (into.reading().initial() == null) {
      writtenZero.andNot(writtenByCommitted);
      writtenZero.stream().forEach(key -> into.initialValueOf(key, Scalars.NIL));
    }
  }

  private void check(int key, long line) throws InputException {
    if (readNull.get(key) && writtenZero.get(key)) {
      throw InputException.atLine(
          line,
          "a variable is both written 0 and read as uninitialised, and 0 also means uninitialised;"
              + " number its versions from 1");
    }
  }
}
