package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import mtc.history.History;
import mtc.source.InputException;
import mtc.witness.Replay;
import mtc.witness.Witness;
import mtc.witness.WitnessFile;

/** Any text is a proof or is refused, and any proof is replayed. */
class WitnessFuzzTest {
  private static final History LOG =
      Oracles.read(
          MemoryFiles.file(
              Seeds.utf8(
                  """
                  {:index 0 :type :invoke :process 0 :f :txn :value [[:w :x 1]]}
                  {:index 1 :type :ok :process 0 :f :txn :value [[:w :x 1]]}
                  {:index 2 :type :invoke :process 0 :f :txn :value [[:r :x nil] [:w :y 1]]}
                  {:index 3 :type :invoke :process 1 :f :txn :value [[:w :x 2]]}
                  {:index 4 :type :ok :process 0 :f :txn :value [[:r :x 1] [:w :y 1]]}
                  {:index 5 :type :info :process 1 :f :txn :value [[:w :x 2]]}
                  {:index 6 :type :invoke :process 2 :f :txn :value [[:r :x nil] [:r :y nil]]}
                  {:index 7 :type :ok :process 2 :f :txn :value [[:r :x 2] [:r :y 1]]}
                  """)),
          Oracles.EDN);

  @FuzzTest
  void witness(byte[] bytes) {
    Witness proof;
    try {
      proof = WitnessFile.read(new ByteArrayInputStream(bytes));
    } catch (InputException e) {
      Oracles.told(e);
      return;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    expectSame(proof, written(proof));
    new Replay(LOG, true, 0).refute(proof);
    new Replay(LOG, false, 0).refute(proof);
  }

  private static Witness written(Witness proof) {
    var text = new ByteArrayOutputStream();
    try {
      WitnessFile.write(proof, text);
      return WitnessFile.read(new ByteArrayInputStream(text.toByteArray()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void expectSame(Witness one, Witness other) {
    Oracles.expect(one.shape() == other.shape(), "another shape");
    Oracles.expect(one.sessionOrder() == other.sessionOrder(), "another claim on sessions");
    Oracles.expect(Arrays.equals(one.events(), other.events()), "other events");
    Oracles.expect(Arrays.equals(one.sources(), other.sources()), "other sources");
  }
}
