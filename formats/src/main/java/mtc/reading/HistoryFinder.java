package mtc.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.jepsen.RunFiles;
import mtc.source.AppleDouble;
import mtc.source.ArchivePart;
import mtc.source.FileName;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.source.Source;

/**
 * Finds the one history of a source.
 *
 * <p>In a directory or an archive it is in the shallowest folder that has any: the {@code
 * history.edn} of a Jepsen store directory or else what there is of {@link RunFiles}, before
 * everything else that Jepsen puts beside it; or the whole folder, for formats that are folders; or
 * the only file that is a history.
 */
final class HistoryFinder {
  /** Where Jepsen writes the history of every key once more, each in a folder of its own. */
  static final String JEPSEN_KEYS = "independent";

  private final List<Format> formats;
  private final boolean isForced;
  private final Limits limits;

  HistoryFinder(List<Format> formats, boolean isForced, Limits limits) {
    this.formats = formats;
    this.isForced = isForced;
    this.limits = limits;
  }

  /**
   * A history's input and its format.
   *
   * @param runFolder if it is a file of a Jepsen run, the folder of the source that it is in; null
   *     if not, or if the source is that file itself
   * @param beside a sentence on the files in that folder that are histories, too, and not the
   *     run's; null if there is none
   * @param ofMacOs how many files were passed over that macOS has put there
   */
  record Found(Input input, Format format, String runFolder, String beside, int ofMacOs) {
    Found(Input input, Format format, int ofMacOs) {
      this(input, format, null, null, ofMacOs);
    }
  }

  Found find(Source source) throws IOException {
    return source.isFile() ? ofFile(source) : ofFolder(source);
  }

  private Found ofFile(Source source) throws IOException {
    var found = new Found[1];
    source.scan((name, head, isWhole) -> {
      var file = new Sample.File(name, head, isWhole);
      var format = formatOf(file);
      found[0] = new Found(text(source.file(name), file.hasMark(), format), format, 0);
    });
    return found[0];
  }

  /** A text as its format reads it. */
  static Input text(Input input, boolean hasMark, Format format) {
    return hasMark && format.isText() ? new MarkedText(input) : input;
  }

  private Format formatOf(Sample.File file) throws InputException {
    if (isForced) {
      if (file.head().length == 0) {
        throw UnknownFile.empty();
      }
      return formats.getFirst();
    }
    var format = Formats.of(new Sample(false, List.of(file)), formats);
    if (format == null) {
      throw UnknownFile.describe(file, formats);
    }
    return format;
  }

  private Found ofFolder(Source source) throws IOException {
    var contents = new Contents(formats, isForced);
    source.scan(contents);
    var folder = contents.shallowest(source);
    if (folder == null) {
      return ofNothing(source, contents);
    }
    contents.expectAllRead(folder, source);
    if (folder.jepsen != null) {
      if (folder.whyNotJepsen != null) {
        throw folder.whyNotJepsen.in(source.file(folder.jepsen.name()).path());
      }
      if (folder.format != null) {
        throw mixes(folder.jepsen.format(), folder.format);
      }
      var input = folder.jepsen.of(source);
      return new Found(
          input, folder.jepsen.format(), folder.name, beside(folder), contents.ofMacOs);
    }
    if (folder.candidates() > 1) {
      throw InputException.of(several(source, folder));
    }
    if (folder.format != null) {
      return new Found(source.folder(folder.name), folder.format, contents.ofMacOs);
    }
    var only = folder.files.getFirst();
    return new Found(only.of(source), only.format(), contents.ofMacOs);
  }

  static InputException mixes(Format one, Format other) {
    return InputException.of("the folder mixes " + one.name() + " and " + other.name() + " files");
  }

  private static String beside(Contents.Folder run) {
    return switch (run.otherCount) {
      case 0 -> null;
      case 1 -> "beside it is a history that was not read: " + run.others.getFirst();
      default -> "beside it are histories that were not read: " + list(run.others, run.otherCount);
    };
  }

  private Found ofNothing(Source source, Contents contents) throws IOException {
    if (contents.unread != null) {
      var first = contents.unread;
      throw InputException.of("no history is in it; " + first);
    }
    if (contents.count == 1 && isForced) {
      return new Found(
          source.file(contents.names.getFirst()), formats.getFirst(), contents.ofMacOs);
    }
    var advice = advice(source.path());
    if (contents.count == 1 && advice.isEmpty()) {
      throw contents.whyNot.in(source.file(contents.names.getFirst()).path());
    }
    throw InputException.of(
        contents.count == 0
            ? (contents.ofMacOs == 0
                    ? "it holds no files"
                    : "no history is in it; " + AppleDouble.note(contents.ofMacOs))
                + advice
            : "no history is in it, only " + list(contents.names, contents.count) + advice);
  }

  /** What to name instead; empty for an archive, which was searched as a whole. */
  private String advice(String path) {
    var nearest = isDirectory(path) ? new HistoryWalk(formats, limits).nearest(path) : null;
    return nearest == null
        ? ""
        : "; name a history below it, such as "
            + Printable.text(nearest)
            + ", or check each with --recursive";
  }

  /** What is inside an archive has a path, but not if nobody can read the archive again. */
  static String oneOfThem(Source source, String first) {
    var path = source.path();
    if (source.surroundings() != null || isDirectory(path)) {
      path += (path.endsWith("/") ? "" : "/") + first;
    } else if (Files.isRegularFile(FileName.path(path))) {
      path = ArchivePart.path(path, first);
    } else {
      return "; unpack it and name one of them";
    }
    return "; name one of them, such as "
        + Printable.text(path)
        + ", or check each with --recursive";
  }

  private static boolean isDirectory(String path) {
    return Files.isDirectory(FileName.path(path));
  }

  private static String several(Source source, Contents.Folder folder) {
    var names = new ArrayList<String>();
    if (folder.format != null) {
      names.add(
          "a "
              + folder.format.name()
              + " folder"
              + (folder.name.isEmpty() ? "" : " " + Printable.text(folder.name)));
    }
    for (var file : folder.files) {
      names.add(Printable.text(file.name()) + " (" + file.format().name() + ")");
    }
    return "several histories are in it: "
        + list(names, folder.candidates())
        + oneOfThem(source, folder.files.getFirst().name());
  }

  private static String list(List<String> names, int count) {
    var shown = String.join(", ", names);
    return count > names.size() ? shown + " and " + (count - names.size()) + " more" : shown;
  }
}
