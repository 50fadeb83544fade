package mtc.formats.jepsen;

import java.io.IOException;
import java.io.InputStream;
import mtc.formats.bytes.LimitedLines;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import mtc.source.Limits;
import mtc.source.SeekableBytes;
import tools.jackson.core.JacksonException;

/** How many operations a file of a run has, told as cheaply as it can. */
public final class RunCount {
  private final Scalars scalars = new Scalars();
  private final Operation op = new Operation();
  private long count;

  private RunCount() {}

  /**
   * What is wrong with the file, who reads the history from it says: then as many as come first.
   */
  public static long of(RunFiles.Kind kind, InputStream in, Limits limits) {
    var counted = new RunCount();
    try {
      switch (kind) {
        case BLOCKS -> counted.countBlocks(in);
        case FRESSIAN -> counted.countFressian(in);
        case TEXT ->
            counted.countAll(new TextOperations(new LimitedLines(in, limits), counted.scalars));
        case EDN -> counted.countEdn(in);
        case RESULTS, OTHER -> {}
      }
    } catch (IOException | JacksonException e) {
      return counted.count;
    }
    return counted.count;
  }

  private void countAll(OperationSource operations) throws IOException {
    for (count = 0; operations.next(op); count++) {}
  }

  private void countEdn(InputStream in) throws IOException {
    try (var operations = JepsenFormat.operations(in, scalars)) {
      countAll(operations);
    }
  }

  /** A file whose last block was sealed says it itself. */
  private void countBlocks(InputStream in) throws IOException {
    try (var file = new BlockFile(SeekableBytes.of(in))) {
      var test = StoredTest.of(file);
      count = test.statedCount();
      if (!test.isSealed()) {
        try (var operations = new StoredOperations(file, test, scalars, 1)) {
          countAll(operations);
        }
      }
    }
  }

  private void countFressian(InputStream in) throws IOException {
    var bytes = in.readAllBytes();
    var parser = new FressianParser(bytes, 0, bytes.length, 0);
    new TestMap()
        .read(
            parser,
            history -> {
              var operations = OperationParser.within(Tokens.of(history, scalars));
              while (operations.next(op)) {
                count++;
              }
            });
  }
}
