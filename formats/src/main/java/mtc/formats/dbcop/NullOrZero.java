package mtc.formats.dbcop;

import java.util.BitSet;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.source.InputException;

/**
 * The initial version of current dbcop's variables: {@code null}, and also 0 unless someone writes
 * 0. Both are read here as the default initial value 0, which says the same, except for a variable
 * that is written 0 and read as null; no such log is known, and guessing would be a wrong verdict.
 */
final class NullOrZero {
  private static final int INITIAL = 0;

  private final HistoryBuilder into;
  private final BitSet writtenZero = new BitSet();
  private final BitSet readNull = new BitSet();

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
      check(key, line);
    }
    into.operation(History.WRITE, key, version);
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
