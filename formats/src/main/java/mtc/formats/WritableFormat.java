package mtc.formats;

import java.io.IOException;
import mtc.source.Output;

/** A format that histories can also be written in. */
public interface WritableFormat extends Format {
  /** Whether a history in this format is a folder of files, not a single file. */
  boolean writesFolder();

  HistoryWriter writer(Output output) throws IOException;
}
