package mtc.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.jepsen.RunFiles;
import mtc.source.ArchivePart;
import mtc.source.FileName;
import mtc.source.Foreign;
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

  private static final int SHOWN = 10;

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
   */
  record Found(Input input, Format format, String runFolder, String beside) {
    Found(Input input, Format format) {
      this(input, format, null, null);
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
      found[0] = new Found(text(source.file(name), file.hasMark(), format), format);
    });
    return found[0];
  }

  /** A text as its format reads it. */
  private static Input text(Input input, boolean hasMark, Format format) {
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
    var contents = new Contents();
    source.scan(contents);
    var folder = contents.shallowest(source);
    if (folder == null) {
      return ofNothing(source, contents);
    }
    contents.expectAllRead(folder, source);
    if (folder.jepsen != null) {
      if (folder.whyNotJepsen != null) {
        throw folder.whyNotJepsen.in(source.file(folder.jepsen.name).path());
      }
      if (folder.format != null) {
        throw mixes(folder.jepsen.format, folder.format);
      }
      var input = folder.jepsen.of(source);
      return new Found(input, folder.jepsen.format, folder.name, beside(folder));
    }
    if (folder.candidates() > 1) {
      throw InputException.of(several(source, folder));
    }
    if (folder.format != null) {
      return new Found(source.folder(folder.name), folder.format);
    }
    var only = folder.files.getFirst();
    return new Found(only.of(source), only.format);
  }

  private static InputException mixes(Format one, Format other) {
    return InputException.of("the folder mixes " + one.name() + " and " + other.name() + " files");
  }

  private static String beside(Folder run) {
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
      return new Found(source.file(contents.names.getFirst()), formats.getFirst());
    }
    var advice = advice(source.path());
    if (contents.count == 1 && advice.isEmpty()) {
      throw contents.whyNot.in(source.file(contents.names.getFirst()).path());
    }
    throw InputException.of(
        contents.count == 0
            ? "it holds no files" + advice
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
  private static String oneOfThem(Source source, String first) {
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

  private static String several(Source source, Folder folder) {
    var names = new ArrayList<String>();
    if (folder.format != null) {
      names.add(
          "a "
              + folder.format.name()
              + " folder"
              + (folder.name.isEmpty() ? "" : " " + Printable.text(folder.name)));
    }
    for (var file : folder.files) {
      names.add(Printable.text(file.name) + " (" + file.format.name() + ")");
    }
    return "several histories are in it: "
        + list(names, folder.candidates())
        + oneOfThem(source, folder.files.getFirst().name);
  }

  private static String list(List<String> names, int count) {
    var shown = String.join(", ", names);
    return count > names.size() ? shown + " and " + (count - names.size()) + " more" : shown;
  }

  /** Something in a source that could not be read. */
  private record Unread(String name, String what) {
    InputException asError() {
      return InputException.of(
          this + ", so this may not be all of the history; take it away, or name the history");
    }

    @Override
    public String toString() {
      return Printable.text(name) + " in it is " + Printable.text(what);
    }
  }

  /** A file that is a history by itself. */
  private record Candidate(String name, Format format, boolean hasMark) {
    Input of(Source source) throws IOException {
      return text(source.file(name), hasMark, format);
    }
  }

  /** What of one folder could be the history. */
  private static final class Folder {
    final String name;
    final int depth;
    Candidate jepsen;
    InputException whyNotJepsen;
    Format format;
    int fileCount;
    final List<Candidate> files = new ArrayList<>();

    /** Of the files, how many are none that Jepsen writes beside a history, and their names. */
    int otherCount;

    final List<String> others = new ArrayList<>();

    Folder(String name, int depth) {
      this.name = name;
      this.depth = depth;
    }

    void add(Candidate file, String lastName) {
      if (fileCount++ < SHOWN) {
        files.add(file);
      }
      if (!RunFiles.isOfRun(lastName, file.format) && otherCount++ < SHOWN) {
        others.add(Printable.text(file.name));
      }
    }

    int candidates() {
      return fileCount + (format == null ? 0 : 1);
    }
  }

  /** Everything that was found, without the bytes. */
  private final class Contents implements Source.Visitor {
    private final Map<String, Folder> folders = new TreeMap<>();
    private final List<String> names = new ArrayList<>();
    private int count;

    /** Why the first file is none. */
    private InputException whyNot;

    /** What could not be read and may be a part of the history: a sentence on the first of it. */
    private Unread unread;

    /** By format, files that begin like its members and are not called so. */
    private final Map<Format, List<String>> strays = new HashMap<>();

    /** What is called like a history, and no format knows: the first of it. */
    private String doubtful;

    /** Folders of clients, and those in which something is. */
    private final Set<String> clients = new TreeSet<>();

    private final Set<String> filled = new HashSet<>();

    /** Sub-folders, by name. */
    private final List<String> subfolders = new ArrayList<>();

    @Override
    public void unreadable(String name, String what) {
      filled.add(FileName.folder(name));
      if (unread == null || RunFiles.isCertain(ofRun(name))) {
        unread = new Unread(name, what);
      }
    }

    /** Without folders, and as one of a run's files is called before others pack it. */
    private static String ofRun(String name) {
      return Foreign.withoutSuffix(FileName.last(name));
    }

    @Override
    public void folder(String name) {
      if (Source.isOfClient(FileName.last(name))) {
        clients.add(name);
      }
      if (isMember(name)) {
        subfolders.add(name);
      }
    }

    private boolean isMember(String name) {
      for (var format : formats) {
        if (format.namesMember(FileName.last(name))) {
          return true;
        }
      }
      return false;
    }

    /**
     * A verdict on a part of what was given would be a wrong one. Only beside the history of a
     * Jepsen run does it not matter what else there is, unless that would have been read first.
     */
    void expectAllRead(Folder chosen, Source source) throws IOException {
      if (chosen.jepsen != null) {
        if (unread != null
            && unread.name.equals(inFolder(chosen, FileName.last(unread.name)))
            && RunFiles.isCertain(ofRun(unread.name))
            && RunFiles.rank(ofRun(unread.name))
                < RunFiles.rank(FileName.last(chosen.jepsen.name))) {
          throw unread.asError();
        }
        return;
      }
      if (unread != null) {
        throw unread.asError();
      }
      if (chosen.format == null) {
        if (doubtful != null) {
          throw new Unread(doubtful, "called like a history, and none that can be read").asError();
        }
        return;
      }
      expectNoStrays(chosen, source);
      for (var name : subfolders) {
        var last = FileName.last(name);
        var own = name.substring(0, Math.max(0, name.length() - last.length() - 1));
        if (chosen.format.logFolder(own).equals(chosen.name) && chosen.format.namesMember(last)) {
          throw new Unread(name, "a folder").asError();
        }
      }
      expectNoEmptyClient(chosen);
    }

    /** In the folder itself the reader looks at everything, also through links. */
    private void expectNoStrays(Folder log, Source source) throws IOException {
      var read = new HashSet<>();
      var identities = new HashMap<String, Map<String, Object>>();
      for (var name : strays.getOrDefault(log.format, List.of())) {
        var own = FileName.folder(name);
        if (own.equals(log.name)) {
          continue;
        }
        if (read.isEmpty()) {
          read.addAll(identities(log.name, source).values());
        }
        if (!identities.containsKey(own)) {
          identities.put(own, identities(own, source));
        }
        if (!read.contains(identities.get(own).get(FileName.last(name)))) {
          throw new Unread(name, "like a part of the log (" + log.format.name() + ")").asError();
        }
      }
    }

    /** One that only watched has another file; one with nothing has lost what it did. */
    private void expectNoEmptyClient(Folder log) throws InputException {
      for (var name : clients) {
        if (!name.equals(log.name)
            && !filled.contains(name)
            && log.format.logFolder(name).equals(log.name)) {
          throw new Unread(name, "a client's folder with nothing in it").asError();
        }
      }
    }

    private static Map<String, Object> identities(String folder, Source source) throws IOException {
      var identities = new HashMap<String, Object>();
      for (var entry : source.folder(folder).entries()) {
        identities.put(entry.name(), entry.identity());
      }
      return identities;
    }

    private static String inFolder(Folder folder, String name) {
      return folder.name.isEmpty() ? name : folder.name + "/" + name;
    }

    @Override
    public void file(String name, byte[] head, boolean isWhole) throws InputException {
      filled.add(FileName.folder(name));
      if (count++ < SHOWN) {
        names.add(Printable.text(name));
      }
      var file = new Sample.File(FileName.last(name), head, isWhole);
      var inFolder =
          RunFiles.isCertain(file.name())
              ? null
              : Formats.of(new Sample(true, List.of(file)), formats);
      var alone = inFolder != null ? null : Formats.of(new Sample(false, List.of(file)), formats);
      var isJepsen = RunFiles.contains(file.name(), alone) && (!isForced || alone != null);
      if (inFolder == null && alone == null && !isJepsen) {
        if (count == 1) {
          whyNot = UnknownFile.describe(file, formats);
        }
        if (doubtful == null && UnknownFile.mayBeHistory(file)) {
          doubtful = name;
        }
        addStray(name, Formats.ofMember(file, formats));
        return;
      }
      var own = FileName.folder(name);
      var folder = named(inFolder == null ? own : inFolder.logFolder(own));
      if (isJepsen) {
        addJepsen(folder, new Candidate(name, alone, file.hasMark()), file);
      } else if (inFolder != null) {
        addMember(folder, inFolder);
      } else {
        folder.add(new Candidate(name, alone, file.hasMark()), file.name());
      }
    }

    private void addStray(String name, Format format) {
      if (format != null) {
        strays.computeIfAbsent(format, f -> new ArrayList<>()).add(name);
      }
    }

    private void addJepsen(Folder folder, Candidate found, Sample.File file) {
      if (folder.jepsen != null
          && RunFiles.rank(FileName.last(folder.jepsen.name)) < RunFiles.rank(file.name())) {
        return;
      }
      folder.jepsen = found;
      folder.whyNotJepsen = found.format == null ? UnknownFile.describe(file, formats) : null;
    }

    private void addMember(Folder folder, Format format) throws InputException {
      if (folder.format != null && folder.format != format) {
        throw mixes(folder.format, format);
      }
      folder.format = format;
    }

    private Folder named(String name) {
      return folders.computeIfAbsent(name, n -> new Folder(n, depth(n)));
    }

    private static int depth(String name) {
      var depth = name.isEmpty() ? 0 : 1;
      for (var i = 0; i < name.length(); i++) {
        depth += name.charAt(i) == '/' ? 1 : 0;
      }
      return depth;
    }

    /** Null if there is none. */
    Folder shallowest(Source source) throws InputException {
      Folder best = null;
      for (var folder : folders.values()) {
        if (best == null || folder.depth < best.depth) {
          best = folder;
        }
      }
      for (var folder : folders.values()) {
        if (folder != best && !isPartOf(folder, best)) {
          throw InputException.of(
              "several histories are in it, in "
                  + (best.name.isEmpty() ? "its first folder" : Printable.text(best.name))
                  + " and in "
                  + Printable.text(folder.name)
                  + oneOfThem(source, best.name.isEmpty() ? folder.name : best.name));
        }
      }
      return best;
    }

    private static boolean isPartOf(Folder folder, Folder whole) {
      return folder.name.startsWith(inFolder(whole, JEPSEN_KEYS + "/"));
    }
  }
}
