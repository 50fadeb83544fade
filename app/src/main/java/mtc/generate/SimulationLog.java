package mtc.generate;

import java.io.IOException;
import mtc.formats.HistoryWriter;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * What the sessions of a simulation write down. It goes out in segments between which no
 * transaction is open, so that memory holds one segment, however long the history gets.
 */
final class SimulationLog {
  private static final int SEGMENT = 16_384;
  private static final int INITIAL = 0;

  private final HistoryPlan plan;
  private final Lists lists;
  private final HistoryWriter writer;

  /** The name that a session goes by: a crashed client goes on under a new one, as in Jepsen. */
  private final int[] name;

  private HistoryBuilder segment;
  private long event;

  /**
   * @param lists what keys hold; null if they hold one value each
   */
  SimulationLog(HistoryPlan plan, Lists lists, HistoryWriter writer) {
    this.plan = plan;
    this.lists = lists;
    this.writer = writer;
    name = new int[plan.sessions()];
    for (var session = 0; session < name.length; session++) {
      name[session] = session;
    }
    beginSegment();
  }

  /** Something happens: a transaction starts. */
  long now() {
    return event++;
  }

  void begin(int session) {
    // It is numbered by its completion, as in a Jepsen log.
    segment.begin(segment.session(segment.scalars().integer(name[session])), event, event);
  }

  void read(int key, int value, Status status) {
    var isTold = status == Status.COMMITTED || plan.tellsUncommittedReads();
    if (lists == null || !isTold) {
      segment.operation(History.READ, number(key), isTold ? scalar(value) : Scalars.UNKNOWN);
      return;
    }
    segment.readList(number(key));
    for (var element : lists.elements(value)) {
      segment.element(segment.scalars().integer(element));
    }
  }

  void write(int key, int value) {
    segment.operation(lists == null ? History.WRITE : History.APPEND, number(key), scalar(value));
  }

  void end(int session, long started, Status status) {
    var ended = event++;
    if (status == Status.INDETERMINATE) {
      segment.realTime(started, History.NEVER);
      name[session] += plan.sessions();
    } else {
      segment.realTime(started, ended);
    }
    segment.end(status);
  }

  private int number(int key) {
    return segment.key(segment.scalars().integer(key));
  }

  private int scalar(int value) {
    return value == INITIAL ? Scalars.NIL : segment.scalars().integer(value);
  }

  /** Whether the segment is so long that it should go out. */
  boolean isLong() {
    return segment.transactionCount() >= SEGMENT;
  }

  /** Writes the segment; no transaction may be open. */
  void flush() throws IOException {
    if (segment.transactionCount() > 0) {
      writer.write(segment.build());
    }
    beginSegment();
  }

  private void beginSegment() {
    segment = new HistoryBuilder("generated");
    segment.positionUnit(History.PositionUnit.NONE);
    segment.reservedInitialValue(Scalars.NIL);
  }
}
