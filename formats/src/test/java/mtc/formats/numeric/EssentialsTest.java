package mtc.formats.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import mtc.formats.Superfluous;
import mtc.formats.UnwritableException;
import mtc.formats.memory.Rendered;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

/** What decides nothing is left out, and nothing else is. */
class EssentialsTest {
  private static final Set<Superfluous> ALL =
      Set.of(Superfluous.UNREAD_ABORTED, Superfluous.OWN_READ, Superfluous.OVERWRITTEN);

  private final HistoryBuilder builder = new HistoryBuilder("test");

  private void transaction(Status status, int... kindsKeysAndValues) {
    var t = builder.transactionCount();
    builder.begin(builder.session(1), t, t);
    for (var i = 0; i < kindsKeysAndValues.length; i += 3) {
      var key = builder.key(kindsKeysAndValues[i + 1]);
      builder.operation((byte) kindsKeysAndValues[i], key, kindsKeysAndValues[i + 2]);
    }
    builder.realTime(10 * t, 10 * t + 5);
    builder.end(status);
  }

  private static final int R = History.READ;
  private static final int W = History.WRITE;

  private List<String> kept(Set<Superfluous> superfluous) throws UnwritableException {
    builder.reservedInitialValue(Scalars.NIL);
    return Rendered.bySession(Essentials.of(builder.build(), superfluous).history());
  }

  private String refusal() {
    return assertThrows(UnwritableException.class, () -> kept(ALL)).getMessage();
  }

  @Test
  void abortedTransactionsThatNobodyReadAreLeftOut() throws UnwritableException {
    transaction(Status.COMMITTED, W, 1, 5);
    transaction(Status.ABORTED, R, 1, Scalars.UNKNOWN, W, 1, 6);
    transaction(Status.ABORTED, W, 1, 7);
    transaction(Status.COMMITTED, R, 1, 7);
    assertEquals(
        List.of("1 COMMITTED w(1 5)", "1 ABORTED w(1 7)", "1 COMMITTED r(1 7)"), kept(ALL));
  }

  @Test
  void someFormatsHoldThoseWhoseReadsAreKnown() throws UnwritableException {
    transaction(Status.ABORTED, W, 1, 6);
    transaction(Status.ABORTED, R, 1, Scalars.UNKNOWN, W, 1, 7);
    assertEquals(List.of("1 ABORTED w(1 6)"), kept(Set.of(Superfluous.UNTOLD_ABORTED)));
  }

  @Test
  void readsOfOwnWritesAreLeftOutIfTheyAgree() throws UnwritableException {
    transaction(Status.COMMITTED, R, 1, Scalars.NIL, W, 1, 5, R, 1, 5, R, 2, Scalars.NIL);
    assertEquals(List.of("1 COMMITTED r(1 initial) w(1 5) r(2 initial)"), kept(ALL));
  }

  @Test
  void aReadThatContradictsAnOwnWriteIsRefused() {
    transaction(Status.COMMITTED, W, 1, 5, R, 1, 4);
    assertTrue(refusal().contains("transaction 0 reads something else than it wrote before"));
  }

  @Test
  void onlyTheLastWriteOfAKeyIsKept() throws UnwritableException {
    transaction(Status.COMMITTED, W, 1, 5, R, 1, 5, W, 1, 6, W, 2, 7);
    transaction(Status.COMMITTED, R, 1, 6);
    assertEquals(List.of("1 COMMITTED w(1 6) w(2 7)", "1 COMMITTED r(1 6)"), kept(ALL));
  }

  @Test
  void anOverwrittenWriteThatWasReadIsRefused() {
    transaction(Status.COMMITTED, W, 1, 5, W, 1, 6);
    transaction(Status.COMMITTED, R, 1, 5);
    assertTrue(refusal().contains("writes twice, and another transaction read the first"));
  }

  @Test
  void aHistoryWithoutAnyOfItStaysAsItIs() throws UnwritableException {
    transaction(Status.COMMITTED, W, 1, 5);
    var history = builder.build();
    assertSame(history, Essentials.of(history, ALL).history());
  }

  @Test
  void realTimeAndIdsStay() throws UnwritableException {
    transaction(Status.ABORTED, W, 1, 5);
    transaction(Status.COMMITTED, W, 1, 6);
    var kept = Essentials.of(builder.build(), ALL).history();
    assertEquals(1, kept.id(0));
    assertEquals(10, kept.start(0));
    assertEquals(15, kept.end(0));
    assertTrue(kept.hasRealTime());
  }
}
