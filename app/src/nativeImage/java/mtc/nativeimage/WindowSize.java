package mtc.nativeimage;

import org.graalvm.nativeimage.StackValue;
import org.graalvm.nativeimage.c.function.CFunction;
import org.graalvm.nativeimage.c.type.CShortPointer;

/** Asks a terminal how large it is, as {@code stty size} does. */
final class WindowSize {
  /** Linux's number of the question. */
  private static final long TIOCGWINSZ = 0x5413;

  private WindowSize() {}

  /** How many columns it has; 0 if it is no terminal, or does not know. */
  static int columns(int descriptor) {
    // Rows, columns, and both in pixels.
    CShortPointer size = StackValue.get(4, CShortPointer.class);
    return ioctl(descriptor, TIOCGWINSZ, size) == 0 ? Short.toUnsignedInt(size.read(1)) : 0;
  }

  @CFunction
  private static native int ioctl(int descriptor, long request, CShortPointer answer);
}
