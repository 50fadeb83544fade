package mtc.run;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import mtc.run.driver.Drivers;
import mtc.run.server.TemporaryCassandra;
import org.junit.jupiter.api.Assumptions;

/**
 * Servers of the packages of Debian, started for a test; where a package is missing, it is skipped.
 */
final class Servers {
  /** A server that listens on a port. */
  static final class Server implements AutoCloseable {
    private final List<String> command;
    private final Path folder;
    final int port;
    private Process process;

    private Server(List<String> command, Path folder, int port) {
      this.command = command;
      this.folder = folder;
      this.port = port;
    }

    void start() throws Exception {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(Redirect.appendTo(folder.resolve("log").toFile()))
              .start();
      for (var tries = 0; tries < 600; tries++) {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
          return;
        } catch (IOException e) {
          Thread.sleep(100);
        }
      }
      throw new IOException("it does not start: " + Files.readString(folder.resolve("log")));
    }

    void kill() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
      process.destroy();
      try {
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
      } catch (CompletionException e) {
        kill();
      }
    }
  }

  private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

  private Servers() {}

  private static String program(String... candidates) {
    for (var candidate : candidates) {
      if (Files.isExecutable(Path.of(candidate))) {
        return candidate;
      }
    }
    Assumptions.abort(candidates[0] + " is not installed");
    return null;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> as(String user, String... command) {
    var all = new ArrayList<String>();
    if (IS_ROOT) {
      all.addAll(List.of("setpriv", "--reuid=" + user, "--clear-groups", "--regid=nogroup"));
    }
    all.addAll(List.of(command));
    return all;
  }

  private static void giveTo(String user, Path folder) throws IOException {
    if (IS_ROOT) {
      for (var parent = folder.getParent();
          parent.getNameCount() > 1;
          parent = parent.getParent()) {
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      var users = folder.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(folder, users.lookupPrincipalByName(user));
    }
  }

  private static void run(Path folder, List<String> command) throws Exception {
    var made =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(Redirect.appendTo(folder.resolve("log").toFile()))
            .start();
    if (made.waitFor() != 0) {
      throw new IOException(command + ": " + Files.readString(folder.resolve("log")));
    }
  }

  static Server postgres(Path parent) throws Exception {
    var initdb = program("/usr/lib/postgresql/15/bin/initdb", "/usr/lib/postgresql/17/bin/initdb");
    var folder = Files.createDirectory(parent.resolve("postgres"));
    giveTo("nobody", folder);
    run(folder, as("nobody", initdb, "-D", "data", "-A", "trust", "-U", "mtc", "-N"));
    var port = freePort();
    var postgres = initdb.replace("initdb", "postgres");
    return new Server(
        as(
            "nobody",
            postgres,
            "-D",
            "data",
            "-p",
            "" + port,
            "-c",
            "unix_socket_directories=",
            "-c",
            "listen_addresses=127.0.0.1"),
        folder,
        port);
  }

  static String url(Server postgres) {
    return "jdbc:postgresql://127.0.0.1:" + postgres.port + "/postgres?user=mtc";
  }

  static Server mariaDb(Path parent, boolean snapshots) throws Exception {
    var mariadbd = program("/usr/sbin/mariadbd");
    var install = program("/usr/bin/mariadb-install-db");
    var folder = Files.createDirectory(parent.resolve("mariadb"));
    giveTo("nobody", folder);
    run(
        folder,
        as(
            "nobody",
            install,
            "--no-defaults",
            "--datadir=" + folder.resolve("data"),
            "--auth-root-authentication-method=normal"));
    var port = freePort();
    return new Server(
        as(
            "nobody",
            mariadbd,
            "--no-defaults",
            "--datadir=" + folder.resolve("data"),
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--socket=" + folder.resolve("s"),
            "--skip-grant-tables",
            "--skip-networking=0",
            "--innodb-flush-log-at-trx-commit=0",
            "--innodb-snapshot-isolation=" + (snapshots ? "ON" : "OFF")),
        folder,
        port);
  }

  static Server redis(Path parent) throws Exception {
    var folder = Files.createDirectory(parent.resolve("redis"));
    var port = freePort();
    return new Server(
        List.of(program("/usr/bin/redis-server"), "--port", "" + port, "--save", ""), folder, port);
  }

  static Server etcd(Path parent) throws Exception {
    var folder = Files.createDirectory(parent.resolve("etcd"));
    var port = freePort();
    var peers = "http://127.0.0.1:" + freePort();
    var clients = "http://127.0.0.1:" + port;
    return new Server(
        List.of(
            program("/usr/bin/etcd"),
            "--data-dir",
            folder.resolve("data").toString(),
            "--listen-client-urls",
            clients,
            "--advertise-client-urls",
            clients,
            "--listen-peer-urls",
            peers,
            "--initial-advertise-peer-urls",
            peers,
            "--initial-cluster",
            "default=" + peers),
        folder,
        port);
  }

  static TemporaryCassandra cassandra(String version, Path parent) throws Exception {
    var folder = Files.createDirectory(parent.resolve("cassandra"));
    return new TemporaryCassandra(version, Drivers.cassandra(version), null, folder);
  }
}
