package mtc.nativeimage;

import com.oracle.svm.core.annotate.Alias;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.util.Map;
import java.util.ResourceBundle;
import picocli.CommandLine.ITypeConverter;

/** What picocli can do, mtc does not ask for, and a good part of the JDK would come along for. */
final class PicocliSubstitutions {
  private PicocliSubstitutions() {}

  /** Dates, time zones, network addresses and database connections on the command line. */
  @TargetClass(className = "picocli.CommandLine$Interpreter")
  static final class Interpreter {
    @Alias private Map<Class<?>, ITypeConverter<?>> converterRegistry;

    @Substitute
    private void registerBuiltInConverters() {
      Converters.register(converterRegistry);
    }
  }

  /** Help as wide as the terminal, which it runs another program to find out. */
  @TargetClass(className = "picocli.CommandLine$Model$UsageMessageSpec")
  static final class Usage {
    @Substitute
    private static int getTerminalWidth() {
      return -1; // unknown
    }
  }

  /** Help in other languages. */
  @TargetClass(className = "picocli.CommandLine$Model$Messages")
  static final class Messages {
    @Substitute
    private static ResourceBundle createBundle(String baseName) {
      throw new UnsupportedOperationException("a resource bundle for messages");
    }
  }
}
