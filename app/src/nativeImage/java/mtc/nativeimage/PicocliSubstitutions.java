package mtc.nativeimage;

import com.oracle.svm.core.annotate.Alias;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;

/**
 * picocli can read dates, time zones, network addresses and database connections from a command
 * line, and takes the JDK's code for all of them along.
 */
@TargetClass(className = "picocli.CommandLine$Interpreter")
final class PicocliSubstitutions {
  @Alias private Map<Class<?>, ITypeConverter<?>> converterRegistry;

  @Substitute
  private void registerBuiltInConverters() {
    Converters.register(converterRegistry);
  }
}
