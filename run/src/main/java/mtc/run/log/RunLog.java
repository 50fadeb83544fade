package mtc.run.log;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import mtc.cli.Destination;
import mtc.run.store.Outcome;
import mtc.run.workload.Transaction;

/**
 * The log of a run, a Jepsen history. The order of its lines is the order of events: a line is
 * written, and its time taken, while no other one can be; and it is with the operating system
 * before what it tells of goes on, so that it is there whatever ends this process.
 */
public final class RunLog implements Closeable {
  private static final int LONGEST_ERROR = 400;

  private final Path file;
  private final Syntax syntax;
  private final FileOutputStream out;
  private final long start = System.nanoTime();
  private final ThreadLocal<StringBuilder> line = ThreadLocal.withInitial(StringBuilder::new);

  /** By line, where it ends. */
  private long[] lineEnd = new long[1 << 12];

  /** By line, how many transactions committed up to it. */
  private int[] commits = new int[1 << 12];

  private int lines;
  private int linesBeforeClients = -1;
  private long bytes;
  private boolean isSealed;
  private final long[] completed = new long[Outcome.Status.values().length];

  /**
   * How much there is.
   *
   * @param committed how many transactions of it committed
   * @param nanos its last time
   */
  public record Extent(int lines, long committed, long failed, long unknown, long nanos) {
    public long transactions() {
      return committed + failed + unknown;
    }
  }

  /**
   * Begins a log.
   *
   * @param replace whether a file that is there may go
   * @param header what a person should know about the run
   */
  public RunLog(Path file, Syntax syntax, boolean replace, String header) throws IOException {
    this.file = file;
    this.syntax = syntax;
    this.out = newFile(file, replace);
    if (syntax == Syntax.EDN) {
      for (var headerLine : header.split("\n")) {
        put("; " + headerLine + "\n");
      }
    } else {
      event("mtc-run", header);
    }
  }

  /**
   * A new file of that name, at once: the log is to be there whatever ends the run. What had the
   * name stays as it was until then, and without force also afterwards.
   */
  private static FileOutputStream newFile(Path file, boolean replace) throws IOException {
    try (var destination = Destination.of(file, replace)) {
      var made = destination.open();
      made.close();
      destination.commit();
    }
    return new FileOutputStream(file.toFile(), true);
  }

  public Path file() {
    return file;
  }

  public void invoke(long process, Transaction transaction) {
    var text = fresh();
    syntax.operation("invoke", process, transaction, false, text);
    noteClient();
    write(text, null);
  }

  private synchronized void noteClient() {
    if (linesBeforeClients < 0) {
      linesBeforeClients = lines;
    }
  }

  /** How many lines come before the first operation of a client. */
  public synchronized int linesBeforeClients() {
    return Math.max(0, linesBeforeClients);
  }

  public void complete(long process, Transaction transaction, Outcome outcome) {
    var text = fresh();
    var type =
        switch (outcome.status()) {
          case OK -> "ok";
          case FAIL -> "fail";
          case INFO -> "info";
        };
    syntax.operation(type, process, transaction, outcome.status() == Outcome.Status.OK, text);
    if (outcome.error() != null) {
      var error = outcome.error();
      syntax.error(
          error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR), text);
    }
    write(text, outcome.status());
  }

  /** Something that no client did: a fault. */
  public void event(String function, String value) {
    var text = fresh();
    syntax.event(function, value, text);
    write(text, null);
  }

  private StringBuilder fresh() {
    var text = line.get();
    text.setLength(0);
    return text;
  }

  private synchronized void write(StringBuilder text, Outcome.Status completes) {
    if (isSealed) {
      return; // A session that was given up on came back.
    }
    syntax.end(System.nanoTime() - start, text);
    if (completes != null) {
      completed[completes.ordinal()]++;
    }
    put(text.toString());
  }

  /** Every character is ASCII but those of errors. */
  private void put(String text) {
    var encoded = text.getBytes(StandardCharsets.UTF_8);
    try {
      out.write(encoded);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
    bytes += encoded.length;
    if (lines == lineEnd.length) {
      lineEnd = Arrays.copyOf(lineEnd, lines * 2);
      commits = Arrays.copyOf(commits, lines * 2);
    }
    commits[lines] = (int) completed[Outcome.Status.OK.ordinal()];
    lineEnd[lines++] = bytes;
  }

  public synchronized Extent extent() {
    return new Extent(
        lines,
        completed[Outcome.Status.OK.ordinal()],
        completed[Outcome.Status.FAIL.ordinal()],
        completed[Outcome.Status.INFO.ordinal()],
        System.nanoTime() - start);
  }

  /** The first lines, as bytes to read. */
  public InputStream prefix(int lineCount) throws IOException {
    return new Prefix(Files.newInputStream(file), end(lineCount));
  }

  private synchronized long end(int lineCount) {
    return lineCount == 0 ? 0 : lineEnd[lineCount - 1];
  }

  /** How many transactions committed within the first lines. */
  public synchronized int commits(int lineCount) {
    return lineCount == 0 ? 0 : commits[lineCount - 1];
  }

  /**
   * Copies the first lines to another file.
   *
   * @param replace whether a file that is there may go
   */
  public void copyPrefix(int lineCount, Path to, boolean replace) throws IOException {
    try (var destination = Destination.of(to, replace)) {
      try (var in = prefix(lineCount);
          var copy = destination.open()) {
        in.transferTo(copy);
      }
      destination.commit();
    }
  }

  /** Nothing is written any more. */
  public synchronized void seal() {
    isSealed = true;
  }

  @Override
  public synchronized void close() throws IOException {
    seal();
    out.close();
  }
}
