package mtc.formats.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/** What is decoded without tokens is what the tokens say, whatever the bytes are. */
class UsualOperationsTest {
  private static final int TRIES = 20_000;

  private static final String OPERATIONS =
      """
      {:index 0, :time 125, :type :invoke, :process 0, :f :txn, :value [[:append 253 1] [:r 300 nil]]}
      {:index 1, :time 9000000000, :type :ok, :process 0, :f :txn, :value [[:append 253 1] [:r 300 [4 5 6]]]}
      {:index 2, :time 9000000001, :type :invoke, :process 1, :f :txn, :value [[:append 253 2] [:append -1 70000]]}
      {:index 3, :time 9000000002, :type :info, :process :nemesis, :f :start, :value {"n1" #{"n2"}}}
      {:index 4, :time 9000000003, :type :info, :process 1, :f :txn, :value [[:append 253 2]], :error :timeout}
      {:index 5, :time -1, :type :invoke, :process 2, :f :read, :value nil}
      {:index 6, :time 9000000005, :type :ok, :process 2, :f :read, :value [1 [2 3]]}
      {:index 7, :time 9000000006, :type :fail, :process 3, :f :cas, :value [300 -70000]}
      {:index 8, :time 9000000007, :type :invoke, :process 3, :f :txn, :value [[:w 1 4096] [:r 1 nil] [:w 2 -4097] []]}
      {:index 9, :time 9000000008, :type :ok, :process 3, :f :txn, :value [[:w 1 4096] [:r 1 4096] [:w 2 -4097]]}
      {:index 10, :time 9000000009, :type :invoke, :process 3, :f :txn, :value [7 [[:w 1 4097] [:r 1 nil]]]}
      {:index 11, :time 9000000010, :type :ok, :process -1, :f :txn, :value [[:r -1 -1] [:r 5 [-1 -2 63 64 -4096 -4097 524287 524288 33554431 33554432 -33554433 8589934592]]]}
      {:index 12, :time 140737488355327, :type :ok, :process 65, :f :txn, :value [[:w -524288 -524289] [:r 140737488355328 -140737488355328] [:r nil 1] [-1 2 3]]}
      {:index 12, :time 9000000010, :type :ok, :process 65, :f :txn, :value [[:w 1 2] [:x 1 2]]}
      {:index 13, :time 140737488355328, :type :ok, :process 2, :f :txn, :value [[:w 9007199254740993 1] [:r 1 -140737488355329] [:r 1 nil] [:r 2 nil] [:r 3 nil] [:r 4 nil] [:r 5 nil] [:r 6 nil]]}
      """;

  private static String tokens(byte[] bytes) {
    var batch = new OperationBatch(Listing.OTHER);
    var scalars = new Scalars();
    batch.clear(scalars);
    try {
      var values = new FressianParser(bytes, 0, bytes.length, 7);
      batch.addAll(new OperationParser(Tokens.of(values, scalars)));
    } catch (JacksonException | IOException e) {
      return text(batch) + "wrong";
    }
    return text(batch);
  }

  private static String directly(byte[] bytes, int[] usual) {
    var batch = new OperationBatch(Listing.OTHER);
    var scalars = new Scalars();
    batch.clear(scalars);
    try {
      var values = new FressianParser(bytes, 0, bytes.length, 7);
      var parser = new OperationParser(Tokens.of(values, scalars));
      var sink = new UsualOperations();
      sink.into(batch, scalars);
      while (true) {
        if (values.usualOperation(sink)) {
          usual[0]++;
        } else if (!batch.addNext(parser)) {
          return text(batch);
        }
      }
    } catch (JacksonException | IOException e) {
      return text(batch) + "wrong";
    }
  }

  private static String text(OperationBatch batch) {
    var text = new StringBuilder();
    var all = new Scalars();
    var op = new Operation();
    while (batch.next(op, 0, all)) {
      text.append(op.line).append(' ').append(op.column).append(' ').append(op.type).append(' ');
      text.append(op.who).append(' ').append(all.render(op.process)).append(' ');
      text.append(op.function).append(' ').append(op.functionName).append(' ');
      text.append(op.hasIndex ? op.index : -1).append(' ').append(op.time).append(op.hasError);
      for (var i = 0; i < op.value.size; i++) {
        var isScalar = op.value.tag[i] == ValueForm.SCALAR;
        text.append(' ').append(op.value.tag[i]).append(':');
        text.append(isScalar ? all.render(op.value.code[i]) : op.value.code[i]);
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void mostOperationsAreUsual() {
    var bytes = Stored.stream(Stored.operations(OPERATIONS.repeat(20)));
    var usual = new int[1];
    assertEquals(tokens(bytes), directly(bytes, usual));
    assertTrue(usual[0] > 180, "only " + usual[0]);
  }

  /** Where the caches begin anew, the same places in them come to hold other words. */
  @Test
  void wordsAreNotKeptLongerThanTheCache() {
    var writes =
        "{:index 0, :time 1, :type :ok, :process 0, :f :write, :value [[:w 1 1] [:r 1 1]]}\n";
    var reads =
        "{:index 1, :time 2, :type :fail, :process 0, :f :read, :value [[:r 1 1] [:w 1 2]]}\n";
    var bytes = new ByteArrayOutputStream();
    for (var i = 0; i < 3; i++) {
      bytes.writeBytes(Stored.stream(Stored.operations(writes.repeat(10))));
      bytes.write(0xFE);
      bytes.writeBytes(Stored.stream(Stored.operations(reads.repeat(10))));
      bytes.write(0xFE);
    }
    bytes.writeBytes(Stored.stream(Stored.operations(writes)));
    var usual = new int[1];
    assertEquals(tokens(bytes.toByteArray()), directly(bytes.toByteArray(), usual));
    assertTrue(usual[0] > 40, "only " + usual[0]);
  }

  @Test
  void damagedBytesAreTheSameEitherWay() {
    var random = new Random(5);
    var original = Stored.stream(Stored.operations(OPERATIONS.repeat(3)));
    var usual = new int[1];
    for (var i = 0; i < TRIES; i++) {
      var bytes = original.clone();
      for (var damage = 1 + random.nextInt(3); damage > 0; damage--) {
        var at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
          case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
          case 1 -> bytes[at] = (byte) random.nextInt(256);
          case 2 -> bytes = Arrays.copyOf(bytes, Math.max(40, at));
          default -> {
            var length = Math.min(random.nextInt(40), bytes.length - at);
            System.arraycopy(bytes, random.nextInt(bytes.length - length), bytes, at, length);
          }
        }
      }
      assertEquals(tokens(bytes), directly(bytes, usual), "try " + i);
    }
    assertTrue(usual[0] > TRIES, "only " + usual[0]);
  }
}
