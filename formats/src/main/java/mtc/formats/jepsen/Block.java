package mtc.formats.jepsen;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import mtc.source.InputException;

/** A block of a {@code test.jepsen}: a header, and data that its checksum holds for. */
final class Block {
  static final int INDEX = 1;
  static final int FRESSIAN = 2;
  static final int PARTIAL_MAP = 3;
  static final int STREAM = 4;
  static final int BIG_VECTOR = 5;

  static final int HEADER = 28;
  private static final int CHECKSUM_AT = 8;
  private static final int TYPE_AT = 12;

  /** Offset in the file of the header. */
  final long at;

  private final byte[] header;

  Block(long at, byte[] header) {
    this.at = at;
    this.header = header;
  }

  /** Header and data. */
  long length() {
    return ByteBuffer.wrap(header).getLong(0);
  }

  int type() {
    return ByteBuffer.wrap(header).getShort(TYPE_AT);
  }

  /** Whether the writer has not come to the end of it. */
  boolean isUnsealed() {
    for (var octet : header) {
      if (octet != 0) {
        return false;
      }
    }
    return true;
  }

  long dataAt() {
    return at + HEADER;
  }

  long end() {
    return at + length();
  }

  /** The checksum is that of the data and then the header, with zeros where it stands itself. */
  boolean isWhole(byte[] data, int length) {
    var crc = new CRC32();
    crc.update(data, 0, length);
    crc.update(header, 0, CHECKSUM_AT);
    crc.update(new byte[TYPE_AT - CHECKSUM_AT]);
    crc.update(header, TYPE_AT, HEADER - TYPE_AT);
    return (int) crc.getValue() == ByteBuffer.wrap(header).getInt(CHECKSUM_AT);
  }

  InputException damaged() {
    return InputException.atByte(
        at, "the block that begins here is damaged: its checksum does not match");
  }
}
