package mtc.nativeimage;

import com.oracle.svm.core.annotate.Alias;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/**
 * Memory that the system does not give while the collector copies: nobody can catch that error, and
 * it would end the process with a listing of threads and an exit code of its own.
 */
final class MemorySubstitutions {
  private MemorySubstitutions() {}

  @TargetClass(className = "com.oracle.svm.core.heap.OutOfMemoryUtil")
  static final class OutOfMemory {
    /** The exit code is 4; container.c has the words, as nothing can be said from here. */
    @Substitute
    private static void reportOutOfMemoryError0(OutOfMemoryError error) {
      if (Operation.isGCInProgress()) {
        System.exit(0x204);
      }
    }
  }

  @TargetClass(className = "com.oracle.svm.core.thread.VMOperation")
  static final class Operation {
    @Alias
    static native boolean isGCInProgress();
  }

  @TargetClass(className = "com.oracle.svm.core.headers.LibC")
  static final class System {
    @Alias
    static native void exit(int status);
  }
}
