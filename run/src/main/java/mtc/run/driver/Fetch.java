package mtc.run.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import mtc.run.store.StoreException;

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
    var work = Files.createTempDirectory(file.getParent(), "fetch");
    try {
      var fetched = work.resolve(jar.fileName());
      throughMaven(jar, work);
      verify(jar, fetched);
      // Another run may have fetched it meanwhile; what has the name is always whole.
      Files.move(fetched, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      for (var left : Files.list(work).toList()) {
        Files.delete(left);
      }
      Files.delete(work);
    }
  }

  private static void throughMaven(Jar jar, Path folder) throws IOException, StoreException {
    var name = String.join(":", jar.group(), jar.artifact(), jar.version());
    var maven = maven(jar, name, folder);
    maven.getOutputStream().close();
    var said = new String(maven.getInputStream().readAllBytes());
    try {
      if (maven.waitFor() != 0) {
        throw new StoreException("Maven cannot fetch " + name + ": " + firstError(said));
      }
    } catch (InterruptedException e) {
      maven.destroy();
      throw new StoreException("interrupted");
    }
  }

  private static Process maven(Jar jar, String name, Path folder) throws StoreException {
    try {
      return new ProcessBuilder(
              "mvn",
              "-q",
              "-B",
              PLUGIN + ":copy",
              "-Dartifact=" + name,
              "-DoutputDirectory=" + folder)
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
