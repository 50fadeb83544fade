package mtc.formats.numeric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import mtc.formats.WritableFormat;
import mtc.formats.cobra.CobraFormat;
import mtc.formats.dbcop.DbcopFormat;
import mtc.formats.memory.MemoryOutput;
import mtc.formats.memory.RandomHistories;
import mtc.formats.memory.Rendered;
import mtc.formats.text.OperationLinesFormat;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

/** Random histories, restricted to what each format holds as it is. */
class WriterRoundTripTest {
  private static final int HISTORIES = 300;

  @Test
  void polysiTextReadsBackTheSame() throws IOException {
    for (var seed = 0; seed < HISTORIES; seed++) {
      var history = new RandomHistories(seed, false).segments(1)[0];
      var back = roundTrip(OperationLinesFormat.polySi(), history);
      assertEquals(Rendered.lines(history), Rendered.lines(back));
    }
  }

  @Test
  void plumeTextReadsBackTheSameWithAbortedOperationsOneByOne() throws IOException {
    for (var seed = 0; seed < HISTORIES; seed++) {
      var history = new RandomHistories(seed, true).segments(1)[0];
      var back = roundTrip(OperationLinesFormat.plume(), history);
      assertEquals(Rendered.bySession(abortedOneByOne(history)), Rendered.bySession(back));
      assertEquals(
          Rendered.lines(back), Rendered.lines(roundTrip(OperationLinesFormat.plume(), back)));
    }
  }

  @Test
  void dbcopReadsBackTheSame() throws IOException {
    for (var seed = 0; seed < HISTORIES; seed++) {
      var history = new RandomHistories(seed, true).segments(1)[0];
      if (anyCommitted(history)) {
        var renumbered = roundTrip(new DbcopFormat(), history);
        assertEquals(renumbered(history), renumbered(renumbered));
      }
    }
  }

  @Test
  void cobraReadsBackTheSame() throws IOException {
    for (var seed = 0; seed < HISTORIES; seed++) {
      var history = new RandomHistories(seed, false).segments(1)[0];
      var back = roundTrip(new CobraFormat(), history);
      assertEquals(
          Rendered.bySession(history),
          Rendered.bySession(back).stream().map(WriterRoundTripTest::decimal).toList());
    }
  }

  @Test
  void segmentsMakeNoDifference() throws IOException {
    for (WritableFormat format :
        new WritableFormat[] {
          OperationLinesFormat.polySi(),
          OperationLinesFormat.plume(),
          new DbcopFormat(),
          new CobraFormat()
        }) {
      for (var seed = 0; seed < HISTORIES; seed++) {
        var both = new RandomHistories(seed, false).bothWays();
        var once = Rendered.write(format, both[0]).files();
        var often = Rendered.write(format, both[1]).files();
        assertEquals(once.keySet(), often.keySet());
        once.forEach((name, bytes) -> assertArrayEquals(bytes, often.get(name)));
      }
    }
  }

  @Test
  void whatIsHeldAsItIsIsNotReportedAsMapped() throws IOException {
    var history = new RandomHistories(5, false).segments(1)[0];
    try (var writer = OperationLinesFormat.polySi().writer(new MemoryOutput())) {
      writer.write(history);
      assertTrue(writer.mappings().isEmpty(), writer.mappings().toString());
    }
  }

  private static History roundTrip(WritableFormat format, History history) throws IOException {
    var written = Rendered.write(format, history);
    return Rendered.read(format, written.asInput(format.writesFolder()));
  }

  private static boolean anyCommitted(History history) {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.isCommitted(t)) {
        return true;
      }
    }
    return false;
  }

  /** dbcop's sessions are 1, 2, 3, … : those that a history has none of close ranks. */
  private static List<String> renumbered(History history) {
    var lines = Rendered.bySession(history);
    var names =
        lines.stream().map(line -> line.substring(0, line.indexOf(' '))).distinct().toList();
    return lines.stream()
        .map(line ->
            names.indexOf(line.substring(0, line.indexOf(' '))) + line.substring(line.indexOf(' ')))
        .toList();
  }

  private static History abortedOneByOne(History history) {
    var builder = new HistoryBuilder(history.format());
    builder.defaultInitialValue(0);
    for (var t = 0; t < history.transactionCount(); t++) {
      var aborted = history.status(t) == Status.ABORTED;
      for (var o = history.firstOperation(t); o < history.endOperation(t); o++) {
        if (aborted || o == history.firstOperation(t)) {
          var session = history.scalars().longValue(history.sessionName(history.session(t)));
          builder.begin(builder.session(builder.scalars().integer(session)), history.id(t), 0);
        }
        var key = history.scalars().longValue(history.keyName(history.key(o)));
        var value = history.scalars().longValue(history.value(o));
        builder.operation(
            history.kind(o),
            builder.key(builder.scalars().integer(key)),
            builder.scalars().integer(value));
        if (aborted || o == history.endOperation(t) - 1) {
          builder.end(history.status(t));
        }
      }
    }
    return builder.build();
  }

  /** Cobra's numbers are shown as hexadecimal where they are large. */
  private static String decimal(String line) {
    return Pattern.compile("0x([0-9a-f]+)")
        .matcher(line)
        .replaceAll(found -> Long.toString(Long.parseUnsignedLong(found.group(1), 16)));
  }
}
