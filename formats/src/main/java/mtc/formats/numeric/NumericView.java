package mtc.formats.numeric;

import java.util.ArrayList;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.history.History;
import mtc.history.Scalars;

/**
 * A history, segment by segment, as a format sees it that has nothing but reads and writes of
 * numbers, and 0 for the initial value. The history's own initial value becomes 0; a 0 that is not
 * the initial value is mapped out of its way.
 */
public final class NumericView {
  private final String format;
  private final String initialSpelling;
  private final Numbering keys;
  private final Numbering values;
  private final Numbering sessions;

  private History history;
  private boolean losesRealTime;
  private boolean hasRenumbered;
  private long nextTransaction;
  private String initialValue;

  /**
   * @param format its name
   * @param range the numbers that it holds
   * @param initialSpelling how it writes the initial value; null if as it is
   * @param firstTransaction what it calls the first transaction, the others being counted on
   */
  public NumericView(
      String format, Numbering.Range range, String initialSpelling, long firstTransaction) {
    this.format = format;
    this.nextTransaction = firstTransaction;
    this.initialSpelling = initialSpelling;
    this.keys = new Numbering("keys", range);
    this.values = new Numbering("values", range);
    // Sessions are named in file names, too: no signs there.
    this.sessions = new Numbering("sessions", Numbering.Range.NON_NEGATIVE);
  }

  /** What follows is asked of this segment. */
  public void segment(History next) {
    history = next;
    losesRealTime |= next.transactionCount() > 0 && next.hasRealTime();
    if (next.hasOwnInitialValues()) {
      initialValue = "of each key";
    } else if (next.initialValue() != Scalars.UNKNOWN) {
      initialValue = next.scalars().render(next.initialValue());
    }
  }

  /** Whether an operation is a write and not a read; anything else is refused. */
  public boolean isWrite(int transaction, int operation) throws UnwritableException {
    return switch (history.kind(operation)) {
      case History.WRITE -> true;
      case History.READ -> {
        if (history.value(operation) == Scalars.UNKNOWN) {
          throw refused(
              transaction,
              "reads something of key " + keyText(operation) + " that the history does not tell");
        }
        yield false;
      }
      case History.APPEND, History.READ_LIST ->
          throw refused(
              transaction,
              "is about the list "
                  + keyText(operation)
                  + ", and "
                  + format
                  + " has only registers: try mtc convert --mt");
      default ->
          throw refused(
              transaction,
              "has a failed comparison of key "
                  + keyText(operation)
                  + " with "
                  + history.scalars().render(history.value(operation))
                  + ", and "
                  + format
                  + " has only reads and writes");
    };
  }

  private String keyText(int operation) {
    return history.scalars().render(history.keyName(history.key(operation)));
  }

  public long key(int operation) throws UnwritableException {
    return keys.number(history.scalars(), history.keyName(history.key(operation)));
  }

  /** Whether an operation's value is the initial one. */
  public boolean isInitial(int operation) {
    return history.value(operation) == history.initialValue(history.key(operation));
  }

  /** The value, 0 being the initial one and no other. */
  public long value(int operation) throws UnwritableException {
    return isInitial(operation) ? 0 : valueButZero(operation);
  }

  private long valueButZero(int operation) throws UnwritableException {
    var number = values.number(history.scalars(), history.value(operation));
    return number == 0 ? values.mapped(history.scalars(), history.value(operation)) : number;
  }

  /** The number of an element of a list. */
  public long number(int element) throws UnwritableException {
    return values.number(history.scalars(), element);
  }

  /** The value, of which 0 is one like any other. */
  public long plainValue(int operation) throws UnwritableException {
    return values.number(history.scalars(), history.value(operation));
  }

  /** The number of a transaction's session; it must have one. */
  public long session(int transaction) throws UnwritableException {
    return sessions.number(history.scalars(), history.sessionName(history.session(transaction)));
  }

  /** The number of a transaction that is written, one more for each. */
  public long renumbered(int transaction) {
    hasRenumbered |= history.id(transaction) != nextTransaction;
    return nextTransaction++;
  }

  /** Whether any transaction had another number than the one it was given. */
  public boolean hasRenumbered() {
    return hasRenumbered;
  }

  public UnwritableException refused(int transaction, String because) {
    var place = history.place(transaction);
    return new UnwritableException(
        "transaction "
            + history.id(transaction)
            + " "
            + because
            + (place == null ? "" : " (" + place + ")"));
  }

  /** The format has room for real time after all. */
  public void keepsRealTime() {
    losesRealTime = false;
  }

  /** The format has no room for an order of versions: what that forbids would be allowed. */
  public void expectNoVersions() throws UnwritableException {
    if (history.givenVersions() != null) {
      throw new UnwritableException(
          "the log gives the order of versions, for which "
              + format
              + " has no room; with --versions ignore any order will do");
    }
  }

  /** What was mapped so far, a sentence each, in a list that the caller may add to. */
  public List<String> mappings() {
    var mappings = new ArrayList<String>();
    keys.addMappings(mappings);
    values.addMappings(mappings);
    sessions.addMappings(mappings);
    if (initialSpelling != null && initialValue != null && !initialValue.equals(initialSpelling)) {
      mappings.add("the initial value " + initialValue + " is written as " + initialSpelling);
    }
    if (losesRealTime) {
      mappings.add("when transactions started and ended is left out: " + format + " has no time");
    }
    return mappings;
  }
}
