package mtc.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadTest {
  private static final int KEYS = 50;
  private static final int DRAWS = 100_000;
  private static final Pattern LINE =
      Pattern.compile("\\{:type :invoke, :process (\\d+), :f :txn, :value \\[(.+)]}");
  private static final Pattern OPERATION = Pattern.compile("\\[:([rw]) (\\d+) (nil|\\d+)] ?");

  static Stream<KeyDistribution> distributions() {
    return Stream.of(
        new KeyDistribution.Uniform(KEYS),
        new KeyDistribution.Zipf(KEYS, 1),
        new KeyDistribution.Zipf(KEYS, 0.5),
        new KeyDistribution.Zipf(KEYS, 2),
        new KeyDistribution.Hotspot(KEYS, 0.2, 0.8),
        new KeyDistribution.Exponential(KEYS, 10),
        new KeyDistribution.Exponential(KEYS, 0.001));
  }

  /** The probability of a key, by the definition of its distribution. */
  private static double probability(KeyDistribution distribution, int key) {
    return switch (distribution) {
      case KeyDistribution.Uniform _ -> 1.0 / KEYS;
      case KeyDistribution.Hotspot _ -> key < KEYS / 5 ? 0.8 / (KEYS / 5) : 0.2 / (KEYS / 5 * 4);
      case KeyDistribution.Exponential e ->
          (Math.exp(-e.rate() * key / KEYS) - Math.exp(-e.rate() * (key + 1) / KEYS))
              / (1 - Math.exp(-e.rate()));
      case KeyDistribution.Zipf zipf -> {
        var sum = 0.0;
        for (var k = 1; k <= KEYS; k++) {
          sum += Math.pow(k, -zipf.skew());
        }
        yield Math.pow(key + 1, -zipf.skew()) / sum;
      }
    };
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void keysAreDrawnAsTheirDistributionSays(KeyDistribution distribution) {
    var random = new Random(1);
    var drawn = new int[KEYS];
    for (var i = 0; i < DRAWS; i++) {
      drawn[distribution.pick(random)]++;
    }
    for (var key = 0; key < KEYS; key++) {
      var expected = probability(distribution, key) * DRAWS;
      assertEquals(expected, drawn[key], 5 * Math.sqrt(expected) + 1, "key " + key);
    }
  }

  @Test
  void oneKeyIsEnoughForEveryDistribution() {
    var random = new Random(1);
    assertEquals(0, new KeyDistribution.Uniform(1).pick(random));
    assertEquals(0, new KeyDistribution.Zipf(1, 1).pick(random));
    assertEquals(0, new KeyDistribution.Hotspot(1, 0.2, 0.8).pick(random));
    assertEquals(0, new KeyDistribution.Exponential(1, 10).pick(random));
  }

  private static String written(KeyDistribution keys, WorkloadWriter.Syntax syntax, long seed)
      throws IOException {
    var out = new ByteArrayOutputStream();
    new WorkloadWriter(syntax, false, out)
        .write(new Workload(keys, Mix.mini(0.3, 0.6), seed), 7, 300);
    return out.toString(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @MethodSource("distributions")
  void everyTransactionIsAMiniTransactionOfValuesOfItsOwn(KeyDistribution keys) throws IOException {
    var values = new HashSet<String>();
    var perProcess = new int[7];
    var readOnly = 0;
    for (var line : written(keys, WorkloadWriter.Syntax.EDN, 1).lines().toList()) {
      var parts = LINE.matcher(line);
      assertTrue(parts.matches(), line);
      perProcess[Integer.parseInt(parts.group(1))]++;
      var operations = OPERATION.matcher(parts.group(2));
      var read = new HashSet<String>();
      var writes = 0;
      var end = 0;
      for (; operations.lookingAt(); operations.region(end, parts.group(2).length())) {
        end = operations.end();
        if (operations.group(1).equals("r")) {
          assertTrue(read.add(operations.group(2)), line);
          assertEquals("nil", operations.group(3), line);
        } else {
          assertTrue(read.contains(operations.group(2)), line);
          assertTrue(values.add(operations.group(3)), line);
          writes++;
        }
      }
      assertEquals(parts.group(2).length(), end, line);
      assertTrue(!read.isEmpty() && read.size() <= 2 && writes <= read.size(), line);
      readOnly += writes == 0 ? 1 : 0;
    }
    for (var count : perProcess) {
      assertEquals(300, count);
    }
    assertEquals(0.3, readOnly / 2100.0, 0.05);
  }

  @Test
  void bothSyntaxesSayTheSame() throws IOException {
    var keys = new KeyDistribution.Uniform(KEYS);
    var json = written(keys, WorkloadWriter.Syntax.JSONL, 1);
    var edn =
        json.replace("{\"type\":\"invoke\",\"process\":", "{:type :invoke, :process ")
            .replace(",\"f\":\"txn\",\"value\":", ", :f :txn, :value ")
            .replace("[\"r\",", "[:r ")
            .replace("[\"w\",", "[:w ")
            .replace(",null", " nil")
            .replace("],[", "] [")
            .replaceAll("(\\d),(\\d)", "$1 $2");
    assertEquals(written(keys, WorkloadWriter.Syntax.EDN, 1), edn);
  }

  @Test
  void aWriteOfAListAppends() throws IOException {
    var mix = new Mix(600, 0, 0, 0, 0, 0.5, 1, 0, 0);
    for (var syntax : WorkloadWriter.Syntax.values()) {
      var out = new ByteArrayOutputStream();
      new WorkloadWriter(syntax, true, out)
          .write(new Workload(new KeyDistribution.Uniform(KEYS), mix, 1), 2, 100);
      for (var line : out.toString(StandardCharsets.US_ASCII).lines().toList()) {
        // No matter how long: a transaction is one line.
        assertEquals(600, line.split("append|\\[:r|\\[\"r").length - 1);
        assertTrue(line.contains("append") && !line.contains("[:w") && !line.contains("[\"w"));
      }
    }
  }

  @Test
  void anotherSeedIsAnotherWorkload() throws IOException {
    var keys = new KeyDistribution.Uniform(KEYS);
    assertNotEquals(
        written(keys, WorkloadWriter.Syntax.EDN, 1), written(keys, WorkloadWriter.Syntax.EDN, 2));
  }
}
