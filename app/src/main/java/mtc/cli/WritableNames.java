package mtc.cli;

import java.util.ArrayList;
import java.util.Iterator;
import mtc.formats.WritableFormat;
import mtc.reading.Formats;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The names of the formats that can be written, for help and completion. */
final class WritableNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    var names = new ArrayList<String>();
    for (var format : Formats.ALL) {
      if (format instanceof WritableFormat) {
        names.add(format.name());
      }
    }
    return names.iterator();
  }

  /** The format of a name; that there is none is an error of the command's user. */
  static WritableFormat format(String name, CommandSpec command) {
    if (Formats.named(name) instanceof WritableFormat format) {
      return format;
    }
    throw new ParameterException(
        command.commandLine(),
        "there is no format '"
            + name
            + "' to write; there are "
            + String.join(", ", new WritableNames()));
  }
}
