package mtc.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Writes a workload down for a client program: a line per transaction, in the shape of a Jepsen
 * invocation. A client runs the lines of one process in order, fills in what it read and logs the
 * line as completed; the log is then a history that {@code mtc check} reads.
 */
public final class WorkloadWriter {
  /** How the lines are spelt. */
  public enum Syntax {
    EDN(
        "{:type :invoke, :process ",
        ", :f :txn, :value [",
        "[:r ",
        " nil]",
        "[:w ",
        "[:append ",
        " "),
    JSONL(
        "{\"type\":\"invoke\",\"process\":",
        ",\"f\":\"txn\",\"value\":[",
        "[\"r\",",
        ",null]",
        "[\"w\",",
        "[\"append\",",
        ",");

    private final byte[] opening;
    private final byte[] operations;
    private final byte[] read;
    private final byte[] readEnd;
    private final byte[] write;
    private final byte[] append;

    /** Between operations, and between a key and a value. */
    private final byte[] separator;

    Syntax(String... parts) {
      opening = ascii(parts[0]);
      operations = ascii(parts[1]);
      read = ascii(parts[2]);
      readEnd = ascii(parts[3]);
      write = ascii(parts[4]);
      append = ascii(parts[5]);
      separator = ascii(parts[6]);
    }

    /** As people write it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final byte[] END = ascii("]}\n");

  /** More than a line without its operations takes, and more than an operation. */
  private static final int ROOM = 128;

  private final Syntax syntax;
  private final byte[] write;
  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int used;

  /**
   * @param hasLists whether a write appends to the list that its key holds
   */
  public WorkloadWriter(Syntax syntax, boolean hasLists, OutputStream out) {
    this.syntax = syntax;
    this.write = hasLists ? syntax.append : syntax.write;
    this.out = out;
  }

  /** Writes so many transactions for each session, in turns, and flushes. */
  public void write(Workload workload, int sessions, int transactionsPerSession)
      throws IOException {
    for (var i = 0; i < transactionsPerSession; i++) {
      for (var session = 0; session < sessions; session++) {
        workload.next();
        line(workload, session);
      }
    }
    out.write(buffer, 0, used);
    out.flush();
  }

  private void line(Workload workload, int session) throws IOException {
    makeRoom();
    put(syntax.opening);
    put(session);
    put(syntax.operations);
    for (var i = 0; i < workload.size; i++) {
      makeRoom();
      if (i > 0) {
        put(syntax.separator);
      }
      put(workload.isWrite[i] ? write : syntax.read);
      put(workload.key[i]);
      if (workload.isWrite[i]) {
        put(syntax.separator);
        put(workload.value[i]);
        buffer[used++] = ']';
      } else {
        put(syntax.readEnd);
      }
    }
    put(END);
  }

  private void makeRoom() throws IOException {
    if (used > buffer.length - ROOM) {
      out.write(buffer, 0, used);
      used = 0;
    }
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, buffer, used, bytes.length);
    used += bytes.length;
  }

  private void put(int number) {
    var digits = 1;
    for (var rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    var rest = number;
    for (var i = used + digits - 1; i >= used; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    used += digits;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
