package mtc.nativeimage;

import com.oracle.svm.core.annotate.Alias;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/**
 * What comes before {@code main}, and ends with exit code 1 where it does not like an option: that
 * is a violation's.
 */
final class StartSubstitutions {
  private StartSubstitutions() {}

  /** An option of the VM that there is not, or that is given nonsense, is one of mtc's usage. */
  @TargetClass(className = "com.oracle.svm.core.option.RuntimeOptionParser")
  static final class Options {
    @Alias
    static native Options singleton();

    @Alias
    native String[] parse(
        String[] args,
        String prefix,
        String compilerPrefix,
        String oldCompilerPrefix,
        String shortPrefix,
        boolean ignoreUnrecognized);

    @Substitute
    public static String[] parseAndConsumeAllOptions(String[] args, boolean ignoreUnrecognized) {
      try {
        // It moves what is left to the front of the array that it is given.
        return singleton()
            .parse(args.clone(), "-XX:", "-Djdk.graal.", "-Dgraal.", "-X", ignoreUnrecognized);
      } catch (IllegalArgumentException e) {
        return args;
      }
    }
  }

  /** A young generation that is larger than the whole heap: the collector takes what there is. */
  @TargetClass(className = "com.oracle.svm.core.heap.HeapSizeVerifier")
  static final class HeapSizes {
    @Substitute
    public static void verifyHeapOptions() {}
  }
}
