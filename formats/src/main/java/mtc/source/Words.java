package mtc.source;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.internal.vm.annotation.ForceInline;

/** Several bytes at once, the first of them lowest. */
final class Words {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  @ForceInline
  static long longAt(byte[] bytes, int index) {
    return (long) LONG.get(bytes, index);
  }

  @ForceInline
  static int intAt(byte[] bytes, int index) {
    return (int) INT.get(bytes, index);
  }

  /** Copies eight bytes. */
  @ForceInline
  static void copyEight(byte[] from, int index, byte[] to, int at) {
    LONG.set(to, at, (long) LONG.get(from, index));
  }

  /** Copies bytes, and up to 15 more: sixteen at once, which is mostly enough. */
  @ForceInline
  static void copy(byte[] from, int index, byte[] to, int at, int count) {
    copyEight(from, index, to, at);
    copyEight(from, index + Long.BYTES, to, at + Long.BYTES);
    for (var done = 2 * Long.BYTES; done < count; done += 2 * Long.BYTES) {
      copyEight(from, index + done, to, at + done);
      copyEight(from, index + done + Long.BYTES, to, at + done + Long.BYTES);
    }
  }

  /** The number that up to eight bytes are. */
  static long number(byte[] bytes, int index, int count) {
    var number = 0L;
    for (var i = 0; i < count; i++) {
      number |= (bytes[index + i] & 0xffL) << Byte.SIZE * i;
    }
    return number;
  }
}
