package mtc.source;

import java.io.IOException;
import java.io.OutputStream;

/** Where a history is written: a single file, or a folder of named files. */
public interface Output {
  /** The single file. */
  OutputStream open() throws IOException;

  /** A new file of the folder. */
  OutputStream open(String name) throws IOException;
}
