package mtc.reading;

import java.io.IOException;
import java.io.InputStream;
import mtc.formats.Format;
import mtc.history.History;
import mtc.history.Reading;
import mtc.source.Limits;
import mtc.source.Source;

/** Reads sources that are not on disk. */
public final class OpenSource {
  private OpenSource() {}

  /**
   * The history of a source.
   *
   * @param format null to find it
   */
  public static History read(Source source, Format format, Reading reading, Limits limits)
      throws IOException {
    return new HistoryReader(InputStream.nullInputStream(), format, limits, reading)
        .read(source, null);
  }
}
