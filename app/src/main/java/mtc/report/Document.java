package mtc.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mtc.source.Output;

/**
 * A file or folder about all inputs, written at the end.
 *
 * @param <P> what it says of one input, which must not hold on to a history
 */
public abstract class Document<P> implements Report {
  private final Output output;
  private final List<P> parts = new ArrayList<>();

  protected Document(Output output) {
    this.output = output;
  }

  /** What it says of one input. */
  protected abstract P part(Answers input);

  /** Writes what it says of all of them. */
  protected abstract void write(List<P> all, Output to) throws IOException;

  @Override
  public final Part on(Answers input) {
    var part = part(input);
    return () -> parts.add(part);
  }

  @Override
  public final void end() throws IOException {
    write(parts, output);
  }

  /** Writes a text as all there is in a file. */
  protected static void write(CharSequence text, OutputStream file) throws IOException {
    try (file) {
      file.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }
}
