package mtc.reading;

import java.io.IOException;
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
import mtc.source.FileName;
import mtc.source.Foreign;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Printable;
import mtc.source.Source;

/** Everything that was found in a folder or an archive, without the bytes. */
final class Contents implements Source.Visitor {
  /** How many files of a kind a message names. */
  private static final int SHOWN = 10;

  private final List<Format> formats;
  private final boolean isForced;

  private final Map<String, Folder> folders = new TreeMap<>();
  final List<String> names = new ArrayList<>();
  int count;

  /** Files that macOS has put there. */
  int ofMacOs;

  /** Why the first file is none. */
  InputException whyNot;

  /** What could not be read and may be a part of the history: a sentence on the first of it. */
  Unread unread;

  /** By format, files that begin like its members and are not called so. */
  private final Map<Format, List<String>> strays = new HashMap<>();

  /** What is called like a history, and no format knows: the first of it. */
  private String doubtful;

  /** Folders of clients, and those in which something is. */
  private final Set<String> clients = new TreeSet<>();

  private final Set<String> filled = new HashSet<>();

  /** Sub-folders, by name. */
  private final List<String> subfolders = new ArrayList<>();

  Contents(List<Format> formats, boolean isForced) {
    this.formats = formats;
    this.isForced = isForced;
  }

  /** Something in a source that could not be read. */
  record Unread(String name, String what) {
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
  record Candidate(String name, Format format, boolean hasMark) {
    Input of(Source source) throws IOException {
      return HistoryFinder.text(source.file(name), hasMark, format);
    }
  }

  /** What of one folder could be the history. */
  static final class Folder {
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
   * A verdict on a part of what was given would be a wrong one. Only beside the history of a Jepsen
   * run does it not matter what else there is, unless that would have been read first.
   */
  void expectAllRead(Folder chosen, Source source) throws IOException {
    if (chosen.jepsen != null) {
      if (unread != null
          && unread.name.equals(inFolder(chosen, FileName.last(unread.name)))
          && RunFiles.isCertain(ofRun(unread.name))
          && RunFiles.rank(ofRun(unread.name)) < RunFiles.rank(FileName.last(chosen.jepsen.name))) {
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
  public void ofMacOs(String name, byte[] head) {
    ofMacOs++;
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
      throw HistoryFinder.mixes(folder.format, format);
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
                + HistoryFinder.oneOfThem(source, best.name.isEmpty() ? folder.name : best.name));
      }
    }
    return best;
  }

  private static boolean isPartOf(Folder folder, Folder whole) {
    return folder.name.startsWith(inFolder(whole, HistoryFinder.JEPSEN_KEYS + "/"));
  }
}
