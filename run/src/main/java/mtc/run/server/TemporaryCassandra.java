package mtc.run.server;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mtc.run.store.StoreException;

/**
 * A Cassandra of three nodes on this machine, from the jars of any version in Maven Central, made
 * for a run and gone afterwards.
 */
public final class TemporaryCassandra implements AutoCloseable {
  private static final int NODES = 3;
  private static final long PATIENCE_NANOS = 180_000_000_000L;
  private static final int FIRST_WITH_MODULES = 5;
  private static final String JAVA_17 = "/usr/lib/jvm/java-17-openjdk-amd64/bin/java";
  private static final String JAVA_8 = "/usr/lib/jvm/java-8-openjdk-amd64/jre/bin/java";

  private final String version;
  private final List<Path> jars;
  private final String java;
  private final Path folder;
  private final int port;
  private final int storagePort;
  private final List<Process> nodes = new ArrayList<>();

  /**
   * Starts one.
   *
   * @param java the program to run it with; null for the one that Debian's package has
   * @param folder an empty folder
   */
  public TemporaryCassandra(String version, List<Path> jars, Path java, Path folder)
      throws StoreException {
    this.version = version;
    this.jars = jars;
    this.java = java == null ? usualJava() : java.toString();
    this.folder = folder;
    try {
      port = freePort();
      storagePort = freePort();
      for (var node = 1; node <= NODES; node++) {
        start(node);
        await(node);
      }
    } catch (IOException e) {
      close();
      throw new StoreException("Cassandra " + version + " cannot be started", e);
    } catch (StoreException e) {
      close();
      throw e;
    }
  }

  public String url() {
    return "cassandra://"
        + IntStream.rangeClosed(1, NODES)
            .mapToObj(node -> address(node) + ":" + port)
            .collect(Collectors.joining(","));
  }

  private boolean hasModules() {
    return Integer.parseInt(version.replaceFirst("\\..*", "")) >= FIRST_WITH_MODULES;
  }

  private String usualJava() throws StoreException {
    var usual = hasModules() ? JAVA_17 : JAVA_8;
    if (!Files.isExecutable(Path.of(usual))) {
      throw new StoreException(
          "Cassandra "
              + version
              + " runs on Java "
              + (hasModules() ? 17 : 8)
              + ", and there is no "
              + usual
              + ": say with --java where one is");
    }
    return usual;
  }

  private static String address(int node) {
    return "127.0.0." + node;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void start(int node) throws IOException {
    var home = Files.createDirectory(folder.resolve("node" + node));
    var settings = Files.writeString(home.resolve("cassandra.yaml"), settings(node, home));
    // The one is for versions up to 2.0, the other for those after them.
    for (var name : List.of("log4j.properties", "logback.xml")) {
      try (var in = TemporaryCassandra.class.getResourceAsStream(name)) {
        Files.copy(in, home.resolve(name));
      }
    }
    var command = new ArrayList<>(List.of("setsid", "--wait", java));
    if (hasModules()) {
      var options = home.resolve("java.options");
      try (var in = TemporaryCassandra.class.getResourceAsStream("cassandra-java17.options")) {
        Files.copy(in, options);
      }
      command.add("@" + options);
    }
    command.addAll(
        List.of(
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-Djava.net.preferIPv4Stack=true",
            "-Dcassandra-foreground=yes",
            "-Dcassandra.start_rpc=false",
            "-Dcassandra.ring_delay_ms=1000",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Dcassandra.storagedir=" + home,
            "-Dcassandra.config=" + settings.toUri().toString().replace("file:/", "file:///")));
    for (var jar : jars) {
      if (jar.getFileName().toString().startsWith("jamm-")) {
        command.add("-javaagent:" + jar);
      }
    }
    command.add("-cp");
    command.add(
        home
            + File.pathSeparator
            + jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add("org.apache.cassandra.service.CassandraDaemon");
    nodes.add(
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(log(node).toFile())
            .start());
  }

  /** Each has its part of the ring from the start, so that none waits for the others. */
  private String settings(int node, Path home) {
    var token =
        BigInteger.TWO
            .pow(Long.SIZE)
            .divide(BigInteger.valueOf(NODES))
            .multiply(BigInteger.valueOf(node - 1L))
            .add(BigInteger.valueOf(Long.MIN_VALUE + 1));
    return """
    cluster_name: mtc-run
    num_tokens: 1
    initial_token: '%s'
    auto_bootstrap: false
    partitioner: org.apache.cassandra.dht.Murmur3Partitioner
    endpoint_snitch: SimpleSnitch
    data_file_directories: [%s/data]
    commitlog_directory: %2$s/commitlog
    saved_caches_directory: %2$s/caches
    commitlog_sync: periodic
    commitlog_sync_period_in_ms: 10000
    disk_access_mode: standard
    seed_provider:
      - class_name: org.apache.cassandra.locator.SimpleSeedProvider
        parameters:
          - seeds: %s
    storage_port: %d
    listen_address: %s
    rpc_address: %5$s
    start_native_transport: true
    native_transport_port: %d
    """
        .formatted(token, home, address(1), storagePort, address(node), port);
  }

  private Path log(int node) {
    return folder.resolve("node" + node).resolve("log");
  }

  /** Until it answers, and the first one knows of it. */
  private void await(int node) throws IOException, StoreException {
    var since = System.nanoTime();
    while (!isUp(node)) {
      if (!nodes.getLast().isAlive() || System.nanoTime() - since > PATIENCE_NANOS) {
        throw new StoreException(
            "Cassandra " + version + " did not start: " + lastLines(Files.readString(log(node))));
      }
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        throw new StoreException("interrupted");
      }
    }
  }

  private boolean isUp(int node) throws IOException {
    var isKnown = Pattern.compile(address(node) + "(:\\d+)? is now UP");
    if (node > 1 && !isKnown.matcher(Files.readString(log(1))).find()) {
      return false;
    }
    try (var _ = new Socket(address(node), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String lastLines(String said) {
    var lines = said.strip().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
  }

  /** Nothing of it is needed any more. */
  @Override
  public void close() {
    for (var node : nodes) {
      node.descendants().forEach(ProcessHandle::destroyForcibly);
      node.destroyForcibly();
    }
    for (var node : nodes) {
      node.onExit().join();
    }
  }
}
