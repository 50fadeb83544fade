package mtc.run.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import mtc.cli.Destination;
import mtc.run.store.StoreException;
import mtc.source.InputException;
import mtc.source.TemporaryFile;

/**
 * Fetches jars from Maven Central, once per user, through Maven, which knows of mirrors and
 * proxies. What has not the right hash is not used.
 */
final class Fetch {
  private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

  private final List<Jar> jars;

  Fetch(List<Jar> jars) {
    this.jars = jars;
  }

  /** The files, in a folder of that name. */
  List<Path> into(String name) throws StoreException {
    try {
      var folder = cache().resolve(name);
      Files.createDirectories(folder);
      var files = new ArrayList<Path>();
      for (var jar : jars) {
        var file = folder.resolve(jar.fileName());
        if (!Files.exists(file)) {
          fetch(jar, file);
        }
        files.add(file);
      }
      return files;
    } catch (IOException e) {
      throw new StoreException("the driver of " + name + " cannot be fetched", e);
    }
  }

  /** A jar and all that it needs to run, in a folder of that name. */
  static List<Path> withDependencies(Jar jar, String name) throws StoreException {
    try {
      var folder = cache().resolve(name);
      if (!Files.exists(folder)) {
        Files.createDirectories(cache());
        System.err.println(
            "mtc-run: fetching " + jar.fileName() + " and more from Maven Central (once)");
        var work = Files.createTempDirectory(cache(), "fetch");
        Files.writeString(work.resolve("pom.xml"), project(jar));
        var jars = Files.createDirectory(work.resolve("jars"));
        try {
          maven(jar, work, "copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory=jars");
          placeAll(jars, folder);
        } finally {
          deleteAll(work);
        }
      }
      try (var files = Files.list(folder)) {
        return files.sorted().toList();
      }
    } catch (IOException e) {
      throw new StoreException(name + " cannot be fetched", e);
    }
  }

  private static String project(Jar jar) {
    return """
    <project>
      <modelVersion>4.0.0</modelVersion>
      <groupId>mtc</groupId>
      <artifactId>fetch</artifactId>
      <version>1</version>
      <dependencies>
        <dependency>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
        </dependency>
      </dependencies>
    </project>
    """
        .formatted(jar.group(), jar.artifact(), jar.version());
  }

  private static void deleteAll(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Path cache() {
    var given = System.getenv("XDG_CACHE_HOME");
    var caches =
        given == null || given.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(given);
    return caches.resolve("mtc-run");
  }

  private static void fetch(Jar jar, Path file) throws IOException, StoreException {
    System.err.println("mtc-run: fetching " + jar.fileName() + " from Maven Central (once)");
    var work = TemporaryFile.createFolderBeside(file);
    try {
      // There before Maven writes it, so that it goes with the process, whatever ends that.
      var fetched = TemporaryFile.createIn(work, jar.fileName());
      try {
        throughMaven(jar, work);
        verify(jar, fetched);
        place(fetched, file);
      } finally {
        TemporaryFile.delete(fetched);
      }
    } finally {
      TemporaryFile.delete(work);
    }
  }

  /** A folder of such files. */
  static void placeAll(Path fetched, Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(fetched);
        var destination = Destination.of(folder, false)) {
      for (var file : files) {
        try (var out = destination.open(file.getFileName().toString())) {
          Files.copy(file, out);
        }
      }
      destination.commit();
    } catch (InputException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  /** What has the name is always whole; another run may have fetched it meanwhile. */
  static void place(Path fetched, Path file) throws IOException {
    try (var destination = Destination.of(file, true)) {
      try (var out = destination.open()) {
        Files.copy(fetched, out);
      }
      destination.commit();
    } catch (InputException e) {
      if (!Files.isRegularFile(file)) {
        throw e;
      }
    }
  }

  private static void throughMaven(Jar jar, Path folder) throws IOException, StoreException {
    maven(
        jar,
        folder,
        "copy",
        "-Dmdep.overWriteReleases=true",
        "-Dartifact=" + jar.coordinates(),
        "-DoutputDirectory=" + folder);
  }

  /** Lets Maven do something; what it needs, and leaves, is in that folder. */
  private static void maven(Jar jar, Path folder, String goal, String... settings)
      throws IOException, StoreException {
    var command = new ArrayList<>(List.of("mvn", "-q", "-B", PLUGIN + ":" + goal));
    command.addAll(List.of(settings));
    var maven = start(command, jar, folder);
    maven.getOutputStream().close();
    var said = new String(maven.getInputStream().readAllBytes());
    try {
      if (maven.waitFor() != 0) {
        throw new StoreException(
            "Maven cannot fetch " + jar.coordinates() + ": " + firstError(said));
      }
    } catch (InterruptedException e) {
      maven.destroy();
      throw new StoreException("interrupted");
    }
  }

  private static Process start(List<String> command, Jar jar, Path folder) throws StoreException {
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .start();
    } catch (IOException e) {
      throw new StoreException(
          "to fetch " + jar.fileName() + " takes Maven (mvn): install it, or give --driver JAR");
    }
  }

  private static String firstError(String said) {
    return said.lines().filter(line -> line.contains("ERROR")).findFirst().orElse(said).strip();
  }

  private static void verify(Jar jar, Path file) throws IOException, StoreException {
    if (jar.sha256().equals("-")) {
      return;
    }
    try {
      var hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      if (!HexFormat.of().formatHex(hash).equals(jar.sha256())) {
        throw new StoreException(
            jar.fileName() + " from Maven Central is not what it should be: its checksum is wrong");
      }
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
