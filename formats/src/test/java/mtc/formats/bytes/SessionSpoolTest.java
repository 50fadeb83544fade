package mtc.formats.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SessionSpoolTest {
  @Test
  void bytesComeBackInOrderWhetherTheyWentToTheFileOrNot() throws IOException {
    for (var memory : new long[] {0, 1000, 1 << 20}) {
      checkSessions(memory);
    }
  }

  private static void checkSessions(long memory) throws IOException {
    var random = new Random(memory);
    var sessions = 20;
    var expected = new ByteArrayOutputStream[sessions];
    try (var spool = new SessionSpool(memory)) {
      for (var s = 0; s < sessions; s++) {
        assertEquals(s, spool.add());
        expected[s] = new ByteArrayOutputStream();
      }
      for (var i = 0; i < 5000; i++) {
        var s = random.nextInt(sessions);
        var value = random.nextLong();
        var data = new DataOutputStream(expected[s]);
        data.writeByte(i);
        data.writeLong(value);
        data.writeLong(Long.reverseBytes(value));
        spool.putByte(s, i);
        spool.putBigEndian(s, value);
        spool.putLittleEndian(s, value);
        spool.relieve();
      }
      for (var s = 0; s < sessions; s++) {
        try (var in = spool.open(s)) {
          assertEquals(
              HexFormat.of().formatHex(expected[s].toByteArray()),
              HexFormat.of().formatHex(in.readAllBytes()));
        }
      }
    }
  }
}
