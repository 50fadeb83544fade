package mtc.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import mtc.check.Checker;
import mtc.history.History;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Data flows one way through the rooms: a package knows only those before it. */
class RoomsTest {
  /**
   * All rooms in the order of the flow, from bytes to what a person sees. A room that stands on one
   * line with others knows none of them.
   */
  private static final List<List<String>> FLOW =
      List.of(
          List.of("column", "source", "edn"),
          List.of("history"),
          List.of("workload"),
          List.of("formats.bytes", "fressian"),
          List.of("formats", "formats.json"),
          List.of("formats.numeric"),
          List.of(
              "formats.chronos",
              "formats.cobra",
              "formats.dbcop",
              "formats.etcd",
              "formats.jepsen",
              "formats.porcupine",
              "formats.text",
              "formats.viper"),
          List.of("reading"),
          List.of("witness", "solve"),
          List.of("verdict"),
          List.of("linear"),
          List.of("search", "registers"),
          List.of("check"),
          List.of("mini", "generate"),
          List.of("report"),
          List.of("report.page"),
          List.of("cli.completion"),
          List.of("cli"));

  private static final Pattern CLASS_NAME = Pattern.compile("mtc/([a-z/]+)/[A-Z]\\w*");

  /** By room: the rooms that its classes mention, itself left out. */
  private static final Map<String, Set<String>> KNOWN = new TreeMap<>();

  @BeforeAll
  static void look() throws Exception {
    for (var ofModule : List.of(Checker.class, History.class)) {
      var place = Path.of(ofModule.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(place)) {
        lookIn(place);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          lookIn(jar.getPath("/"));
        }
      }
    }
  }

  private static void lookIn(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".class")) {
          lookAt(Files.readAllBytes(file));
        }
      }
    }
  }

  private static void lookAt(byte[] bytes) {
    var model = ClassFile.of().parse(bytes);
    var room = room(model.thisClass().asInternalName());
    var known = KNOWN.computeIfAbsent(room, _ -> new TreeSet<>());
    for (var entry : model.constantPool()) {
      if (entry instanceof ClassEntry || entry instanceof Utf8Entry) {
        var text = entry instanceof ClassEntry c ? c.asInternalName() : entry.toString();
        var names = CLASS_NAME.matcher(text);
        while (names.find()) {
          known.add(names.group(1).replace('/', '.'));
        }
      }
    }
    known.remove(room);
  }

  private static String room(String className) {
    return className.substring("mtc/".length(), className.lastIndexOf('/')).replace('/', '.');
  }

  @Test
  void everyRoomHasItsPlaceInTheFlow() {
    var placed = new TreeSet<String>();
    FLOW.forEach(placed::addAll);
    assertEquals(placed, new TreeSet<>(KNOWN.keySet()));
  }

  @Test
  void noRoomLooksAgainstTheFlow() {
    var against = new ArrayList<String>();
    var before = new TreeSet<String>();
    for (var line : FLOW) {
      for (var room : line) {
        for (var known : KNOWN.getOrDefault(room, Set.of())) {
          if (!before.contains(known)) {
            against.add(room + " knows " + known);
          }
        }
      }
      before.addAll(line);
    }
    assertTrue(against.isEmpty(), () -> String.join("\n", against));
  }
}
