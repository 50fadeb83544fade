package mtc.nativeimage;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;

/**
 * Java cannot ask a terminal how wide it is, and to run {@code stty} would bring loggers and with
 * them security providers into the executable, two megabytes of them.
 */
@TargetClass(className = "mtc.cli.Terminal")
final class TerminalSubstitutions {
  private TerminalSubstitutions() {}

  @Substitute
  private static int width(int descriptor) {
    return WindowSize.columns(descriptor);
  }
}
