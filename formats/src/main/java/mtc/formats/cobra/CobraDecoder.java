package mtc.formats.cobra;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;
import mtc.column.LongNumbers;
import mtc.formats.bytes.ByteReader;
import mtc.history.History;
import mtc.history.Status;
import mtc.source.Counted;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Parts;

/**
 * Decodes the files of one folder, one after the other and each in a single pass, and numbers the
 * keys. That takes about as long as all the rest: so a thread of its own can be at it while
 * versions are looked up and the history is filled.
 */
final class CobraDecoder implements Parts.Work<CobraPart>, Closeable {
  private static final long GREATEST_MILLIS = Long.MAX_VALUE / CobraReader.NANOS_PER_MILLI - 1;
  private static final int ID = 1 + Long.BYTES;
  private static final int ID_AND_TIME = ID + Long.BYTES;
  private static final int READ = 1 + 4 * Long.BYTES;
  private static final int WRITE = 1 + 3 * Long.BYTES;

  /** How many keys to look for at once, which are then in a cache when asked for. */
  private static final int AHEAD = 128;

  /** Whether versions have ids; the first write, or read of one, decides. */
  private enum Ids {
    UNDECIDED,
    PRESENT,
    ERASED
  }

  private final Input folder;
  private final Iterator<Input.Entry> entries;

  /** What is a log under some name. */
  private final Set<Object> logs = new HashSet<>();

  /** The hashes of keys, numbered as the keys are. */
  private final LongNumbers keys = new LongNumbers();

  private int transactions;
  private long[] transactionIds = new long[16];
  private Ids ids = Ids.UNDECIDED;
  private boolean readCollector;
  private long backwards;
  private boolean hasFailed;

  /** The first file that has timestamps, that has none, and that ends where one might have been. */
  private String timedFile;

  private String untimedFile;
  private String openFile;

  // The part, the file and the transaction that are being decoded.
  private CobraPart part;
  private Input.Entry entry;
  private ByteReader bytes;
  private boolean timed;
  private boolean open;
  private long transactionId;
  private long startMillis;

  /** By operation of the part, the hash of its key. */
  private long[] keyHash = new long[16];

  /** What is known so far of the keys that are looked for. */
  private final int[] known = new int[AHEAD];

  /** Written only so that looking ahead is not optimized away. */
  private int expected;

  CobraDecoder(Input folder) throws IOException {
    this.folder = folder;
    for (var file : folder.entries()) {
      if (CobraFormat.isLog(file.name())) {
        logs.add(file.identity());
      }
    }
    this.entries = folder.entries().iterator();
  }

  @Override
  public CobraPart create() {
    return new CobraPart();
  }

  @Override
  public boolean fill(CobraPart next) {
    part = next;
    part.clear();
    if (hasFailed) {
      return false;
    }
    var hasMore = true;
    try {
      hasMore = decode();
    } catch (IOException | RuntimeException e) {
      // What comes before it is told first, for there may be something wrong with that, too.
      hasFailed = true;
      if (open) {
        end(History.NEVER, Status.INDETERMINATE);
      }
      part.failure = e;
    }
    numberKeys();
    return hasMore;
  }

  private void numberKeys() {
    for (var from = 0; from < part.operations; from += AHEAD) {
      var count = Math.min(AHEAD, part.operations - from);
      // Loops that do nothing else: the processor is to fetch as many at once as it can.
      for (var i = 0; i < count; i++) {
        known[i] = keys.expect(keyHash[from + i]);
      }
      var sum = 0;
      for (var i = 0; i < count; i++) {
        sum += keys.expectNumbered(known[i]);
      }
      expected = sum;
      for (var i = 0; i < count; i++) {
        part.key[from + i] = keys.number(keyHash[from + i]);
      }
    }
  }

  @Override
  public void process(CobraPart decoded) {}

  @Override
  public void close() throws IOException {
    if (bytes != null) {
      bytes.close();
    }
  }

  /** Goes on with the file that is open, or the next; false after the last. */
  private boolean decode() throws IOException {
    try {
      while (bytes == null) {
        if (!entries.hasNext()) {
          return false;
        }
        openFile(entries.next());
      }
      while (bytes.has(1) && (open || !part.isFull())) {
        record();
      }
      if (!bytes.has(1)) {
        if (open) {
          end(History.NEVER, Status.INDETERMINATE);
        }
        closeFile();
      }
      return true;
    } catch (InputException wrong) {
      throw entry == null ? wrong : wrong.in(folder.path() + "/" + entry.name());
    }
  }

  /** Opens a file, and leaves it open if it is a log that has anything. */
  private void openFile(Input.Entry next) throws IOException {
    entry = next;
    bytes = new ByteReader(entry.open());
    var isLog = CobraFormat.isLog(entry.name());
    if (!isLog && !logs.contains(entry.identity())) {
      CobraFormat.refuseSession(entry.name(), bytes);
    }
    if (!isLog || !bytes.has(1)) {
      closeFile();
      return;
    }
    part.file = entry.name();
    timed = isTimed(entry.name());
    part.isTimed = timed;
    if (timedFile != null && untimedFile != null) {
      throw InputException.of(
          timed
              ? "this file has timestamps, but " + untimedFile + " of the same log has none"
              : "this file has no timestamps, but " + timedFile + " of the same log has");
    }
  }

  private void closeFile() throws IOException {
    bytes.close();
    bytes = null;
  }

  boolean hasLogs() {
    return !logs.isEmpty();
  }

  /** The hash that names a key, once all parts are filled. */
  long keyHash(int key) {
    return keys.key(key);
  }

  boolean hasTimes() {
    return timedFile != null;
  }

  /** To be called after the last file. */
  void finish() throws InputException {
    if (transactions == 0) {
      throw InputException.of("every .log file is empty, expected the records of a Cobra client");
    }
    if (timedFile != null && openFile != null) {
      throw InputException.atByte(ID, "the file ends too early: expected a timestamp")
          .in(folder.path() + "/" + openFile);
    }
    if (mayHaveDuplicates()) {
      refuseDuplicates();
    }
  }

  /** Ids are mostly numbers in a row, of which a bit for each tells whether it was there. */
  private boolean mayHaveDuplicates() {
    var least = Long.MAX_VALUE;
    var greatest = Long.MIN_VALUE;
    for (var t = 0; t < transactions; t++) {
      least = Math.min(least, transactionIds[t]);
      greatest = Math.max(greatest, transactionIds[t]);
    }
    var range = greatest - least;
    if (range < 0 || range >= (long) Long.SIZE * transactions) {
      return true;
    }
    var seen = new long[(int) (range / Long.SIZE) + 1];
    for (var t = 0; t < transactions; t++) {
      var place = (int) ((transactionIds[t] - least) / Long.SIZE);
      var bit = 1L << transactionIds[t] - least;
      if ((seen[place] & bit) != 0) {
        return true;
      }
      seen[place] |= bit;
    }
    return false;
  }

  /** Reads name transactions by their id. Those of a client ascend, so there is little to sort. */
  private void refuseDuplicates() throws InputException {
    Arrays.sort(transactionIds, 0, transactions);
    for (var i = 1; i < transactions; i++) {
      if (transactionIds[i] == transactionIds[i - 1]) {
        throw InputException.of(
            "transaction " + hex(transactionIds[i]) + " is in the log twice, expected unique ids");
      }
    }
  }

  /** What a person should know of how the log was decoded. */
  void addNotes(Consumer<String> notes) {
    if (ids == Ids.ERASED) {
      notes.accept("write ids are erased: versions are told apart by the hash of their value");
    }
    if (readCollector) {
      notes.accept(
          "reads of the garbage collector's flag are unknown: it is set from outside the log");
    }
    if (backwards > 0) {
      notes.accept(
          Counted.of(
              backwards,
              "transaction",
              "ends before it starts, and is taken to end when it does",
              "end before they start, and are taken to end when they do"));
    }
  }

  /**
   * Nothing says whether a file has timestamps, but the byte after the first id does: without them
   * it is the opcode of the next record, and with them the highest byte of milliseconds since 1970,
   * in which an opcode would be a date more than a hundred million years away.
   */
  private boolean isTimed(String name) throws IOException {
    if (!bytes.has(ID + 1)) {
      openFile = bytes.has(ID) && openFile == null ? name : openFile;
      return false;
    }
    var isTimed = !isOpcode(bytes.peek(ID)) && isRecordAfterTime();
    if (isTimed && timedFile == null) {
      timedFile = name;
    }
    if (!isTimed && untimedFile == null) {
      untimedFile = name;
    }
    return isTimed;
  }

  private boolean isRecordAfterTime() throws IOException {
    if (!bytes.has(ID_AND_TIME)) {
      return timedFile != null;
    }
    return !bytes.has(ID_AND_TIME + 1) || isOpcode(bytes.peek(ID_AND_TIME));
  }

  private static boolean isOpcode(int c) {
    return c == 'S' || c == 'R' || c == 'W' || c == 'C' || c == 'A';
  }

  private void record() throws IOException {
    var position = bytes.offset();
    var opcode = bytes.peek(0);
    if (opcode != 'S' && !open && (opcode == 'R' || opcode == 'W' || opcode == 'C')) {
      throw InputException.atByte(
          position, "found record " + (char) opcode + " outside a transaction, expected S");
    }
    switch (opcode) {
      case 'S' -> start(position);
      case 'R' -> readRecord();
      case 'W' -> writeRecord();
      case 'C' -> commit(position);
      case 'A' ->
          throw InputException.atByte(
              position,
              "found an abort record, which no Cobra client writes; expected S, R, W or C");
      default ->
          throw InputException.atByte(
              position,
              "found byte 0x" + Integer.toHexString(opcode) + ", expected a record: S, R, W or C");
    }
  }

  private void start(long position) throws IOException {
    if (open) {
      throw InputException.atByte(
          position,
          "found the start of a transaction before transaction "
              + hex(transactionId)
              + " has ended, expected R, W or C");
    }
    bytes.require(timed ? ID_AND_TIME : ID, "an S record");
    bytes.nextByte();
    transactionId = bytes.nextBigEndian();
    startMillis = timed ? millis() : 0;
    if (transactions == transactionIds.length) {
      transactionIds = Arrays.copyOf(transactionIds, transactions * 3 / 2);
    }
    transactionIds[transactions++] = transactionId;
    open = true;
    part.id[part.transactions] = transactionId;
    part.position[part.transactions] = position;
    part.startMillis[part.transactions] = startMillis;
  }

  private void commit(long position) throws IOException {
    bytes.require(timed ? ID_AND_TIME : ID, "a C record");
    bytes.nextByte();
    var id = bytes.nextBigEndian();
    if (id != transactionId) {
      throw InputException.atByte(
          position,
          "found the end of transaction " + hex(id) + ", expected that of " + hex(transactionId));
    }
    var endMillis = timed ? millis() : 0;
    if (endMillis < startMillis) {
      // A clock was set back. A later end orders less, so no violation can come from this.
      backwards++;
      endMillis = startMillis;
    }
    end(endMillis, Status.COMMITTED);
  }

  private long millis() throws InputException {
    var millis = bytes.nextBigEndian();
    if (millis < 0 || millis > GREATEST_MILLIS) {
      throw InputException.atByte(
          bytes.offset() - Long.BYTES,
          "found timestamp " + millis + ", expected milliseconds since 1970");
    }
    return millis;
  }

  private void end(long ended, Status as) {
    part.end(as, ended);
    open = false;
  }

  private void readRecord() throws IOException {
    bytes.require(READ, "an R record");
    bytes.nextByte();
    var writer = bytes.nextBigEndian();
    var writeId = bytes.nextBigEndian();
    key(bytes.nextBigEndian());
    var valueHash = bytes.nextBigEndian();
    part.operation(History.READ, readTells(writer, writeId), writer, writeId, valueHash);
  }

  /** Of the operation that comes. */
  private void key(long hash) {
    if (part.operations == keyHash.length) {
      keyHash = Arrays.copyOf(keyHash, 2 * part.operations);
    }
    keyHash[part.operations] = hash;
  }

  private byte readTells(long writer, long writeId) throws InputException {
    if (SpecialIds.isInitial(writer)) {
      if (SpecialIds.isInitial(writeId)) {
        return CobraPart.INITIAL;
      }
      if (writer == SpecialIds.INIT && SpecialIds.isCollector(writeId)) {
        readCollector = true;
        return CobraPart.NOTHING;
      }
      throw wrongIds(4, writer, writeId, "the write id of the initial version");
    }
    if (writer == SpecialIds.UNIVERSAL && writeId == SpecialIds.UNIVERSAL) {
      decide(Ids.ERASED, 4);
      return CobraPart.HASH;
    }
    if (SpecialIds.isSpecial(writer) || SpecialIds.isSpecial(writeId)) {
      throw wrongIds(4, writer, writeId, "ids of a transaction and its write");
    }
    decide(Ids.PRESENT, 4);
    return CobraPart.VERSION;
  }

  private void writeRecord() throws IOException {
    bytes.require(WRITE, "a W record");
    bytes.nextByte();
    var writeId = bytes.nextBigEndian();
    key(bytes.nextBigEndian());
    var valueHash = bytes.nextBigEndian();
    part.operation(History.WRITE, writeTells(writeId), transactionId, writeId, valueHash);
  }

  private byte writeTells(long writeId) throws InputException {
    if (writeId == SpecialIds.UNIVERSAL) {
      decide(Ids.ERASED, 3);
      return CobraPart.HASH;
    }
    if (writeId == SpecialIds.DELETE) {
      throw InputException.atByte(
          bytes.offset() - 3 * Long.BYTES,
          "found a delete, which is not supported: all deletes have the same write id, so reads do"
              + " not tell which one they saw");
    }
    if (SpecialIds.isSpecial(writeId)) {
      throw wrongIds(3, transactionId, writeId, "the id of a write");
    }
    decide(Ids.PRESENT, 3);
    return CobraPart.VERSION;
  }

  /** A log whose ids are erased has value hashes in their place, and the two must not be mixed. */
  private void decide(Ids found, int fields) throws InputException {
    if (ids != found) {
      if (ids != Ids.UNDECIDED) {
        throw InputException.atByte(
            bytes.offset() - (long) fields * Long.BYTES,
            found == Ids.ERASED
                ? "found an erased write id (0xabddefee) in a log that has write ids"
                : "found a write id in a log whose ids are erased (0xabddefee)");
      }
      ids = found;
    }
  }

  private InputException wrongIds(int fields, long writer, long writeId, String expected) {
    return InputException.atByte(
        bytes.offset() - (long) fields * Long.BYTES,
        "found transaction "
            + hex(writer)
            + " with write "
            + hex(writeId)
            + ", expected "
            + expected);
  }

  private static String hex(long id) {
    return "0x" + Long.toHexString(id);
  }
}
