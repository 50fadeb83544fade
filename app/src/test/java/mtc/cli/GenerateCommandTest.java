package mtc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateCommandTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int generate(String line, String... more) {
    var args = new ArrayList<>(List.of("generate"));
    args.addAll(List.of(line.split(" ")));
    args.addAll(List.of(more));
    return Main.run(
        InputStream.nullInputStream(),
        new PrintStream(out, false, UTF_8),
        new PrintStream(err, false, UTF_8),
        args.toArray(String[]::new));
  }

  private static String sha256(List<byte[]> parts) throws Exception {
    var digest = MessageDigest.getInstance("SHA-256");
    parts.forEach(digest::update);
    return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
  }

  /** The bytes are a promise: who changes them breaks whoever noted a seed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          workload                                                   | 2b6449b1c4a1f5a8
          workload --syntax jsonl --distribution zipf --seed 7       | 789b46f3024f9fce
          workload --distribution hotspot --sessions 3 --txns 40     | e4053497e54d4c83
          workload --distribution exponential --seed -1              | 16cb8cf39bdc70cd
          history                                                    | 6a3e14de4a616dbf
          history --distribution zipf --zipf-skew 0.8                | 5044a714e2448784
          history --isolation serializable --keys 5                  | c749c8fb1269cfa6
          history --isolation snapshot --keys 10 --aborted 5%        | 02dc422a931f9ae4
          history --isolation read-committed --overlap 0.5           | 85f6fca1c1e0c1de
          history --indeterminate 0.1                                | 0d18f1605f33a195
          history --anomaly LongFork,WriteSkew,AbortedRead --count 2 | 8ebe7c4b11cfe973
          history --to jepsen-json                                   | e580d97ece82c716
          history --to polysi                                        | 8b1554ce7e626bd3
          history --to plume --aborted 10%                           | 3d17a4ecce877337
          workload --ops 8 --keys 20                                 | 659ae3af8fe6fbbd
          workload --ops 5 --lists --rotate 50                       | 7bb4a3711a2bd069
          workload --blind 50% --write-only 10% --paired 30%         | c0f63163371564a9
          workload --lwt --keys 5                                    | 885fd82b4ec8810d
          history --ops 8 --keys 20 --duplicates 5%                  | bc70499489c6e9ef
          history --ops 8 --lists --isolation snapshot --rotate 100  | 11d4392cffaa0d00
          history --lwt --keys 5 --distribution zipf                 | e9c5da8df37be1e3
          history --lwt                                              | 6fe8be896c0a69f3
          history --lwt --violation --concurrent 100%                | d05fd2c9a764a60a
          """)
  void theSameSeedGivesTheSameBytes(String line, String sum) throws Exception {
    assertEquals(ExitCode.OK, generate(line), err::toString);
    assertEquals(sum, sha256(List.of(out.toByteArray())));
  }

  @ParameterizedTest
  @CsvSource({"cobra,3985484e62c4e566", "dbcop,e4d2e9481c8d48cd"})
  void theSameSeedGivesTheSameFiles(String format, String sum) throws Exception {
    var target = folder.resolve("history");
    assertEquals(ExitCode.OK, generate("history --to " + format, target.toString()));
    var files = new ArrayList<byte[]>();
    try (var paths = Files.walk(target)) {
      for (var path : paths.filter(Files::isRegularFile).sorted().toList()) {
        files.add(Files.readAllBytes(path));
      }
    }
    assertEquals(sum, sha256(files));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "history --sessions 0",
        "history --txns 0",
        "history --keys 0",
        "history --keys -5",
        "history --sessions 100000 --txns 100000",
        "history --distribution normal",
        "history --zipf-skew 2",
        "history --distribution zipf --zipf-skew 0",
        "history --distribution zipf --zipf-skew NaN",
        "history --distribution zipf --rate 2",
        "history --distribution exponential --rate 0",
        "history --distribution exponential --hot-keys 10%",
        "history --distribution hotspot --hot-keys 0",
        "history --hot-ops 10%",
        "history --read-only 1.5",
        "history --read-only -0.1",
        "history --two-keys 101%",
        "history --two-keys many",
        "history --overlap 2",
        "history --aborted 60% --indeterminate 60%",
        "history --anomaly DirtyRead",
        "history --anomaly LongFork --sessions 3",
        "history --anomaly WriteSkew --sessions 1",
        "history --anomaly WriteSkew --count 0",
        "history --count 2",
        "history --isolation repeatable-read",
        "history --to viper",
        "history --to nothing",
        "history --to cobra",
        "history --violation",
        "history --concurrent 10%",
        "history --lwt --ops 3",
        "history --lwt --lists",
        "history --lwt --rotate 5",
        "workload --lwt --read-only 10%",
        "workload --ops 0",
        "workload --ops 4 --two-keys 10%",
        "workload --ops 4 --paired 10%",
        "workload --reads 10%",
        "workload --read-only 60% --write-only 60%",
        "workload --rotate -1",
        "workload --txns 100000 --ops 100000",
        "workload --txns 10000000 --rotate 1 --keys 1000",
        "workload --lists --duplicates 1%",
        "history --lists --isolation causal",
        "history --lists --isolation read-atomic",
        "history --lists --anomaly LostUpdate",
        "history --lwt --anomaly LongFork",
        "history --lwt --isolation snapshot",
        "history --lwt --aborted 1%",
        "history --lwt --concurrent 200%",
        "history --seed x",
        "workload --syntax xml",
        "workload --to jepsen",
        "workload a b",
        "workload --txns 0",
        "log"
      })
  void nonsenseIsAUsageErrorAndWritesNothing(String line) {
    assertEquals(ExitCode.USAGE, generate(line), err::toString);
    assertEquals("", out.toString(UTF_8));
    assertTrue(err.toString(UTF_8).startsWith("mtc: "), err::toString);
    assertTrue(err.toString(UTF_8).contains("Try 'mtc generate"), err::toString);
  }

  @Test
  void anAnomalyIsNamedInAnyCase() {
    assertEquals(ExitCode.OK, generate("history --anomaly longfork,THINAIRREAD"));
  }

  @Test
  void whatAFormatCannotHoldIsSaidAndNotWritten() throws IOException {
    var target = folder.resolve("history.txt");
    assertEquals(
        ExitCode.UNKNOWN, generate("history --anomaly AbortedRead --to polysi", target.toString()));
    assertTrue(err.toString(UTF_8).startsWith("mtc: not as polysi: transaction "), err::toString);
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload", "history"})
  void anExistingFileIsReplacedOnlyByForce(String what) throws IOException {
    var target = folder.resolve("out.edn");
    Files.writeString(target, "precious");
    assertEquals(ExitCode.IO, generate(what, target.toString()));
    assertEquals("precious", Files.readString(target));
    assertEquals(ExitCode.OK, generate(what + " --force", target.toString()), err::toString);
    assertEquals(ExitCode.OK, generate(what));
    assertArrayEquals(out.toByteArray(), Files.readAllBytes(target));
    try (var left = Files.list(folder)) {
      assertEquals(List.of(target), left.toList());
    }
  }

  @Test
  void aReaderThatHasSeenEnoughEndsIt() {
    var gone =
        new OutputStream() {
          private long written;

          @Override
          public void write(int b) throws IOException {
            if (++written > 1_000_000) {
              throw new IOException("Broken pipe");
            }
          }
        };
    var exit =
        Main.run(
            InputStream.nullInputStream(),
            new PrintStream(gone, false, UTF_8),
            new PrintStream(err, false, UTF_8),
            "generate",
            "history",
            "--txns",
            "20000000"); // Would take many minutes.
    assertEquals(ExitCode.IO, exit);
    assertEquals("", err.toString(UTF_8));
  }

  @Test
  void everyOptionIsExplained() {
    for (var command : List.of("workload", "history")) {
      assertEquals(ExitCode.OK, generate(command + " --help"));
      assertFalse(out.toString(UTF_8).contains("${"), out::toString);
    }
  }
}
