package mtc.report;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import mtc.source.Output;

/** The one file that a report is written to, in memory. */
final class OneFile implements Output {
  final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Override
  public OutputStream open() {
    return bytes;
  }

  @Override
  public OutputStream open(String name) {
    throw new AssertionError("asked for one file");
  }

  @Override
  public String toString() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
