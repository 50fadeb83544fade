package mtc.nativeimage;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/** There is no warning to forestall here: {@link UnsafeSubstitutions}. */
@TargetClass(className = "mtc.source.UnsafeWarning")
final class UnsafeWarningSubstitutions {
  private UnsafeWarningSubstitutions() {}

  @Substitute
  static void forestall() {}
}
