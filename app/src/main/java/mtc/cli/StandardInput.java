package mtc.cli;

import java.io.FilterInputStream;
import java.io.InputStream;

/**
 * Standard input, which is not ours to close: the JDK would put /dev/null in its place, and fail
 * where there is none, as in a container that holds one file.
 */
final class StandardInput extends FilterInputStream {
  StandardInput(InputStream in) {
    super(in);
  }

  @Override
  public void close() {}
}
