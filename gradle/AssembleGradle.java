import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.zip.*;
import org.gradle.internal.impldep.org.objectweb.asm.*;
import org.gradle.internal.impldep.org.objectweb.asm.commons.*;

/** Lays out a Gradle distribution (GRADLE_HOME) from dev.gradleplugins:gradle-api, run with that jar on the class path. */
public class AssembleGradle {
    static final String DOT = "org.gradle.internal.impldep.", SLASH = "org/gradle/internal/impldep/";
    static String plain(String s) { return s.replace(DOT, "").replace(SLASH, ""); }

    static final Remapper UNSHADE = new Remapper() {
        @Override public String map(String n) { return n.startsWith(SLASH) ? n.substring(SLASH.length()) : n; }
        @Override public Object mapValue(Object v) { return v instanceof String s ? plain(s) : super.mapValue(v); }
    };

    static void put(ZipOutputStream o, String name, byte[] b) throws IOException {
        ZipEntry e = new ZipEntry(name);
        e.setTime(315619200000L);
        o.putNextEntry(e); o.write(b); o.closeEntry();
    }

    static List<String> list(Properties p, String k) {
        return Arrays.stream(p.getProperty(k, "").split(",")).filter(s -> !s.isEmpty()).toList();
    }

    public static void main(String[] a) throws Exception {
        String v = a[0];
        Path home = Path.of(a[2]), lib = home.resolve("lib"), plugins = lib.resolve("plugins");
        Files.createDirectories(plugins);
        Set<String> pluginModules = new HashSet<>(), external = new TreeSet<>(), seen = new HashSet<>();
        String kotlin = "0";
        Path thirdParty = lib.resolve("third-party.tmp");
        try (ZipFile z = new ZipFile(a[1]);
             ZipOutputStream g = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(lib.resolve("gradle-base-services-" + v + ".jar")), 1 << 20));
             ZipOutputStream t = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(thirdParty), 1 << 20))) {
            g.setLevel(1); t.setLevel(1);
            for (String f : List.of("gradle-plugins.properties", "gradle-implementation-plugins.properties")) {
                Properties p = new Properties();
                if (z.getEntry(f) != null) { p.load(z.getInputStream(z.getEntry(f))); pluginModules.addAll(list(p, "plugins")); }
            }
            Pattern module = Pattern.compile("(gradle-[\\w-]+)-classpath\\.properties");
            for (ZipEntry e : Collections.list(z.entries())) {
                String n = e.getName();
                if (e.isDirectory() || n.startsWith("META-INF/versions/") || n.contains("impldep/META-INF/") || n.equals("META-INF/MANIFEST.MF")
                        || n.endsWith("module-info.class") || n.equals("META-INF/services/java.nio.file.spi.FileSystemProvider")
                        || n.equals("META-INF/services/java.security.Provider") || n.equals("META-INF/services/javax.script.ScriptEngineFactory")) continue;
                byte[] b = z.getInputStream(e).readAllBytes();
                Matcher m = module.matcher(n);
                if (m.matches()) {
                    Properties p = new Properties(); p.load(new ByteArrayInputStream(b));
                    external.addAll(list(p, "runtime"));
                    String name = m.group(1);
                    if (name.equals("gradle-base-services")) put(g, n, b);
                    else try (ZipOutputStream o = new ZipOutputStream(Files.newOutputStream((pluginModules.contains(name) ? plugins : lib).resolve(name + "-" + v + ".jar")))) {
                        if (name.equals("gradle-launcher")) put(o, "META-INF/MANIFEST.MF", ("Manifest-Version: 1.0\nClass-Path: gradle-base-services-" + v + ".jar\n").getBytes());
                        put(o, n, b);
                    }
                    continue;
                }
                String out = plain(n);
                if (!seen.add(out)) continue;
                if (n.endsWith(".class")) {
                    ClassWriter w = new ClassWriter(0);
                    new ClassReader(b).accept(new ClassRemapper(w, UNSHADE), 0);
                    b = w.toByteArray();
                } else if (n.startsWith("META-INF/services/")) {
                    b = plain(new String(b, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
                }
                put(out.startsWith("org/gradle/") || out.startsWith("net/rubygrapefruit/") || !out.contains("/") || out.startsWith("META-INF/") ? g : t, out, b);
            }
            for (String x : external) if (x.startsWith("kotlin-stdlib-")) kotlin = x.replaceAll("kotlin-stdlib-(.*)\\.jar", "$1");
            if (seen.add("gradle-kotlin-dsl-versions.properties")) put(g, "gradle-kotlin-dsl-versions.properties", ("kotlin=" + kotlin + "\n").getBytes());
        }
        Map<String, String> groups = Map.of("javax.inject", "javax.inject", "groovy", "org.codehaus.groovy", "ant", "org.apache.ant", "kotlin", "org.jetbrains.kotlin");
        javacTask(plugins.resolve("gradle-java-compiler-plugin-" + v + ".jar"));
        try (ZipOutputStream o = new ZipOutputStream(Files.newOutputStream(Files.createDirectories(lib.resolve("agents")).resolve("gradle-instrumentation-agent-" + v + ".jar")))) {
            put(o, "gradle-instrumentation-agent-classpath.properties", "projects=\nruntime=\n".getBytes());
        }
        Files.createDirectories(home.resolve("init.d"));
        Files.writeString(home.resolve("init.d/javac.gradle"), "allprojects { tasks.withType(JavaCompile).configureEach { options.incremental = false } }\n");
        Files.writeString(home.resolve("gradle.properties"), "org.gradle.internal.instrumentation.agent=false\n");
        List<String> fromCentral = new ArrayList<>();
        for (String x : external) {
            if (x.startsWith("slf4j-api-")) { Files.move(thirdParty, lib.resolve(x), StandardCopyOption.REPLACE_EXISTING); continue; }
            Matcher m = Pattern.compile("(.+?)-(\\d.*)\\.jar").matcher(x);
            String group = groups.get(x.split("-")[0]);
            if (group != null && m.matches() && !m.group(1).matches("kotlin-(compiler|daemon|script|scripting).*|groovy-(console|swing|docgenerator)")) {
                fromCentral.add("<dependency><groupId>" + group + "</groupId><artifactId>" + m.group(1) + "</artifactId><version>" + m.group(2) + "</version></dependency>");
            } else try (ZipOutputStream o = new ZipOutputStream(Files.newOutputStream(lib.resolve(x)))) {
                put(o, "META-INF/", new byte[0]);
            }
        }
        copyFromCentral(fromCentral, lib);
    }

    /** Lets Maven, already set up for whatever mirror this machine uses, fetch and verify the jars. */
    static void copyFromCentral(List<String> dependencies, Path into) throws Exception {
        Path pom = Files.createTempDirectory("gradle-jars").resolve("pom.xml");
        Files.writeString(pom, "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><dependencies>"
                + String.join("", dependencies) + "</dependencies></project>");
        int exit = new ProcessBuilder("mvn", "-q", "-B", "-f", pom.toString(), "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
                "-DexcludeTransitive=true", "-DoutputDirectory=" + into.toAbsolutePath()).inheritIO().start().waitFor();
        if (exit != 0) throw new IOException("mvn could not fetch Gradle's libraries");
    }

    /** gradle-api lacks the javac plug-in for incremental compilation; this stands in for it and just runs javac. */
    static void javacTask(Path jar) throws Exception {
        Path tmp = Files.createTempDirectory("javac"), src = tmp.resolve("IncrementalCompileTask.java");
        Files.writeString(src, """
            package org.gradle.internal.compiler.java;
            import java.util.function.*;
            import javax.tools.JavaCompiler.CompilationTask;
            public final class IncrementalCompileTask implements CompilationTask {
                private final CompilationTask javac;
                public IncrementalCompileTask(CompilationTask t, Function<?, ?> a, Consumer<?> b, Consumer<?> c, BiConsumer<?, ?> d, BiConsumer<?, ?> e) { javac = t; }
                public void addModules(Iterable<String> m) { javac.addModules(m); }
                public void setProcessors(Iterable<? extends javax.annotation.processing.Processor> p) { javac.setProcessors(p); }
                public void setLocale(java.util.Locale l) { javac.setLocale(l); }
                public Boolean call() { return javac.call(); }
            }
            """);
        if (javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, "--release", "11", "-d", tmp.toString(), src.toString()) != 0) throw new IOException("javac failed");
        String c = "org/gradle/internal/compiler/java/IncrementalCompileTask.class";
        try (ZipOutputStream o = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(o, "gradle-java-compiler-plugin-classpath.properties", "projects=\nruntime=\n".getBytes());
            put(o, c, Files.readAllBytes(tmp.resolve(c)));
        }
    }
}
