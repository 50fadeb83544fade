package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code check --witness} writes, {@code verify-witness} replays. */
class WitnessCommandsTest {
  @TempDir Path directory;
  private Path history;
  private Path witness;

  @BeforeEach
  void writeHistory() throws IOException {
    history = directory.resolve("history.txt");
    witness = directory.resolve("witness");
    Files.writeString(
        history, "w(1,1,0,0)\nw(1,2,1,1)\nr(1,1,2,2)\nr(1,2,3,3)\nw(2,1,2,4)\nr(2,1,3,5)\n");
  }

  private int check(String level) {
    return Invocation.of("check", "-l", level, "--witness", witness, history).exit();
  }

  private int verify() {
    return Invocation.of("verify-witness", history, witness).exit();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ser", "si"})
  void aProofReplays(String level) {
    assertEquals(ExitCode.OK, check(level));
    assertEquals(ExitCode.OK, verify());
  }

  @Test
  void aProofInAnotherOrderDoesNot() throws IOException {
    check("ser");
    var lines = Files.readAllLines(witness);
    Collections.reverse(lines.subList(1, lines.size()));
    Files.write(witness, lines);
    assertEquals(ExitCode.UNKNOWN, verify());
  }

  @Test
  void whatIsNotValidHasNoProof() throws IOException {
    Files.writeString(history, "r(1,0,0,0)\nw(1,1,0,0)\nr(1,0,1,1)\nw(1,2,1,1)\n");
    assertEquals(ExitCode.VIOLATION, check("ser"));
    assertFalse(Files.exists(witness));
    assertEquals(ExitCode.IO, verify());
  }
}
