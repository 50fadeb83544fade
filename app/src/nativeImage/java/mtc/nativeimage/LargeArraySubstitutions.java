package mtc.nativeimage;

import com.oracle.svm.core.Uninterruptible;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/**
 * The memory of a large array comes from the system as zeros, and is not used again for another
 * one: they need not be written once more. What an array has room for and does not use then takes
 * no memory either.
 */
@TargetClass(className = "com.oracle.svm.core.genscavenge.HeapChunkProvider")
final class LargeArraySubstitutions {
  private LargeArraySubstitutions() {}

  @Substitute
  @Uninterruptible(reason = "Called from uninterruptible code.", mayBeInlined = true)
  static boolean areUnalignedChunksZeroed() {
    return true;
  }
}
