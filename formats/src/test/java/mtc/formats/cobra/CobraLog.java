package mtc.formats.cobra;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Records of a file, one after the other. */
final class CobraLog {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream data = new DataOutputStream(bytes);

  CobraLog start(long... idAndTime) {
    return record('S', idAndTime);
  }

  CobraLog read(long writer, long writeId, long key, long valueHash) {
    return record('R', writer, writeId, key, valueHash);
  }

  CobraLog write(long writeId, long key, long valueHash) {
    return record('W', writeId, key, valueHash);
  }

  CobraLog commit(long... idAndTime) {
    return record('C', idAndTime);
  }

  CobraLog record(char opcode, long... fields) {
    try {
      data.writeByte(opcode);
      for (var field : fields) {
        data.writeLong(field);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
