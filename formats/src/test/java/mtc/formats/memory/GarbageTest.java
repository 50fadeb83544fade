package mtc.formats.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import mtc.formats.Format;
import mtc.formats.WritableFormat;
import mtc.formats.cobra.CobraFormat;
import mtc.formats.dbcop.DbcopFormat;
import mtc.formats.text.AwditFormat;
import mtc.formats.text.OperationLinesFormat;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are, a reader makes a history of them or says what is wrong with them. */
class GarbageTest {
  private static final int TRIES = 500;

  @Test
  void randomBytesAreReadOrRefused() throws IOException {
    var random = new Random(1);
    for (Format format :
        List.of(
            new CobraFormat(),
            new DbcopFormat(),
            OperationLinesFormat.polySi(),
            OperationLinesFormat.plume(),
            new AwditFormat())) {
      for (var i = 0; i < TRIES; i++) {
        var bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        readOrRefuse(format, Map.of("T1.log", bytes));
      }
    }
  }

  @Test
  void damagedFilesAreReadOrRefused() throws IOException {
    var random = new Random(2);
    for (WritableFormat format :
        List.of(
            new CobraFormat(),
            new DbcopFormat(),
            OperationLinesFormat.polySi(),
            OperationLinesFormat.plume())) {
      var refused = 0;
      for (var i = 0; i < TRIES; i++) {
        var files = Rendered.write(format, new RandomHistories(i, false).segments(1)).files();
        var damaged = new TreeMap<>(files);
        var bytes = damaged.firstEntry().getValue();
        for (var damage = 1 + random.nextInt(3); damage > 0; damage--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        refused += readOrRefuse(format, damaged) ? 0 : 1;
      }
      assertTrue(refused > TRIES / 20, format.name() + " refuses only " + refused);
    }
  }

  private static boolean readOrRefuse(Format format, Map<String, byte[]> files) throws IOException {
    var isFolder = format instanceof CobraFormat;
    var input =
        isFolder ? MemoryInput.folder(files) : MemoryInput.file(files.values().iterator().next());
    try {
      Rendered.lines(Rendered.read(format, input));
      return true;
    } catch (InputException refused) {
      assertTrue(!refused.describe().isEmpty());
      return false;
    }
  }
}
