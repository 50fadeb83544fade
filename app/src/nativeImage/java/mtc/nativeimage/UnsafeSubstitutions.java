package mtc.nativeimage;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/**
 * The decoder of zstd uses what the JDK will not have for ever. Here that cannot go away any more:
 * no word about it on standard error, and no test at each of its steps whether it was said.
 */
@TargetClass(className = "sun.misc.Unsafe")
final class UnsafeSubstitutions {
  private UnsafeSubstitutions() {}

  @Substitute
  private static void beforeMemoryAccess() {}
}
