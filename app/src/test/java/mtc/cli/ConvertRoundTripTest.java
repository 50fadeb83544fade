package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import mtc.formats.WritableFormat;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.source.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From each format into each other: the same history, restricted to what both can hold. */
class ConvertRoundTripTest {
  private static final Set<String> KEEP_VERSIONS = Set.of("chronos", "jepsen", "jepsen-json");

  private static final List<String> FORMATS =
      List.of(
          "chronos",
          "jepsen",
          "jepsen-json",
          "polysi",
          "plume",
          "dbcop",
          "dbcop-json",
          "cobra",
          "viper",
          "awdit");
  private static final List<String> WITH_ABORTED =
      List.of("jepsen", "jepsen-json", "plume", "dbcop", "dbcop-json");
  private static final List<String> WITH_REAL_TIME = List.of("chronos", "jepsen", "jepsen-json");
  private static final List<String> WITH_LISTS = List.of("jepsen", "jepsen-json");
  private static final int HISTORIES = 6;

  @TempDir Path folder;

  @Test
  void allWritableFormatsAreTried() {
    var writable = new ArrayList<String>();
    new WritableNames().forEach(writable::add);
    assertEquals(FORMATS.stream().sorted().toList(), writable.stream().sorted().toList());
  }

  @Test
  void everyPairOfFormatsHoldsTheSameHistory() throws IOException {
    for (var from : FORMATS) {
      for (var to : FORMATS) {
        // No other format has the timestamps that chronos is about.
        var seeds = to.equals("chronos") && !from.equals(to) ? 0 : HISTORIES;
        for (var seed = 0; seed < seeds; seed++) {
          var history = random(seed, from, to);
          var first = folder.resolve(from + to + seed);
          var second = folder.resolve(from + to + seed + "-converted");
          write(history, from, first);
          var run =
              from.equals("chronos") && !KEEP_VERSIONS.contains(to)
                  ? Invocation.of(
                      "convert",
                      first,
                      second,
                      "--to",
                      to,
                      "--format",
                      from,
                      "--versions",
                      "ignore")
                  : Invocation.of("convert", first, second, "--to", to, "--format", from);
          assertEquals(0, run.exit(), run.err());
          var where = from + " to " + to + ", seed " + seed;
          var converted = read(second, to);
          var withTime = converted.hasRealTime();
          assertEquals(WITH_REAL_TIME.containsAll(List.of(from, to)), withTime, where);
          assertEquals(rendered(history, withTime), rendered(converted, withTime), where);
        }
      }
    }
  }

  private static void write(History history, String as, Path to) throws IOException {
    var format = (WritableFormat) Formats.named(as);
    try (var destination = Destination.at(to.toAbsolutePath(), to.toString())) {
      try (var writer = format.writer(destination)) {
        writer.write(history);
      }
      destination.commit();
    }
  }

  /** Found from its content, as a user would have it; a Jepsen history is always "jepsen". */
  private static History read(Path path, String expected) throws IOException {
    var reader = new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
    var history = reader.read(path.toString());
    assertEquals(
        switch (expected) {
          case "jepsen-json" -> "jepsen";
          // The two texts differ only in what they allow.
          case "plume" -> history.format().equals("polysi") ? "polysi" : "plume";
          default -> expected;
        },
        history.format());
    return history;
  }

  private static History random(int seed, String from, String to) {
    var random = new Random(seed);
    var pair = List.of(from, to);
    var aborts = WITH_ABORTED.containsAll(pair);
    var builder = new HistoryBuilder("random");
    builder.defaultInitialValue(0);
    var written = 1;
    for (var t = 0; t < 20; t++) {
      // Sessions are 1, 2, 3 and each has a transaction, as dbcop numbers them.
      var session = t < 3 ? t + 1 : 1 + random.nextInt(3);
      builder.begin(builder.session(session), t, t);
      var isAborted = aborts && t > 3 && random.nextInt(4) == 0;
      // Plume's aborted transactions are single operations.
      var first = random.nextInt(4);
      var end = 10L * t + 5 + (session == 1 ? 4 : 0);
      for (var o = isAborted ? 1 : 1 + random.nextInt(4); o > 0; o--) {
        // Of a key that a transaction wrote, Cobra cannot have another operation of it.
        var which = pair.contains("cobra") ? (first + o) % 4 : random.nextInt(4);
        var key = builder.key(builder.scalars().integer(1L << 10 * which));
        if (isAborted || random.nextBoolean()) {
          builder.operation(History.WRITE, key, written++);
          if (from.equals("chronos")) {
            builder.version(end);
          }
        } else if (WITH_LISTS.containsAll(pair) && random.nextInt(4) == 0) {
          var list = builder.key(builder.scalars().string("list"));
          builder.operation(History.APPEND, list, written++);
          builder.readList(list);
          builder.element(written - 1);
        } else {
          // AWDIT has no initial versions but those that a transaction writes.
          var seen = random.nextInt(written);
          builder.operation(History.READ, key, pair.contains("awdit") ? 1 + seen : seen);
        }
      }
      if (from.equals("chronos") || WITH_REAL_TIME.containsAll(pair)) {
        builder.realTime(10L * t, end);
      }
      builder.end(isAborted ? Status.ABORTED : Status.COMMITTED);
    }
    return builder.build();
  }

  /** Session by session; ids and the name of the initial value differ from format to format. */
  private static List<String> rendered(History history, boolean withTime) {
    var lines = new ArrayList<String>();
    for (var t = 0; t < history.transactionCount(); t++) {
      var name = history.sessionName(history.session(t));
      var line = new StringBuilder(number(history.scalars(), name));
      line.append(history.status(t) == Status.COMMITTED ? ":" : " aborted:");
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        line.append(' ').append(operation(history, op));
      }
      if (withTime) {
        line.append(" after ").append(endedBefore(history, t));
      }
      lines.add(line.toString());
    }
    lines.sort((a, b) -> Character.compare(a.charAt(0), b.charAt(0)));
    return lines;
  }

  private static String operation(History history, int op) {
    var key = number(history.scalars(), history.keyName(history.key(op)));
    var value = history.value(op);
    return switch (history.kind(op)) {
      case History.WRITE -> "w(" + key + "," + number(history.scalars(), value) + ")";
      case History.APPEND -> "a(" + key + "," + number(history.scalars(), value) + ")";
      case History.READ_LIST -> "l(" + key + "," + history.listElement(value, 0) + ")";
      default ->
          "r("
              + key
              + ","
              + (value == history.initialValue() ? "initial" : number(history.scalars(), value))
              + ")";
    };
  }

  private static String number(Scalars scalars, int code) {
    return scalars.isIntegral(code) ? Long.toString(scalars.longValue(code)) : scalars.render(code);
  }

  private static int endedBefore(History history, int t) {
    var count = 0;
    for (var other = 0; other < history.transactionCount(); other++) {
      count += history.end(other) < history.start(t) ? 1 : 0;
    }
    return count;
  }
}
