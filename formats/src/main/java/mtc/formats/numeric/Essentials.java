package mtc.formats.numeric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import mtc.column.LongNumbers;
import mtc.formats.Superfluous;
import mtc.formats.UnwritableException;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * A history without what decides nothing: no level asks about writes that took no effect and were
 * not read, and within a transaction only the first read before a write and the last write of a key
 * are seen from outside.
 */
public final class Essentials {
  private static final int SEVERAL = -2;

  private final History history;
  private final Set<Superfluous> superfluous;

  // By version that is read: who reads it, or SEVERAL.
  private final LongNumbers readVersions = new LongNumbers();
  private int[] readers = new int[16];

  // By key: the transaction that wrote it last so far, its last value, and its last write.
  private final int[] writer;
  private final int[] written;
  private final int[] lastWriter;
  private final int[] lastWrite;

  private long aborted;
  private long ownReads;
  private long overwritten;

  private Essentials(History history, Set<Superfluous> superfluous) {
    this.history = history;
    this.superfluous = superfluous;
    writer = filled(history.keyCount());
    written = filled(history.keyCount());
    lastWriter = filled(history.keyCount());
    lastWrite = filled(history.keyCount());
  }

  private static int[] filled(int size) {
    var filled = new int[size];
    Arrays.fill(filled, -1);
    return filled;
  }

  /**
   * A history, and what is left out of it.
   *
   * @param notes a sentence each
   */
  public record Kept(History history, List<String> notes) {}

  /**
   * The history without what is superfluous.
   *
   * @throws UnwritableException if what looks superfluous is not, because it contradicts itself
   */
  public static Kept of(History history, Set<Superfluous> superfluous) throws UnwritableException {
    return new Essentials(history, superfluous).kept();
  }

  private Kept kept() throws UnwritableException {
    for (var t = 0; t < history.transactionCount(); t++) {
      addReads(t);
    }
    var copy = new HistoryBuilder(history.format());
    begin(copy);
    for (var t = 0; t < history.transactionCount(); t++) {
      if (isSuperfluous(t)) {
        aborted++;
      } else {
        copy(t, copy);
      }
    }
    var notes = notes();
    return new Kept(notes.isEmpty() ? history : copy.build(), notes);
  }

  private List<String> notes() {
    var notes = new ArrayList<String>();
    note(notes, aborted, "aborted transaction", " that nobody read from");
    note(notes, ownReads, "read", " of what the same transaction wrote");
    note(notes, overwritten, "write", " that the same transaction overwrote and nobody read");
    return notes;
  }

  private static void note(List<String> to, long count, String what, String which) {
    if (count == 1) {
      to.add("1 " + what + which + " is left out; the verdict is the same without it");
    } else if (count > 0) {
      to.add(
          count + " " + what + "s" + which + " are left out; the verdict is the same without them");
    }
  }

  private void addReads(int t) {
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      if (history.kind(o) == History.READ) {
        var known = readVersions.size();
        var number = readVersions.number(history.keyAndValue(o));
        if (number == readers.length) {
          readers = Arrays.copyOf(readers, number * 2);
        }
        readers[number] = number == known || readers[number] == t ? t : SEVERAL;
      }
    }
  }

  private boolean isReadByOthers(int operation, int t) {
    var number = readVersions.find(history.keyAndValue(operation));
    return number >= 0 && readers[number] != t;
  }

  private boolean isSuperfluous(int t) {
    if (history.status(t) != Status.ABORTED) {
      return false;
    }
    var isUntold = false;
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      switch (history.kind(o)) {
        case History.WRITE -> {
          if (isReadByOthers(o, t)) {
            return false;
          }
        }
        case History.READ -> isUntold |= history.value(o) == Scalars.UNKNOWN;
        default -> {
          return false; // Lists, which the writer refuses, whoever reads them.
        }
      }
    }
    return superfluous.contains(Superfluous.UNREAD_ABORTED)
        || isUntold && superfluous.contains(Superfluous.UNTOLD_ABORTED);
  }

  private void begin(HistoryBuilder copy) {
    copy.positionUnit(history.positionUnit());
    var initial = copy.scalars().adopt(history.scalars(), history.initialValue());
    if (history.initialValueIsReserved()) {
      copy.reservedInitialValue(initial);
    } else {
      copy.defaultInitialValue(initial);
    }
    if (!history.hasRealTime()) {
      copy.withoutRealTime(history.withoutRealTime());
    }
  }

  private String file;

  private void copy(int t, HistoryBuilder copy) throws UnwritableException {
    if (history.file(t) != null && !history.file(t).equals(file)) {
      file = history.file(t);
      copy.file(file);
    }
    var isAlone = history.session(t) == History.NO_SESSION;
    copy.begin(
        isAlone ? History.NO_SESSION : copy.session(adopt(copy, sessionName(t))),
        history.id(t),
        history.position(t));
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      if (history.kind(o) == History.WRITE) {
        lastWriter[history.key(o)] = t;
        lastWrite[history.key(o)] = o;
      }
    }
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      if (!isLeftOut(t, o)) {
        copyOperation(o, copy);
      }
    }
    if (history.hasRealTime()) {
      copy.realTime(history.start(t), history.end(t));
    }
    if (history.hasClock()) {
      copy.clock(history.startNanos(t), history.endNanos(t));
    }
    copy.end(history.status(t));
  }

  private int sessionName(int t) {
    return history.sessionName(history.session(t));
  }

  private int adopt(HistoryBuilder copy, int code) {
    return copy.scalars().adopt(history.scalars(), code);
  }

  private void copyOperation(int o, HistoryBuilder copy) {
    var key = copy.key(adopt(copy, history.keyName(history.key(o))));
    if (history.hasOwnInitialValue(history.key(o))) {
      copy.initialValueOf(key, adopt(copy, history.initialValue(history.key(o))));
    }
    if (history.kind(o) != History.READ_LIST) {
      copy.operation(history.kind(o), key, adopt(copy, history.value(o)));
      copyVersion(o, copy);
      return;
    }
    copy.readList(key);
    copyVersion(o, copy);
    for (var i = 0; i < history.listSize(history.value(o)); i++) {
      copy.element(adopt(copy, history.listElement(history.value(o), i)));
    }
  }

  private void copyVersion(int o, HistoryBuilder copy) {
    if (history.givenVersions() != null && history.hasVersion(o)) {
      copy.version(history.version(o));
    }
  }

  private boolean isLeftOut(int t, int o) throws UnwritableException {
    var key = history.key(o);
    switch (history.kind(o)) {
      case History.WRITE -> {
        writer[key] = t;
        written[key] = history.value(o);
        return isOverwritten(t, o);
      }
      case History.READ -> {
        return writer[key] == t && isOwnRead(t, o);
      }
      default -> {
        return false;
      }
    }
  }

  private boolean isOverwritten(int t, int o) throws UnwritableException {
    var key = history.key(o);
    if (!superfluous.contains(Superfluous.OVERWRITTEN)
        || lastWriter[key] != t
        || lastWrite[key] == o) {
      return false;
    }
    if (isReadByOthers(o, t)) {
      throw refused(t, o, "writes twice, and another transaction read the first");
    }
    if (isReadBefore(t, o)) {
      throw refused(t, o, "writes twice, and read the first before it wrote it");
    }
    overwritten++;
    return true;
  }

  private boolean isReadBefore(int t, int write) {
    for (var o = history.firstOperation(t); o < write; o++) {
      if (history.kind(o) == History.READ && history.keyAndValue(o) == history.keyAndValue(write)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOwnRead(int t, int o) throws UnwritableException {
    if (!superfluous.contains(Superfluous.OWN_READ)) {
      return false;
    }
    if (history.value(o) != written[history.key(o)]) {
      throw refused(t, o, "reads something else than it wrote before");
    }
    ownReads++;
    return true;
  }

  private UnwritableException refused(int t, int o, String what) {
    var place = history.place(t);
    return new UnwritableException(
        "of key "
            + history.scalars().render(history.keyName(history.key(o)))
            + " transaction "
            + history.id(t)
            + " "
            + what
            + ", and the format's readers stop at that"
            + (place == null ? "" : " (" + place + ")"));
  }
}
