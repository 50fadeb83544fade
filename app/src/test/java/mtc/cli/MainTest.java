package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class MainTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Streams streams =
      new Streams(
          InputStream.nullInputStream(),
          new PrintStream(OutputStream.nullOutputStream()),
          new PrintStream(err, true, StandardCharsets.UTF_8));

  @Command(name = "throw")
  private static final class Throwing implements Callable<Integer> {
    private final Exception exception;

    Throwing(Exception exception) {
      this.exception = exception;
    }

    @Override
    public Integer call() throws Exception {
      throw exception;
    }
  }

  private int runThrowing(Exception exception, String... args) {
    return Main.run(
        streams, Main.commandLine(streams).addSubcommand(new Throwing(exception)), args);
  }

  @Test
  void badInputExits4AndSaysWhereInOneLine() {
    assertEquals(4, runThrowing(InputException.atLine(12, 7, "expected a map").in("a.edn"), "throw"));
    assertEquals("mtc: a.edn:12:7: expected a map\n", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aMissingFileExits4() {
    assertEquals(4, runThrowing(new java.nio.file.NoSuchFileException("a.edn"), "throw"));
    assertEquals("mtc: a.edn: no such file\n", err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void anyOtherExceptionExits5AndSaysHowToReportIt() {
    assertEquals(5, runThrowing(new IllegalStateException("oops"), "throw"));
    var message = err.toString(StandardCharsets.UTF_8);
    assertTrue(message.startsWith("mtc: internal error: java.lang.IllegalStateException: oops\n"));
    assertTrue(message.contains("Please report it"));
    assertFalse(message.contains("\tat "), "a stack trace without --verbose");
  }

  @Test
  void aFailedWriteToStandardOutputIsRememberedAndExits4() {
    var full = new StandardOutput(new FullDisk());
    var out = new PrintStream(full, false, StandardCharsets.UTF_8);
    out.println("a verdict");
    out.flush();
    assertTrue(full.failed());
    assertEquals(4, full.report(streams.err()));
    assertEquals(
        "mtc: standard output: No space left on device\n", err.toString(StandardCharsets.UTF_8));
  }

  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("No space left on device");
    }
  }
}
