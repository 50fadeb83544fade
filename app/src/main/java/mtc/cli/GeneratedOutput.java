package mtc.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.source.Output;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where something generated goes: to a file or folder that is complete or not there at all, or
 * right away to standard output, since it may be long and cannot turn out to be malformed.
 */
record GeneratedOutput(
    String path, WritableFormat format, boolean force, Streams streams, CommandSpec command) {
  /** Makes it. */
  interface Work {
    void writeTo(Output output) throws IOException;
  }

  /** Whoever read the output has seen enough, or the disk is full; {@link StandardOutput} knows. */
  private static final class OutputGone extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** Does the work and returns the exit code. */
  int make(Work work) throws IOException {
    try {
      if (path.equals(Destination.STANDARD_OUTPUT)) {
        work.writeTo(standardOutput());
      } else {
        writeFile(work);
      }
      return ExitCode.OK;
    } catch (OutputGone e) {
      return ExitCode.IO;
    } catch (UnwritableException e) {
      streams.tell("not as " + format.name() + ": " + e.getMessage());
      return ExitCode.UNKNOWN;
    } catch (IOException e) {
      throw Destination.unwritten(path, e);
    }
  }

  private void writeFile(Work work) throws IOException {
    var outputs = new Outputs(command, streams, force, List.of());
    try (var destination = outputs.of(path, format)) {
      work.writeTo(destination);
      destination.commit();
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
