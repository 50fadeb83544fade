package mtc.formats.cobra;

import java.io.IOException;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Parts;

/** Fills a history with what is decoded of a folder. */
final class CobraReader {
  static final long NANOS_PER_MILLI = 1_000_000;

  private final HistoryBuilder into;
  private final int cores;
  private int session;

  CobraReader(HistoryBuilder into) {
    this(into, Runtime.getRuntime().availableProcessors());
  }

  CobraReader(HistoryBuilder into, int cores) {
    this.into = into;
    this.cores = cores;
    into.positionUnit(History.PositionUnit.BYTE);
    into.reservedInitialValue(Scalars.NIL);
  }

  void read(Input folder) throws IOException {
    try (var decoder = new CobraDecoder(folder, into.scalars())) {
      takeAll(decoder);
      if (!decoder.hasLogs()) {
        throw InputException.of(
            "there are no .log files in the folder, expected those of Cobra clients");
      }
      decoder.finish();
      nameKeys();
      if (decoder.hasTimes()) {
        into.note("Cobra itself allows for 100 ms between clocks, as --clock-skew 100ms does");
      } else {
        into.withoutRealTime(
            "the log has no timestamps (Cobra writes them with TIME_ORDER_ON only)");
      }
      decoder.addNotes(into::note);
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
    }
    if (part.hasSession) {
      session = into.session(part.sessionName);
    }
    var newKey = 0;
    var operation = 0;
    for (var t = 0; t < part.transactions; t++) {
      into.begin(session, part.id[t], part.position[t]);
      for (; operation < part.operationEnd[t]; operation++) {
        if (part.key[operation] == into.keyCount()) {
          into.key(part.newKeys.get(newKey++));
        }
        into.operation(part.kind[operation], part.key[operation], part.value[operation]);
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

  private void addTimes(long started, long ended) {
    into.realTime(started, ended);
    into.clock(
        started * NANOS_PER_MILLI,
        ended == History.NEVER ? History.NEVER : ended * NANOS_PER_MILLI);
  }

  /**
   * If all hashes of keys are in the range that our own writer moves keys to, they are moved back.
   * In a log of somebody else that only renames keys, each to another name.
   */
  private void nameKeys() {
    var scalars = into.scalars();
    for (var key = 0; key < into.keyCount(); key++) {
      if (!KeyHashes.isMoved(scalars.longValue(into.keyName(key)))) {
        return;
      }
    }
    into.renameKeys(name -> scalars.hash(KeyHashes.key(scalars.longValue(name))));
  }
}
