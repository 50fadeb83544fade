package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a JVM of its own, as the jar runs: nothing but what mtc says. */
class QuietJvmTest {
  @TempDir private Path folder;

  @Test
  void zstdInputPrintsNoWarningsOfTheJvm() throws Exception {
    var history = folder.resolve("history.edn.zst");
    Files.write(history, zstd(Files.readAllBytes(Path.of("cases/valid/history.edn"))));
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes = System.getProperty("java.class.path");
    var process =
        new ProcessBuilder(java, "-cp", classes, "mtc.cli.Main", "check", "-q", history.toString())
            .start();
    assertEquals("", read(process.getErrorStream()));
    assertEquals(history + "\tser\tvalid\n", read(process.getInputStream()));
    assertEquals(0, process.waitFor());
  }

  private static String read(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** One frame of one raw block. */
  private static byte[] zstd(byte[] content) {
    var frame = ByteBuffer.allocate(12 + content.length).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0xFD2FB528).put((byte) 0xA0).putInt(content.length);
    frame.putInt(content.length << 3 | 1).position(frame.position() - 1);
    return frame.put(content).array();
  }
}
