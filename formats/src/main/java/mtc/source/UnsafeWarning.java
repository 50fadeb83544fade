package mtc.source;

/**
 * What a JVM prints on standard error, once: that the decoder of zstd uses what a later JDK will
 * not have. Nobody who checks a log can do anything about it, so the JVM is told that it was said.
 * The executable never says it, and has something else in the place of this.
 */
final class UnsafeWarning {
  private static boolean isForestalled;

  private UnsafeWarning() {}

  /** To be called before the decoder. */
  static synchronized void forestall() {
    if (isForestalled) {
      return;
    }
    isForestalled = true;
    try {
      var said = Class.forName("sun.misc.Unsafe").getDeclaredMethod("trySetMemoryAccessWarned");
      said.setAccessible(true);
      said.invoke(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // A JDK that has no such method has no such warning, or one that cannot be helped.
    }
  }
}
