package mtc.fuzz;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Checksums made right, so that mutations get behind them. */
final class Checksums {
  private static final int FILE_HEADER = 18;
  private static final int HEADER = 28;
  private static final int CHECKSUM_AT = 8;

  private Checksums() {}

  /**
   * A {@code test.jepsen} with the right checksum in every block that follows the one before, as
   * far as their lengths lead; every second such file keeps those that it has.
   */
  static byte[] repaired(byte[] file) {
    if (file.length < FILE_HEADER || (file[file.length - 1] & 1) == 0) {
      return file;
    }
    var repaired = file.clone();
    var in = ByteBuffer.wrap(repaired);
    for (var at = FILE_HEADER; at + HEADER <= file.length; ) {
      var length = in.getLong(at);
      if (length < HEADER || length > file.length - at) {
        break;
      }
      var crc = new CRC32();
      crc.update(repaired, at + HEADER, (int) length - HEADER);
      crc.update(repaired, at, CHECKSUM_AT);
      crc.update(new byte[4]);
      crc.update(repaired, at + CHECKSUM_AT + 4, HEADER - CHECKSUM_AT - 4);
      in.putInt(at + CHECKSUM_AT, (int) crc.getValue());
      at += (int) length;
    }
    return repaired;
  }
}
