package mtc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** A command line that was run in this JVM, and what it printed. */
record Invocation(int exit, byte[] out, String err) {
  static Invocation of(Object... args) {
    return reading("", args);
  }

  /** What it printed, where that is text. */
  String text() {
    return new String(out, UTF_8);
  }

  static Invocation reading(String stdin, Object... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var words = new String[args.length];
    for (var i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    var exit =
        Main.run(
            new ByteArrayInputStream(stdin.getBytes(UTF_8)),
            new PrintStream(out, false, UTF_8),
            new PrintStream(err, false, UTF_8),
            words);
    return new Invocation(exit, out.toByteArray(), err.toString(UTF_8));
  }
}
