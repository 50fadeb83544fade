package mtc.run.server;

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
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import mtc.run.store.StoreException;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * A PostgreSQL server of any version that the project Embedded Postgres Binaries has published to
 * Maven Central, made for a run and gone afterwards. It does not wait for the disk.
 */
public final class TemporaryPostgres implements AutoCloseable {
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final String USER = "mtc";

  private final Path programs;
  private final Path data;
  private final int port;
  private Process server;

  /**
   * Starts one.
   *
   * @param binaries the jar with the programs
   * @param folder an empty folder
   */
  public TemporaryPostgres(Path binaries, Path folder) throws StoreException {
    programs = folder.resolve("postgres");
    data = folder.resolve("data");
    try {
      unpack(binaries);
      Files.createDirectory(data);
      port = freePort();
      giveAway(folder);
      initialize();
      start();
    } catch (IOException e) {
      throw new StoreException(
          "the PostgreSQL of " + binaries.getFileName() + " cannot be started", e);
    }
  }

  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + USER;
  }

  private void unpack(Path binaries) throws IOException {
    try (var jar = new ZipFile(binaries.toFile())) {
      var entry =
          jar.stream()
              .filter(e -> e.getName().endsWith(".txz"))
              .findFirst()
              .orElseThrow(() -> new IOException("there is no archive in the jar"));
      try (var tar =
          new TarArchiveInputStream(new XZCompressorInputStream(jar.getInputStream(entry)))) {
        for (var file = tar.getNextEntry(); file != null; file = tar.getNextEntry()) {
          var path = programs.resolve(file.getName()).normalize();
          if (!path.startsWith(programs)) {
            throw new IOException("it would write outside of its folder: " + file.getName());
          }
          if (file.isDirectory()) {
            Files.createDirectories(path);
          } else if (file.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(file.getLinkName()));
          } else {
            Files.createDirectories(path.getParent());
            Files.copy(tar, path);
            var mode = (file.getMode() & 0111) != 0 ? "rwxr-xr-x" : "rw-r--r--";
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
          }
        }
      }
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** PostgreSQL refuses to run as root. */
  private void giveAway(Path folder) throws IOException {
    if (isRoot()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setOwner(
          data,
          data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    }
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private void initialize() throws IOException, StoreException {
    var made =
        command("initdb", "-D", data.toString(), "-A", "trust", "-U", USER, "-E", "UTF8", "-N")
            .redirectErrorStream(true)
            .start();
    made.getOutputStream().close();
    var said = new String(made.getInputStream().readAllBytes());
    if (await(made) != 0) {
      throw new StoreException("initdb failed: " + said.strip());
    }
  }

  private void start() throws IOException, StoreException {
    server =
        command(
                "postgres",
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "fsync=off",
                "-c",
                "max_connections=300")
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(programs.resolve("log").toFile())
            .start();
    var since = System.nanoTime();
    while (!answers()) {
      if (!server.isAlive() || System.nanoTime() - since > PATIENCE_NANOS) {
        throw new StoreException(
            "postgres did not start: " + Files.readString(programs.resolve("log")).strip());
      }
      pause();
    }
  }

  /** In a session of its own, so that Ctrl-C is for us alone. */
  private ProcessBuilder command(String program, String... arguments) {
    var command = new ArrayList<>(List.of("setsid", "--wait"));
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    command.add(programs.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(data.toFile());
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  private boolean answers() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return Files.readString(programs.resolve("log")).contains("ready to accept connections");
    } catch (IOException e) {
      return false;
    }
  }

  private static void pause() throws StoreException {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new StoreException("interrupted");
    }
  }

  private static int await(Process process) throws StoreException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      throw new StoreException("interrupted");
    }
  }

  /** An immediate shutdown: nothing of it is needed any more. */
  @Override
  public void close() {
    try {
      var postmaster = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
      new ProcessBuilder("kill", "-QUIT", postmaster).start().waitFor(5, TimeUnit.SECONDS);
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    } catch (IOException e) {
      server.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
