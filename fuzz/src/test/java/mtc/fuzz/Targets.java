package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** All targets. */
final class Targets {
  private static final List<Class<?>> CLASSES =
      List.of(
          ReadersFuzzTest.class,
          StructuresFuzzTest.class,
          DecodersFuzzTest.class,
          WorkloadsFuzzTest.class,
          WitnessFuzzTest.class,
          VerdictsFuzzTest.class,
          CommandLineFuzzTest.class);

  private Targets() {}

  /** Each by itself. */
  static List<Method> single() {
    return CLASSES.stream().flatMap(Targets::of).toList();
  }

  /** Those, or all of them as one; empty if there is none of a name. */
  static List<Method> named(Set<String> names) {
    return Stream.concat(single().stream(), of(MixtureFuzzTest.class))
        .filter(target -> names.contains(target.getName()))
        .toList();
  }

  private static Stream<Method> of(Class<?> tests) {
    return Arrays.stream(tests.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(FuzzTest.class))
        .sorted(Comparator.comparing(Method::getName));
  }

  /** Where Jazzer looks for the inputs of a target, below the resources. */
  static String inputs(Method target) {
    return target.getDeclaringClass().getName().replace('.', '/') + "Inputs/" + target.getName();
  }
}
