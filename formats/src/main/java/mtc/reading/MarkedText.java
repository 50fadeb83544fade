package mtc.reading;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import mtc.formats.Sample;
import mtc.source.Input;

/** A text without the byte order mark that it begins with. */
record MarkedText(Input input) implements Input {
  @Override
  public String path() {
    return input.path();
  }

  @Override
  public InputStream open() throws IOException {
    var in = input.open();
    in.skipNBytes(Sample.MARK);
    return in;
  }

  @Override
  public List<Entry> entries() {
    return List.of();
  }

  @Override
  public boolean isFolder() {
    return false;
  }
}
