package mtc.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.source.InputException;
import mtc.source.Output;

/**
 * Where something generated goes: to a file or folder that is complete or not there at all, or right
 * away to standard output, since it may be long and cannot turn out to be malformed.
 */
record GeneratedOutput(String path, WritableFormat format, boolean force, Streams streams) {
  /** Makes it, and returns what to tell of how it was written, a sentence each. */
  interface Work {
    List<String> writeTo(Output output) throws IOException;
  }

  /** Whoever read the output has seen enough, or the disk is full; {@link StandardOutput} knows. */
  private static final class OutputGone extends IOException {
    private static final long serialVersionUID = 1;
  }

  boolean isStandardOutput() {
    return path.equals(Destination.STANDARD_OUTPUT);
  }

  /** Does the work and returns the exit code. */
  int make(Work work) throws IOException {
    List<String> sentences;
    try {
      sentences = isStandardOutput() ? work.writeTo(standardOutput()) : writeFile(work);
    } catch (OutputGone e) {
      return ExitCode.IO;
    } catch (UnwritableException e) {
      streams.err().println("mtc: not as " + format.name() + ": " + e.getMessage());
      return ExitCode.UNKNOWN;
    } catch (InputException e) {
      throw e.in(path);
    }
    for (var sentence : sentences) {
      streams.err().println("mtc: " + path + ": " + sentence);
    }
    return ExitCode.OK;
  }

  private List<String> writeFile(Work work) throws IOException {
    try (var destination = Destination.of(path, format, force, streams.out())) {
      var sentences = work.writeTo(destination);
      destination.commit();
      return sentences;
    }
  }

  private Output standardOutput() {
    return new Output() {
      @Override
      public OutputStream open() {
        return new Unclosed(streams.out());
      }

      @Override
      public OutputStream open(String name) {
        throw new IllegalStateException("standard output is no folder");
      }
    };
  }

  private static final class Unclosed extends FilterOutputStream {
    private final PrintStream to;

    Unclosed(PrintStream to) {
      super(to);
      this.to = to;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      to.write(bytes, offset, length);
      if (to.checkError()) {
        throw new OutputGone();
      }
    }

    @Override
    public void close() {
      to.flush();
    }
  }
}
