package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mtc.house.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types into real shells, and looks at what they pass on. zsh plays the terminal. */
class ShellCompletionTest {
  @TempDir private Path folder;

  /** The words that mtc gets when somebody types a text, a tab, and a line feed. */
  private List<String> typed(String shell, String text) throws Exception {
    var script = folder.resolve("script." + shell);
    Files.write(script, Invocation.of("completion", shell).out());
    var driver = Path.of(ShellCompletionTest.class.getResource("/complete.zsh").toURI());
    var zsh =
        new ProcessBuilder(
                "zsh", "-f", driver.toString(), shell, script.toString(), folder.toString(), text)
            .redirectErrorStream(true)
            .start();
    var told = new String(zsh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return told.lines().map(line -> line.replaceAll("^word<|>$", "")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void completesCommandsOptionsValuesAndFiles(String shell) throws Exception {
    assumeTrue(
        Programs.has("zsh") && Programs.has(shell),
        shell + " or zsh, which drives it, is not here");
    Files.createFile(folder.resolve("two words.edn"));
    Files.createFile(folder.resolve("it's.edn"));
    assertEquals(List.of("inspect"), typed(shell, "mtc insp"));
    assertEquals(List.of("check", "--junit"), typed(shell, "mtc check --juni"));
    assertEquals(List.of("check", "two words.edn"), typed(shell, "mtc check tw"));
    assertEquals(List.of("check", "it's.edn"), typed(shell, "mtc check it"));
    assertEquals(List.of("check", "-l", "sser"), typed(shell, "mtc check -l ss"));
    assertEquals(List.of("check", "-l", "si,lin"), typed(shell, "mtc check -l si,li"));
    assertEquals(
        List.of("convert", "a", "b", "--to", "polysi"), typed(shell, "mtc convert a b --to poly"));
    assertEquals(List.of("check", "-l", "strongest"), typed(shell, "mtc check -l stronge"));
    assertEquals(List.of("check", "--require", "prefix"), typed(shell, "mtc check --require pref"));
    assertEquals(List.of("elle", "-m", "list-append"), typed(shell, "mtc elle -m list"));
    assertEquals(
        List.of("generate", "history", "--anomaly", "WriteSkew"),
        typed(shell, "mtc generate history --anomaly Write"));
    assertEquals(List.of("generate", "history"), typed(shell, "mtc generate hi"));
    assertEquals(List.of("help", "check"), typed(shell, "mtc help chec"));
  }

  @Test
  void valuesAfterAnEqualsSignToo() throws Exception {
    assumeTrue(
        Programs.has("zsh") && Programs.has("bash"), "bash or zsh, which drives it, is not here");
    assertEquals(List.of("check", "--output=json"), typed("bash", "mtc check --output=js"));
  }
}
