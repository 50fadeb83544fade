package mtc.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import mtc.history.History;
import mtc.witness.Replay;
import mtc.witness.Witness;
import mtc.witness.WitnessFile;

/** Proofs with something done to them that no proof survives. */
final class Tampering {
  private Tampering() {}

  static void expectRefuted(History history, boolean sessionOrder, Witness proof) {
    expectReadBack(proof);
    var events = proof.events();
    if (events.length == 0) {
      return;
    }
    expectRefuted(history, sessionOrder, proof, twice(events), "an event twice");
    expectRefuted(history, sessionOrder, proof, strange(events, history), "a stranger");
    var committed = lastCommitted(history, events);
    if (committed >= 0) {
      expectRefuted(history, sessionOrder, proof, without(events, committed), "one less");
    }
  }

  private static void expectRefuted(
      History history, boolean sessionOrder, Witness proof, int[] events, String how) {
    var tampered = new Witness(proof.shape(), events, proof.sources());
    var wrong = new Replay(history, sessionOrder, 0).refute(tampered);
    Oracles.expect(wrong != null, "a proof with " + how + " is taken: " + proof.shape());
  }

  private static int[] twice(int[] events) {
    var more = Arrays.copyOf(events, events.length + 1);
    more[events.length] = lastTransaction(events);
    return more;
  }

  private static int lastTransaction(int[] events) {
    for (var i = events.length - 1; i >= 0; i--) {
      if (events[i] >= 0) {
        return events[i];
      }
    }
    return events[0];
  }

  private static int[] strange(int[] events, History history) {
    var more = Arrays.copyOf(events, events.length + 1);
    more[events.length] = history.transactionCount();
    return more;
  }

  /** Where the last commit of a transaction stands that must take part; -1 if there is none. */
  private static int lastCommitted(History history, int[] events) {
    for (var i = events.length - 1; i >= 0; i--) {
      if (events[i] >= 0 && history.isCommitted(events[i])) {
        return i;
      }
    }
    return -1;
  }

  private static int[] without(int[] events, int at) {
    var fewer = new int[events.length - 1];
    System.arraycopy(events, 0, fewer, 0, at);
    System.arraycopy(events, at + 1, fewer, at, fewer.length - at);
    return fewer;
  }

  private static void expectReadBack(Witness proof) {
    var text = new ByteArrayOutputStream();
    try {
      WitnessFile.write(proof, text);
      var read = WitnessFile.read(new ByteArrayInputStream(text.toByteArray()));
      Oracles.expect(
          read.shape() == proof.shape()
              && read.sessionOrder() == proof.sessionOrder()
              && Arrays.equals(read.events(), proof.events())
              && Arrays.equals(read.sources(), proof.sources()),
          "a proof that was written is read as another one");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
