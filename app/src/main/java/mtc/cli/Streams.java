package mtc.cli;

import java.io.InputStream;
import java.io.PrintStream;
import mtc.source.Printable;

/**
 * What a command reads and writes in place of the process's own streams, so that tests can look;
 * and whether somebody wants it to come to an end.
 */
record Streams(InputStream in, PrintStream out, PrintStream err, Interrupt interrupt) {
  /** Says something that concerns the user, in a line of its own. */
  void tell(String sentence) {
    err.println("mtc: " + Printable.text(sentence));
  }

  Streams(InputStream in, PrintStream out, PrintStream err) {
    this(in, out, err, Interrupt.never());
  }
}
