package mtc.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import mtc.source.Printable;

/**
 * Standard output that remembers that a write failed. {@link PrintStream} swallows the exception,
 * and a verdict that never arrived on a full disk must not end in exit code 0.
 */
final class StandardOutput extends FilterOutputStream {
  private IOException failure;

  StandardOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  boolean failed() {
    return failure != null;
  }

  /**
   * A reader that has seen enough, such as {@code head}, is no news to anyone: stay silent then.
   */
  int report(PrintStream err) {
    var message = String.valueOf(failure.getMessage());
    if (!message.contains("Broken pipe")) {
      err.println("mtc: standard output: " + Printable.text(message));
    }
    return ExitCode.IO;
  }
}
