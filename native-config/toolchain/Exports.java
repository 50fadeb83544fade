import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints the JVM arguments that let the builder's modules look into the JDK's. A GraalVM's JDK has
 * these exports built in.
 */
class Exports {
  private static final Set<String> EXPORTING =
      Set.of(
          "java.base",
          "java.desktop",
          "java.instrument",
          "java.logging",
          "java.management",
          "java.naming",
          "java.prefs",
          "java.rmi",
          "java.security.jgss",
          "java.sql",
          "java.xml",
          "jdk.attach",
          "jdk.internal.jvmstat",
          "jdk.internal.vm.ci",
          "jdk.jfr",
          "jdk.localedata",
          "jdk.management",
          "jdk.net",
          "jdk.zipfs");

  private static final String TO =
      String.join(
          ",",
          "jdk.graal.compiler",
          "org.graalvm.espresso.shared.svm",
          "org.graalvm.nativeimage",
          "org.graalvm.nativeimage.base",
          "org.graalvm.nativeimage.builder",
          "org.graalvm.nativeimage.configure",
          "org.graalvm.nativeimage.objectfile",
          "org.graalvm.nativeimage.pointsto",
          "org.graalvm.truffle.compiler");

  public static void main(String[] args) {
    for (var reference : ModuleFinder.ofSystem().findAll()) {
      var module = reference.descriptor();
      if (EXPORTING.contains(module.name())) {
        var open =
            module.exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        for (var concealed : module.packages()) {
          if (!open.contains(concealed)) {
            System.out.println("--add-exports=" + module.name() + "/" + concealed + "=" + TO);
          }
        }
      }
    }
  }
}
