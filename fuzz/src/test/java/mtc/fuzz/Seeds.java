package mtc.fuzz;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import mtc.formats.WritableFormat;
import mtc.reading.Formats;
import mtc.source.Bytes;

/** Where a target begins: the histories of the tests, in its format. */
final class Seeds {
  /** The project's test data. */
  static final Path TEST_DATA = Path.of(System.getProperty("mtc.testData", "test-data"));

  private static final int ETCD_LOGS = 30;
  private static final int ETCD_CHOICES = 14;

  private Seeds() {}

  static List<byte[]> of(Method target) throws IOException {
    return switch (target.getName()) {
      case "edn", "anything" -> files("cases", "history.edn");
      case "json" -> written("jepsen-json");
      case "historyTxt" -> files("store", "history.txt");
      case "testJepsen" -> files("store", "test.jepsen");
      case "fressian" -> files("store", "test.fressian");
      case "polysi", "plume" -> files("cases", "history.txt");
      case "dbcop" -> written("dbcop");
      case "dbcopHist" -> files("cases", "history.hist");
      case "cobra" -> written("cobra");
      case "etcd" -> etcdLogs();
      case "chronos" -> files("cli", "stdin", "\"cts\"");
      case "mixture" -> MixtureFuzzTest.seeds();
      case "workloads" -> workloads();
      case "gzip", "zstd", "lz4", "xz", "bzip2" -> compressed(target.getName());
      case "tar" -> archives(dice -> new TarText(dice).bytes());
      case "zip" -> archives(dice -> new ZipText(dice).bytes());
      case "witness" -> files("cli", "witness");
      default -> List.of(new byte[64], choices(1), choices(2));
    };
  }

  /** Some bytes that are not all the same. */
  private static byte[] choices(int seed) {
    var bytes = new byte[200];
    new java.util.Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static List<byte[]> workloads() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (var edn : files("cases", "history.edn")) {
      var seed = new byte[edn.length + 1];
      seed[0] = (byte) 255; // None is asked for.
      System.arraycopy(edn, 0, seed, 1, edn.length);
      seeds.add(seed);
    }
    return seeds;
  }

  private static List<byte[]> compressed(String as) {
    var text = utf8("{:type :ok, :f :read, :value 3}\n");
    return List.of(
        Bytes.compress(as, text),
        Bytes.compress(as, new byte[3000]),
        Bytes.compress(as, choices(3)),
        Bytes.compress(as, new byte[0]));
  }

  private static List<byte[]> archives(Function<Dice, byte[]> of) {
    return List.of(
        of.apply(new Dice(new byte[64])),
        of.apply(new Dice(choices(1))),
        of.apply(new Dice(choices(2))));
  }

  /** Short ones: what is longer than an input may be is cut off. */
  private static List<byte[]> etcdLogs() {
    var seeds = new ArrayList<byte[]>();
    for (var i = 0; i < ETCD_LOGS; i++) {
      var log = new EtcdLog(new Dice(Arrays.copyOf(choices(i), ETCD_CHOICES)));
      seeds.add(Folders.packed(log.files(false).contents().values()));
    }
    return seeds;
  }

  /** Those with a text in them. */
  private static List<byte[]> files(String below, String name, String with) throws IOException {
    return files(below, name).stream()
        .filter(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(with))
        .toList();
  }

  private static List<byte[]> files(String below, String name) throws IOException {
    try (var paths = Files.walk(TEST_DATA.resolve(below))) {
      var found = new ArrayList<byte[]>();
      for (var path : paths.sorted().toList()) {
        if (path.getFileName().toString().equals(name) && Files.isRegularFile(path)) {
          found.add(Files.readAllBytes(path));
        }
      }
      return found;
    }
  }

  /** The cases, in a format that they are not there in, as far as it can hold them. */
  private static List<byte[]> written(String as) throws IOException {
    var format = (WritableFormat) Formats.named(as);
    var seeds = new ArrayList<byte[]>();
    for (var edn : files("cases", "history.edn")) {
      var written = Oracles.write(Oracles.read(MemoryFiles.file(edn), Oracles.EDN), format);
      if (written != null) {
        var files = written.contents();
        seeds.add(format.writesFolder() ? Folders.packed(files.values()) : files.get(""));
      }
    }
    return seeds;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
