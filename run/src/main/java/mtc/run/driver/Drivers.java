package mtc.run.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import mtc.run.store.StoreException;

/**
 * The drivers that go by a name: which jars they are, as the build wrote them down, and how to load
 * them. They are no part of this program and are fetched when first used.
 */
public final class Drivers {
  private static final String LIST = "/mtc/run/drivers.txt";

  private Drivers() {}

  /** A loader that has this program's classes, and those of the jars or of a named driver. */
  public static ClassLoader loader(String name, List<Path> jars) throws StoreException {
    var files = new ArrayList<>(jars);
    if (jars.isEmpty() && name != null && !isLoaded(name)) {
      var wanted = jarsOf(name);
      files.addAll(wanted.isEmpty() ? List.of() : new Fetch(wanted).into(name));
    }
    var urls = new URL[files.size()];
    for (var i = 0; i < urls.length; i++) {
      urls[i] = url(files.get(i));
    }
    return new DriverLoader(urls, Drivers.class.getClassLoader());
  }

  private static URL url(Path jar) throws StoreException {
    if (!jar.toFile().canRead()) {
      throw new StoreException(jar + ": there is no such jar");
    }
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The jars of a named driver; none if no driver has this name. */
  static List<Jar> jarsOf(String name) {
    var jars = new ArrayList<Jar>();
    for (var line : list().split("\n")) {
      var words = line.split(" ");
      if (words[0].equals(name)) {
        jars.add(new Jar(words[1], words[2], words[3], words[4]));
      }
    }
    return jars;
  }

  private static String list() {
    try (var in = Drivers.class.getResourceAsStream(LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The programs of PostgreSQL, as {@code 12.3.0} or {@code 12.3}; those that the build knows, and
   * their hash, if no version is given.
   */
  public static Path postgresBinaries(String version) throws StoreException {
    var known = jarsOf("postgres-binaries").getFirst();
    var wanted = version.matches("\\d+\\.\\d+") ? version + ".0" : version;
    var isKnown = wanted.isEmpty() || wanted.equals(known.version());
    var jar = isKnown ? known : new Jar(known.group(), known.artifact(), wanted, "-");
    return new Fetch(List.of(jar)).into("postgres-binaries").getFirst();
  }

  /** Cassandra of a version, with all that it needs to run. */
  public static List<Path> cassandra(String version) throws StoreException {
    if (!version.matches("\\d+\\.\\d[\\w.-]*")) {
      throw new StoreException("Cassandra needs a version, as in cassandra:5.0.2");
    }
    var jar = new Jar("org.apache.cassandra", "cassandra-all", version, "-");
    return Fetch.withDependencies(jar, "cassandra-" + version);
  }

  /** Where the build put drivers on the class path, as for tests, they are not fetched. */
  private static boolean isLoaded(String name) {
    return List.of(System.getProperty("mtc.drivers", "").split(",")).contains(name);
  }

  /** The JDBC driver that takes a URL. */
  public static Driver jdbc(ClassLoader loader, String url) throws StoreException {
    for (var driver : ServiceLoader.load(Driver.class, loader)) {
      try {
        if (driver.acceptsURL(url)) {
          return driver;
        }
      } catch (java.sql.SQLException e) {
        throw new StoreException(url, e);
      }
    }
    throw new StoreException(
        "no driver takes the URL " + url + "; name the jar of one with --driver");
  }
}
