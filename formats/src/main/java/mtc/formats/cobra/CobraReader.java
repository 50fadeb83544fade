package mtc.formats.cobra;

import java.io.IOException;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Counted;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Parts;

/** Fills a history with what is decoded of a folder. */
final class CobraReader {
  static final long NANOS_PER_MILLI = 1_000_000;

  /** How many versions to look for at once, which are then in a cache when asked for. */
  private static final int AHEAD = 256;

  private final HistoryBuilder into;
  private final Scalars scalars;
  private final VersionScalars versions;
  private final int cores;
  private int session;

  /** Written only so that looking ahead is not optimized away. */
  private int expected;

  CobraReader(HistoryBuilder into) {
    this(into, Runtime.getRuntime().availableProcessors());
  }

  CobraReader(HistoryBuilder into, int cores) {
    this.into = into;
    this.scalars = into.scalars();
    this.versions = new VersionScalars(scalars);
    this.cores = cores;
    into.positionUnit(History.PositionUnit.BYTE);
    into.reservedInitialValue(Scalars.NIL);
  }

  void read(Input folder) throws IOException {
    try (var decoder = new CobraDecoder(folder)) {
      takeAll(decoder);
      if (!decoder.hasLogs()) {
        throw InputException.of(
            "there are no .log files in the folder, expected those of Cobra clients");
      }
      decoder.finish();
      nameKeys(decoder);
      if (decoder.hasTimes()) {
        into.note("Cobra itself allows for 100 ms between clocks, as --clock-skew 100ms does");
      } else {
        into.withoutRealTime(
            "the log has no timestamps (Cobra writes them with TIME_ORDER_ON only)");
      }
      decoder.addNotes(into::note);
      if (versions.contradictions() > 0) {
        into.note(
            Counted.of(
                versions.contradictions(),
                "version",
                "shares key and write id with another, but not its transaction or value hash: it"
                    + " is a version of its own",
                "share key and write id with another, but not its transaction or value hash: they"
                    + " are versions of their own"));
      }
    }
  }

  /** A log that is one part long is not worth a thread. */
  private void takeAll(CobraDecoder decoder) throws IOException {
    var first = decoder.create();
    if (!decoder.fill(first)) {
      return;
    }
    take(first);
    var parts = new Parts<>(decoder, cores > 1 ? 1 : 0);
    try {
      for (var part = parts.next(); part != null; part = parts.next()) {
        take(part);
      }
    } finally {
      // Whoever closes the decoder waits until nobody decodes.
      parts.stop();
    }
  }

  private void take(CobraPart part) throws IOException {
    if (part.file != null) {
      into.file(part.file);
      session = into.session(sessionName(part.file));
    }
    var operation = 0;
    for (var t = 0; t < part.transactions; t++) {
      into.begin(session, part.id[t], part.position[t]);
      for (; operation < part.operationEnd[t]; operation++) {
        if (operation % AHEAD == 0) {
          expectVersions(part, operation);
        }
        if (part.key[operation] == into.keyCount()) {
          into.key(part.key[operation]);
        }
        into.operation(part.kind[operation], part.key[operation], value(part, operation));
      }
      if (part.isTimed) {
        addTimes(part.startMillis[t], part.endMillis[t]);
      }
      into.end(part.status[t]);
    }
    switch (part.failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case null, default -> {}
    }
  }

  private int sessionName(String file) {
    var number = CobraFormat.fileNumber(file);
    return number < 0
        ? scalars.string(file.substring(0, file.length() - CobraFormat.SUFFIX.length()))
        : scalars.integer(number);
  }

  /** A loop that does nothing else: the processor is to fetch as many at once as it can. */
  private void expectVersions(CobraPart part, int from) {
    var end = Math.min(from + AHEAD, part.operations);
    var sum = 0;
    for (var i = from; i < end; i++) {
      sum += versions.expect(part.writeId[i]);
    }
    expected = sum;
  }

  private int value(CobraPart part, int operation) {
    return switch (part.tells[operation]) {
      case CobraPart.NOTHING -> Scalars.UNKNOWN;
      case CobraPart.INITIAL -> Scalars.NIL;
      case CobraPart.HASH -> scalars.hash(part.valueHash[operation]);
      default ->
          versions.scalar(
              part.key[operation],
              part.writer[operation],
              part.writeId[operation],
              part.valueHash[operation]);
    };
  }

  private void addTimes(long started, long ended) {
    into.realTime(started, ended);
    into.clock(
        started * NANOS_PER_MILLI,
        ended == History.NEVER ? History.NEVER : ended * NANOS_PER_MILLI);
  }

  /**
   * Gives keys, which have been numbers so far, their hashes for names. If all of these are in the
   * range that our own writer moves keys to, they are moved back; in a log of somebody else that
   * only renames keys, each to another name.
   */
  private void nameKeys(CobraDecoder decoder) {
    var areMoved = true;
    for (var key = 0; key < into.keyCount() && areMoved; key++) {
      areMoved = KeyHashes.isMoved(decoder.keyHash(key));
    }
    if (areMoved) {
      into.renameKeys(key -> scalars.hash(KeyHashes.key(decoder.keyHash(key))));
    } else {
      into.renameKeys(key -> scalars.hash(decoder.keyHash(key)));
    }
  }
}
