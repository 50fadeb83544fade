package mtc.formats.cobra;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import mtc.column.LongNumbers;
import mtc.formats.HistoryWriter;
import mtc.formats.UnwritableException;
import mtc.formats.bytes.ByteReader;
import mtc.formats.bytes.ByteWriter;
import mtc.formats.bytes.SessionSpool;
import mtc.formats.numeric.Numbering;
import mtc.formats.numeric.NumericView;
import mtc.history.History;
import mtc.history.InitialVersions;
import mtc.history.Status;
import mtc.source.Output;

/**
 * Writes a file for each session. A read names the transaction that it read from, which may come
 * long after it, so the files are written at the end: until then a record is its version's number.
 *
 * <p>A version's write id is its value where all values of the history can be; otherwise versions
 * are numbered, because Cobra wants write ids that no two keys share, and the value is where Cobra
 * has the value's hash.
 */
final class CobraWriter implements HistoryWriter {
  private static final long MEMORY = 64L << 20;

  /** Above all special ids: Cobra's own are the number of a client, then that of a transaction. */
  private static final long FIRST_TRANSACTION = (1L << 32) + 1;

  private static final long FIRST_WRITE = 1L << 32;
  private static final int MOST_FILES = 100_000;

  /** A read of the initial version, in the spool only; the others are as in the log. */
  private static final int INITIAL_READ = 'I';

  private final Output output;
  private final boolean wantsTime;
  private final NumericView view =
      new NumericView(
          "cobra", Numbering.Range.SIGNED, "Cobra's initial version", FIRST_TRANSACTION);
  private final SessionSpool spool = new SessionSpool(MEMORY);
  private final WrittenVersions versions = new WrittenVersions();
  private final LongNumbers sessions = new LongNumbers();
  private long[] sessionName = new long[8];
  private boolean[] unfinished = new boolean[8];

  private int transactions;
  private boolean timed;
  private boolean hasClock;
  private boolean roundsTime;
  private boolean replacesOrder;
  private long loners;
  private boolean hasInitial;
  private long initialValue;
  private boolean numbersVersions;
  private long firstWrite = FIRST_WRITE;

  /** Keys of which only the initial version is mentioned, which is no version that is written. */
  private final LongNumbers initialKeys = new LongNumbers();

  private boolean movesKeys = true;

  CobraWriter(Output output, boolean wantsTime) {
    this.output = output;
    this.wantsTime = wantsTime;
  }

  @Override
  public void write(History segment) throws IOException {
    if (segment.transactionCount() == 0) {
      return;
    }
    view.segment(segment);
    view.expectNoVersions();
    hasClock |= segment.hasRealTime() && segment.hasClock();
    if (transactions == 0) {
      timed = isTimed(segment);
    } else if (timed != isTimed(segment)) {
      throw new UnwritableException("some transactions have clock times and some have none");
    }
    for (var t = 0; t < segment.transactionCount(); t++) {
      transaction(segment, t);
      spool.relieve();
    }
    if (timed) {
      expectNoMoreOrder(segment);
      view.keepsRealTime();
    }
  }

  private void expectNoMoreOrder(History segment) throws UnwritableException {
    var clock = new ClockOrder(segment);
    if (clock.later >= 0) {
      throw view.refused(
          clock.later,
          "begins after the end of transaction "
              + segment.id(clock.earlier)
              + " by the clock, and not by the order of the log: without --timestamps real time is"
              + " left out");
    }
  }

  private boolean isTimed(History segment) {
    return wantsTime && segment.hasRealTime() && segment.hasClock();
  }

  private void transaction(History history, int t) throws IOException {
    if (history.status(t) == Status.ABORTED) {
      throw view.refused(t, "is aborted, and Cobra's logs have only committed ones");
    }
    if (InitialVersions.isReadAndWritten(history, t)) {
      throw view.refused(t, "reads the initial value and writes it again, which here is one write");
    }
    var session = session(history, t);
    if (unfinished[session]) {
      throw view.refused(
          t, "comes after an indeterminate one of its session, which only the last can be here");
    }
    var id = view.renumbered(t);
    transactions++;
    spool.putByte(session, 'S');
    spool.putBigEndian(session, id);
    if (timed) {
      spool.putBigEndian(session, millis(t, history.start(t), history.startNanos(t)));
    }
    for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
      operation(history, t, o, session);
    }
    if (history.status(t) == Status.INDETERMINATE) {
      unfinished[session] = true;
      return;
    }
    spool.putByte(session, 'C');
    spool.putBigEndian(session, id);
    if (timed) {
      spool.putBigEndian(session, millis(t, history.end(t), history.endNanos(t)));
    }
  }

  private int session(History history, int t) throws UnwritableException {
    var isLoner = history.session(t) == History.NO_SESSION;
    var name = isLoner ? Numbering.FIRST_LONER + loners++ : view.session(t);
    var known = sessions.size();
    var session = sessions.number(name);
    if (session == known) {
      if (session == MOST_FILES) {
        throw view.refused(t, "is in session " + (MOST_FILES + 1) + ", and each is a file");
      }
      if (session == sessionName.length) {
        sessionName = Arrays.copyOf(sessionName, session * 2);
        unfinished = Arrays.copyOf(unfinished, session * 2);
      }
      sessionName[session] = name;
      spool.add();
    }
    return session;
  }

  private long millis(int t, long position, long nanos) throws UnwritableException {
    if (nanos < 0) {
      throw view.refused(t, "has a time before 1970, which Cobra's logs do not have");
    }
    var millis = ClockOrder.millis(nanos);
    roundsTime |= ClockOrder.isRounded(nanos);
    replacesOrder |= position != millis;
    return millis;
  }

  private void operation(History history, int t, int o, int session) throws IOException {
    var write = view.isWrite(t, o);
    var key = view.key(o);
    movesKeys &= KeyHashes.has(key);
    if (view.isInitial(o) && history.initialValueIsReserved(history.key(o))) {
      if (write) {
        throw view.refused(
            t, "writes the initial value, and a read in a Cobra log tells whether it saw that one");
      }
      initialKeys.number(key);
      spool.putByte(session, INITIAL_READ);
      spool.putBigEndian(session, key);
      return;
    }
    var value = view.plainValue(o);
    if (view.isInitial(o)) {
      hasInitial = true;
      initialValue = value;
    }
    var version = versions.number(key, value);
    if (write) {
      if (versions.writer(version) != WrittenVersions.NOBODY) {
        throw view.refused(
            t,
            "writes value "
                + history.scalars().render(history.value(o))
                + " of key "
                + history.scalars().render(history.keyName(history.key(o)))
                + " again, and a read in a Cobra log names its writer");
      }
      versions.writer(version, transactions);
    }
    spool.putByte(session, write ? 'W' : 'R');
    spool.putBigEndian(session, version);
  }

  private long hash(long key) {
    return movesKeys ? KeyHashes.of(key) : key;
  }

  /** Values are write ids if they can be, and if no key has the hash that one of them is. */
  private void chooseIds() {
    var hashes = new LongNumbers();
    for (var version = 0; version < versions.size(); version++) {
      hashes.number(hash(versions.key(version)));
    }
    for (var i = 0; i < initialKeys.size(); i++) {
      hashes.number(hash(initialKeys.key(i)));
    }
    numbersVersions = !versions.valuesAreIds();
    for (var version = 0; version < versions.size() && !numbersVersions; version++) {
      numbersVersions = hashes.find(versions.value(version)) >= 0;
    }
    var isFree = false;
    while (numbersVersions && !isFree) {
      isFree = true;
      for (var i = 0; i < hashes.size() && isFree; i++) {
        var distance = hashes.key(i) - firstWrite;
        isFree = distance < 0 || distance >= versions.size();
      }
      firstWrite += isFree ? 0 : FIRST_WRITE;
    }
  }

  @Override
  public List<String> mappings() {
    var mappings = view.mappings();
    if (view.hasRenumbered()) {
      mappings.add(
          "transactions are numbered from " + FIRST_TRANSACTION + " up, in the order of the input");
    }
    if (loners > 0) {
      mappings.add(
          "transactions of no session are alone in files from T" + Numbering.FIRST_LONER + " up");
    }
    if (timed) {
      mappings.add(
          "it has timestamps: Cobra takes them with TIME_ORDER_ON=true only, and PolySI not at"
              + " all");
    } else if (hasClock) {
      mappings.add("--timestamps would write the clock's times");
    }
    if (replacesOrder) {
      mappings.add(
          "real time is that of the clock"
              + (roundsTime ? ", in whole milliseconds: order within one is lost" : ""));
    }
    if (numbersVersions || !versions.valuesAreIds()) {
      mappings.add(
          "versions are numbered from "
              + firstWrite
              + ", because not all values can be write ids;"
              + " the value is where Cobra has the hash of the value");
    }
    return mappings;
  }

  @Override
  public void close() throws IOException {
    try (spool) {
      if (transactions == 0) {
        throw new UnwritableException("there are no transactions, and a log of none is empty");
      }
      chooseIds();
      for (var session = 0; session < sessions.size(); session++) {
        var name = "T" + sessionName[session] + CobraFormat.SUFFIX;
        try (var in = new ByteReader(spool.open(session));
            var out = new ByteWriter(output.open(name))) {
          copy(in, out);
        }
      }
    }
  }

  private void copy(ByteReader in, ByteWriter out) throws IOException {
    while (in.has(1)) {
      var opcode = in.nextByte();
      in.require(Long.BYTES, "a spooled record");
      var operand = in.nextBigEndian();
      switch (opcode) {
        case INITIAL_READ -> readInitial(operand, out);
        case 'R' -> read((int) operand, out);
        case 'W' -> {
          out.putByte('W');
          out.putBigEndian(writeId((int) operand));
          keyAndValue((int) operand, out);
        }
        default -> {
          out.putByte(opcode);
          out.putBigEndian(operand);
          if (timed) {
            in.require(Long.BYTES, "a spooled time");
            out.putBigEndian(in.nextBigEndian());
          }
        }
      }
    }
  }

  private void readInitial(long key, ByteWriter out) throws IOException {
    out.putByte('R');
    out.putBigEndian(SpecialIds.INIT);
    out.putBigEndian(SpecialIds.INIT);
    out.putBigEndian(hash(key));
    out.putBigEndian(0);
  }

  /** A version that nobody wrote is said to be from a transaction that is not in the log. */
  private void read(int version, ByteWriter out) throws IOException {
    var writer = versions.writer(version);
    if (writer == WrittenVersions.NOBODY && hasInitial && versions.value(version) == initialValue) {
      readInitial(versions.key(version), out);
      return;
    }
    var from = writer == WrittenVersions.NOBODY ? transactions + 1 : writer;
    out.putByte('R');
    out.putBigEndian(FIRST_TRANSACTION + from - 1);
    out.putBigEndian(writeId(version));
    keyAndValue(version, out);
  }

  private long writeId(int version) {
    return numbersVersions ? firstWrite + version : versions.value(version);
  }

  private void keyAndValue(int version, ByteWriter out) throws IOException {
    out.putBigEndian(hash(versions.key(version)));
    out.putBigEndian(versions.value(version));
  }
}
