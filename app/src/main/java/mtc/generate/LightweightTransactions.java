package mtc.generate;

import java.io.IOException;
import mtc.formats.HistoryWriter;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;

/**
 * Histories of lightweight transactions, as in the paper: on each key one insert-if-not-exists,
 * then compare-and-sets, each of which replaces the value of the one before.
 *
 * <p>They go in rounds. In a round every session runs one operation; the sessions that are
 * concurrent all start before the first of them ends, the others run one after the other.
 */
public final class LightweightTransactions {
  private static final int SEGMENT = 16_384;

  private final int sessions;
  private final int rounds;
  private final int concurrent;
  private final KeyDistribution keys;
  private final Random random;
  private final HistoryWriter writer;
  private final int[] turnOf;
  private final long[] start;
  private HistoryBuilder segment;

  /** By key, what it holds. */
  private final int[] value;

  private long event;

  /**
   * @param concurrency the share of sessions whose operations overlap in each round
   */
  public LightweightTransactions(
      KeyDistribution keys,
      int sessions,
      int rounds,
      double concurrency,
      long seed,
      HistoryWriter writer) {
    this.keys = keys;
    this.sessions = sessions;
    this.rounds = rounds;
    this.concurrent = (int) Math.round(sessions * concurrency);
    this.random = new Random(seed);
    this.writer = writer;
    value = new int[keys.keys()];
    turnOf = new int[sessions];
    start = new long[sessions];
    for (var session = 0; session < sessions; session++) {
      turnOf[session] = session;
    }
  }

  /**
   * Writes the history.
   *
   * @param violated whether to break real time once, at a random place, with two operations more:
   *     the one that ended before the other started took effect after it
   */
  public void run(boolean violated) throws IOException {
    beginSegment();
    var violatedRound = violated ? random.below(rounds) : -1;
    for (var round = 0; round < rounds; round++) {
      shuffle();
      concurrentPart();
      for (var i = concurrent; i < sessions; i++) {
        start[turnOf[i]] = event++;
        log(turnOf[i]);
      }
      if (round == violatedRound) {
        violation();
      }
      if (segment.transactionCount() >= SEGMENT && round + 1 < rounds) {
        writer.write(segment.build());
        beginSegment();
      }
    }
    writer.write(segment.build());
  }

  private void beginSegment() {
    segment = new HistoryBuilder("generated");
    segment.positionUnit(History.PositionUnit.NONE);
    segment.reservedInitialValue(Scalars.NIL);
  }

  private void shuffle() {
    for (var i = sessions - 1; i > 0; i--) {
      var j = random.below(i + 1);
      var session = turnOf[i];
      turnOf[i] = turnOf[j];
      turnOf[j] = session;
    }
  }

  private void concurrentPart() {
    for (var i = 0; i < concurrent; i++) {
      start[turnOf[i]] = event++;
    }
    for (var i = 0; i < concurrent; i++) {
      log(turnOf[i]);
    }
  }

  private void log(int session) {
    var key = key();
    logAs(session, key, start[session], event++, value[key], value[key] + 1);
    value[key]++;
  }

  private int key() {
    return value.length == 1 ? 0 : keys.pick(random);
  }

  /** The second operation wrote the value that the first one, over before it, had found. */
  private void violation() {
    var key = key();
    logAs(turnOf[0], key, event++, event++, value[key] + 1, value[key] + 2);
    logAs(turnOf[sessions - 1], key, event++, event++, value[key], value[key] + 1);
    value[key] += 2;
  }

  private void logAs(int session, int key, long started, long ended, int from, int to) {
    var scalars = segment.scalars();
    segment.begin(segment.session(scalars.integer(session)), ended, ended);
    var register = segment.key(scalars.integer(key));
    segment.operation(History.READ, register, from == 0 ? Scalars.NIL : scalars.integer(from));
    segment.operation(History.WRITE, register, scalars.integer(to));
    segment.realTime(started, ended);
    segment.end(Status.COMMITTED);
  }
}
