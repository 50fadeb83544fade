import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.gradle.internal.impldep.org.objectweb.asm.ClassReader;
import org.gradle.internal.impldep.org.objectweb.asm.ClassWriter;
import org.gradle.internal.impldep.org.objectweb.asm.commons.ClassRemapper;
import org.gradle.internal.impldep.org.objectweb.asm.commons.Remapper;

/**
 * Lays out a Gradle distribution from Maven Central, which holds all of Gradle's classes in one jar
 * (dev.gradleplugins:gradle-api), with the third-party libraries it uses renamed into a package of
 * their own. This undoes the renaming and makes the folder of jars that Gradle expects to start
 * from; Gradle finds its modules by the jars' names and the properties files in them, not by what
 * classes each holds, so all classes can share two jars and the other jars stay empty.
 *
 * <p>Run with the gradle-api jar on the class path (its ASM does the renaming), and the arguments
 * VERSION, the folder of jars from Central, and the folder to make.
 */
public class AssembleGradle {
  private static final String SHADED = "org/gradle/internal/impldep/";

  /** Would make the JVM load a provider from a jar that is not what the provider expects. */
  private static final Set<String> HARMFUL_SERVICES =
      Set.of(
          "META-INF/services/java.nio.file.spi.FileSystemProvider",
          "META-INF/services/java.security.Provider",
          "META-INF/services/javax.script.ScriptEngineFactory");

  private static final Remapper UNSHADE =
      new Remapper() {
        @Override
        public String map(String name) {
          return name.startsWith(SHADED) ? name.substring(SHADED.length()) : name;
        }

        @Override
        public Object mapValue(Object value) {
          return value instanceof String s ? unshade(s) : super.mapValue(value);
        }
      };

  private final String version;
  private final Path jars;
  private final Path lib;

  /** File names of the libraries that Gradle's modules ask for. */
  private final Set<String> libraries = new TreeSet<>();

  private AssembleGradle(String version, Path jars, Path home) {
    this.version = version;
    this.jars = jars;
    this.lib = home.resolve("lib");
  }

  public static void main(String[] args) throws IOException {
    var home = Path.of(args[2]);
    new AssembleGradle(args[0], Path.of(args[1]), home).assemble();
    // Two things that the jar lacks and the build can do without: the agent that instruments build
    // scripts, and the javac plug-in for incremental compilation.
    Files.writeString(
        home.resolve("gradle.properties"), "org.gradle.internal.instrumentation.agent=false\n");
    Files.writeString(
        Files.createDirectories(home.resolve("init.d")).resolve("javac.gradle"),
        "allprojects { tasks.withType(JavaCompile).configureEach { options.incremental = false }"
            + " }\n");
  }

  private void assemble() throws IOException {
    Files.createDirectories(lib.resolve("plugins"));
    Files.createDirectories(lib.resolve("agents"));
    try (var api = new ZipFile(jars.resolve("gradle-api-" + version + ".jar").toFile());
        var gradle = jar("gradle-base-services-" + version + ".jar");
        var thirdParty = jar("third-party.jar")) {
      splitClasses(api, gradle, thirdParty);
      makeModules(api, gradle);
    }
    placeLibraries();
    module("agents/gradle-instrumentation-agent").close();
    try (var plugin = module("plugins/gradle-java-compiler-plugin")) {
      put(plugin, IncrementalCompileTask.FILE, IncrementalCompileTask.compile());
    }
  }

  private static void splitClasses(ZipFile api, ZipOutputStream gradle, ZipOutputStream thirdParty)
      throws IOException {
    var seen = new HashSet<String>();
    for (var entry : Collections.list(api.entries())) {
      var name = unshade(entry.getName());
      if (!isWanted(entry) || !seen.add(name)) {
        continue;
      }
      var content = read(api, entry);
      if (name.endsWith(".class")) {
        var renamed = new ClassWriter(0);
        new ClassReader(content).accept(new ClassRemapper(renamed, UNSHADE), 0);
        content = renamed.toByteArray();
      } else if (name.startsWith("META-INF/services/")) {
        content = utf8(unshade(new String(content, StandardCharsets.UTF_8)));
      }
      put(isGradles(name) ? gradle : thirdParty, name, content);
    }
  }

  private static boolean isWanted(ZipEntry entry) {
    var name = entry.getName();
    return !entry.isDirectory()
        && !name.startsWith("META-INF/versions/")
        && !name.startsWith(SHADED + "META-INF/")
        && !name.equals("META-INF/MANIFEST.MF")
        && !name.endsWith("module-info.class")
        && !name.endsWith("-classpath.properties")
        && !HARMFUL_SERVICES.contains(name);
  }

  private static boolean isGradles(String name) {
    return name.startsWith("org/gradle/")
        || name.startsWith("net/rubygrapefruit/")
        || name.startsWith("META-INF/")
        || !name.contains("/");
  }

  /** A jar for each module that the gradle-api jar has a properties file of. */
  private void makeModules(ZipFile api, ZipOutputStream gradle) throws IOException {
    var plugins = new HashSet<String>();
    for (var list : List.of("gradle-plugins", "gradle-implementation-plugins")) {
      plugins.addAll(names(properties(api, api.getEntry(list + ".properties")), "plugins"));
    }
    var module = Pattern.compile("(gradle-[\\w-]+)-classpath\\.properties");
    for (var entry : Collections.list(api.entries())) {
      var match = module.matcher(entry.getName());
      if (!match.matches()) {
        continue;
      }
      libraries.addAll(names(properties(api, entry), "runtime"));
      var name = match.group(1);
      if (name.equals("gradle-base-services")) {
        put(gradle, entry.getName(), read(api, entry));
        continue;
      }
      try (var jar =
          jar((plugins.contains(name) ? "plugins/" : "") + name + "-" + version + ".jar")) {
        if (name.equals("gradle-launcher")) {
          var classPath = "Class-Path: gradle-base-services-" + version + ".jar\n";
          put(jar, "META-INF/MANIFEST.MF", utf8("Manifest-Version: 1.0\n" + classPath));
        }
        put(jar, entry.getName(), read(api, entry));
      }
    }
    var kotlin =
        libraries.stream()
            .filter(name -> name.startsWith("kotlin-stdlib-"))
            .findFirst()
            .orElseThrow();
    var kotlinVersion =
        kotlin.substring("kotlin-stdlib-".length(), kotlin.length() - ".jar".length());
    put(gradle, "gradle-kotlin-dsl-versions.properties", utf8("kotlin=" + kotlinVersion + "\n"));
  }

  /** Each library is its jar from Central, or empty because its classes are in the shared jar. */
  private void placeLibraries() throws IOException {
    for (var name : libraries) {
      var fromCentral = jars.resolve(name);
      if (Files.exists(fromCentral)) {
        Files.copy(fromCentral, lib.resolve(name));
      } else if (name.startsWith("slf4j-api-")) { // one that is on the class path of everything
        Files.move(lib.resolve("third-party.jar"), lib.resolve(name));
      } else {
        jar(name).close();
      }
    }
  }

  /** A module that no properties file in the gradle-api jar speaks of. */
  private ZipOutputStream module(String name) throws IOException {
    var jar = jar(name + "-" + version + ".jar");
    var facts = name.substring(name.indexOf('/') + 1) + "-classpath.properties";
    put(jar, facts, utf8("projects=\nruntime=\n"));
    return jar;
  }

  private ZipOutputStream jar(String name) throws IOException {
    var jar =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(lib.resolve(name))));
    jar.setLevel(1);
    put(jar, "META-INF/", new byte[0]);
    return jar;
  }

  private static void put(ZipOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new ZipEntry(name));
    jar.write(content);
    jar.closeEntry();
  }

  private static byte[] read(ZipFile zip, ZipEntry entry) throws IOException {
    try (InputStream in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static Properties properties(ZipFile zip, ZipEntry entry) throws IOException {
    var properties = new Properties();
    try (InputStream in = zip.getInputStream(entry)) {
      properties.load(in);
    }
    return properties;
  }

  private static List<String> names(Properties properties, String key) {
    var value = properties.getProperty(key, "");
    return value.isEmpty() ? List.of() : List.of(value.split(","));
  }

  private static String unshade(String s) {
    return s.replace(SHADED, "").replace(SHADED.replace('/', '.'), "");
  }

  private static byte[] utf8(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }

  /** Stands in for the class that tells Gradle what javac compiled; it just runs javac. */
  private static final class IncrementalCompileTask {
    static final String FILE = "org/gradle/internal/compiler/java/IncrementalCompileTask.class";

    private static final String SOURCE =
        """
        package org.gradle.internal.compiler.java;

        import java.util.Locale;
        import java.util.function.*;
        import javax.annotation.processing.Processor;
        import javax.tools.JavaCompiler.CompilationTask;

        public final class IncrementalCompileTask implements CompilationTask {
          private final CompilationTask javac;

          public IncrementalCompileTask(CompilationTask javac, Function<?, ?> a, Consumer<?> b,
              Consumer<?> c, BiConsumer<?, ?> d, BiConsumer<?, ?> e) {
            this.javac = javac;
          }

          public void addModules(Iterable<String> modules) { javac.addModules(modules); }
          public void setProcessors(Iterable<? extends Processor> p) { javac.setProcessors(p); }
          public void setLocale(Locale locale) { javac.setLocale(locale); }
          public Boolean call() { return javac.call(); }
        }
        """;

    static byte[] compile() throws IOException {
      var folder = Files.createTempDirectory("javac");
      var source = Files.writeString(folder.resolve("IncrementalCompileTask.java"), SOURCE);
      var javac = ToolProvider.getSystemJavaCompiler();
      var to = folder.toString();
      if (javac.run(null, null, null, "--release", "11", "-d", to, source.toString()) != 0) {
        throw new IOException("javac failed");
      }
      return Files.readAllBytes(folder.resolve(FILE));
    }
  }
}
