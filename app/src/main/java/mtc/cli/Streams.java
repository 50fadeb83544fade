package mtc.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * What a command reads and writes in place of the process's own streams, so that tests can look.
 */
record Streams(InputStream in, PrintStream out, PrintStream err) {}
