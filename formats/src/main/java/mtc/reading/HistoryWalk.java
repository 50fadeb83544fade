package mtc.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.jepsen.RunFiles;
import mtc.source.AppleDouble;
import mtc.source.ArchivePart;
import mtc.source.FileName;
import mtc.source.Folder;
import mtc.source.Foreign;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.source.Source;
import mtc.source.Sources;

/**
 * Lists the histories below a directory, in archives too: files, and folders that are one history.
 */
final class HistoryWalk {
  /** Nobody waits long for an advice. */
  private static final int MOST_FILES_FOR_ADVICE = 1000;

  private final List<Format> formats;
  private final Limits limits;
  private final List<String> histories = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();

  /** Folders below one that is a history, whose files are logs of nodes, and more like that. */
  private final Set<String> belowHistories = new HashSet<>();

  HistoryWalk(List<Format> formats, Limits limits) {
    this.formats = formats;
    this.limits = limits;
  }

  /**
   * The histories below a directory or in an archive; a file is one itself.
   *
   * @param refused gets what must not be opened, by path, and what it is
   */
  HistoryReader.Listing below(String path, Map<String, String> refused) {
    if (Files.isDirectory(FileName.path(path))) {
      var open = new ArrayDeque<String>();
      open.add(path);
      while (!open.isEmpty()) {
        visit(open.remove(), open, refused);
      }
    } else {
      addNamed(path, refused);
    }
    Collections.sort(histories);
    Collections.sort(skipped);
    return new HistoryReader.Listing(List.copyOf(histories), List.copyOf(skipped));
  }

  /**
   * One of the paths that {@link #below} would list, and not far below; null if a look at the first
   * files finds none.
   */
  String nearest(String directory) {
    var open = new ArrayDeque<String>();
    open.add(directory);
    var left = MOST_FILES_FOR_ADVICE;
    while (!open.isEmpty()) {
      for (var child : Folder.readable(open.remove(), limits)) {
        if (left-- == 0) {
          return null;
        }
        if (child.kind() == Folder.Kind.FILE) {
          var history = historyOf(child);
          if (history != null) {
            return history;
          }
        } else if (child.kind() == Folder.Kind.DIRECTORY) {
          open.add(child.fullName());
        }
      }
    }
    return null;
  }

  boolean looksLikeHistory(String path) {
    var file = FileName.path(path).toAbsolutePath();
    return historyOf(new Folder.Child(FileName.last(file), file, Folder.Kind.FILE, 1, "")) != null;
  }

  /** The history that a file is or is a part of; null if it is neither. */
  private String historyOf(Folder.Child file) {
    var parent = FileName.of(file.path().getParent());
    if (RunFiles.isCertain(file.name())) {
      return parent;
    }
    if (file.size() == 0) {
      return null; // Empty, or one of the kernel's, which may wait forever.
    }
    try (var source = Sources.open(file.fullName(), InputStream.nullInputStream(), limits)) {
      if (!source.isFile()) {
        return file.fullName(); // An archive.
      }
      var found = new String[1];
      source.scan((name, head, isWhole) -> {
        var sample = List.of(new Sample.File(name, head, isWhole));
        var inFolder = Formats.of(new Sample(true, sample), formats);
        if (inFolder != null) {
          found[0] = inFolder.logFolder(parent);
        } else {
          var alone = Formats.of(new Sample(false, sample), formats);
          found[0] =
              RunFiles.contains(name, alone) ? parent : alone != null ? file.fullName() : null;
        }
      });
      return found[0];
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * A store directory of Jepsen, or a folder of a format that has folders, is one history; of all
   * others every file may be one, and in a store directory those that are not Jepsen's. Sub-folders
   * have their own.
   */
  private void visit(String folder, ArrayDeque<String> open, Map<String, String> refused) {
    List<Folder.Child> children;
    try {
      children = Folder.list(folder, limits);
    } catch (IOException e) {
      histories.add(folder); // Unreadable: reading it says why, where a list would hide it.
      return;
    }
    var isStored = isStored(children);
    var ofMembers = new HashSet<String>();
    var members = isStored ? Members.OF_RUN : members(folder, ofMembers);
    var isOneHistory = members.kind() != Kind.NONE;
    if (isOneHistory) {
      histories.add(folder);
    }
    var isBelow = belowHistories.contains(folder);
    for (var child : children) {
      switch (child.kind()) {
        case DIRECTORY -> {
          if (isOneHistory || isBelow) {
            belowHistories.add(child.fullName());
          }
          if (isOneHistory && ofMembers.contains(child.name())) {
            addFolders(child.fullName(), open);
          } else if (!isStored || !child.name().equals(HistoryFinder.JEPSEN_KEYS)) {
            open.add(child.fullName());
          }
        }
        case LINK_TO_DIRECTORY -> {
          if (!isOneHistory || !ofMembers.contains(child.name())) {
            addLinked(child, folder, members.format());
          }
        }
        case FILE -> {
          if (!isOneHistory) {
            add(child, isBelow, refused);
          } else if (members.kind() == Kind.RUN) {
            addBeside(child, refused);
          }
        }
        case OTHER -> {
          if (!isOneHistory) {
            histories.add(child.fullName());
            refused.put(child.fullName(), child.what());
          }
        }
      }
    }
  }

  /** The folder of a member is read with it, and what is below is not. */
  private void addFolders(String ofMember, ArrayDeque<String> open) {
    for (var child : Folder.readable(ofMember, limits)) {
      if (child.kind() == Folder.Kind.DIRECTORY) {
        open.add(child.fullName());
      }
    }
  }

  /**
   * A link to a folder is such as Jepsen's "latest": the same history again, or a way back up. In a
   * log that is a folder it may be a part of it, which is then one of its own.
   *
   * @param format of the folder that it stands in; null if that is no log
   */
  private void addLinked(Folder.Child link, String log, Format format) {
    var path = link.fullName();
    try {
      if (format != null
          && LogParts.leadsElsewhere(link, log)
          && new LogParts(format, limits).below(path, log) != null) {
        histories.add(path);
        return;
      }
    } catch (IOException e) {
      histories.add(path); // Reading it says why.
      return;
    }
    skipped.add(Printable.text(path) + ": a link to a directory");
  }

  private static boolean isStored(List<Folder.Child> children) {
    for (var child : children) {
      if (RunFiles.isCertain(child.name()) && child.kind() != Folder.Kind.DIRECTORY) {
        return true;
      }
    }
    return false;
  }

  /** Which files of a folder make it one history. */
  private enum Kind {
    NONE,
    /** Those of a format that is a folder. */
    FORMAT,
    /** Those of a Jepsen run. */
    RUN
  }

  /**
   * Those files.
   *
   * @param format of a folder that can be read and is a log as a whole; else null
   */
  private record Members(Kind kind, Format format) {
    static final Members OF_RUN = new Members(Kind.RUN, null);
  }

  /**
   * Whether a folder holds a part of a history that is a folder, or the text of a Jepsen run.
   *
   * @param ofMembers gets the names of folders in it whose files are such parts
   */
  private Members members(String folder, Set<String> ofMembers) {
    var isRun = new boolean[1];
    var found = new Format[1];
    try (var source = Sources.open(folder, InputStream.nullInputStream(), limits)) {
      source.scan((name, head, isWhole) -> {
        var own = FileName.folder(name);
        var file = new Sample.File(FileName.last(name), head, isWhole);
        var alone = Formats.of(new Sample(false, List.of(file)), formats);
        var isOfRun = own.isEmpty() && RunFiles.contains(name, alone);
        isRun[0] |= isOfRun;
        var inFolder = isOfRun ? null : Formats.of(new Sample(true, List.of(file)), formats);
        if (inFolder != null && inFolder.logFolder(own).isEmpty()) {
          found[0] = inFolder;
          ofMembers.add(own);
        }
      });
    } catch (IOException e) {
      return new Members(
          Kind.FORMAT, null); // Unreadable: reading it says why, where a list would hide it.
    }
    return isRun[0]
        ? Members.OF_RUN
        : new Members(found[0] == null ? Kind.NONE : Kind.FORMAT, found[0]);
  }

  /** A file beside the history of a Jepsen run, which has many that are none, and are its own. */
  private void addBeside(Folder.Child child, Map<String, String> refused) {
    var path = child.fullName();
    if (child.size() == 0 || RunFiles.isOfRun(child.name(), null)) {
      return;
    }
    try (var source = Sources.open(path, InputStream.nullInputStream(), limits)) {
      if (source.isFile()) {
        source.scan((name, head, isWhole) -> {
          var file = new Sample.File(name, head, isWhole);
          var alone = Formats.of(new Sample(false, List.of(file)), formats);
          var isMember = Formats.of(new Sample(true, List.of(file)), formats) != null;
          if (alone != null && !isMember && !RunFiles.isOfRun(name, alone)) {
            histories.add(path);
          }
        });
      } else if (holdsHistory(source)) {
        addArchive(source, refused);
      }
    } catch (IOException e) {
      skipped.add(Printable.text(path) + ": " + e.getMessage());
    }
  }

  private boolean holdsHistory(Source archive) throws IOException {
    var contents = new ArchiveContents(formats);
    archive.scan(contents);
    return !contents.histories().isEmpty();
  }

  private void addNamed(String path, Map<String, String> refused) {
    if (path.equals(Sources.STANDARD_INPUT) || !Files.isRegularFile(FileName.path(path))) {
      histories.add(path);
      return;
    }
    try (var source = Sources.open(path, InputStream.nullInputStream(), limits)) {
      if (source.isFile()) {
        histories.add(path);
      } else {
        addArchive(source, refused);
      }
    } catch (IOException e) {
      histories.add(path); // Damaged: reading it says how.
    }
  }

  private void addArchive(Source source, Map<String, String> refused) throws IOException {
    var contents = new ArchiveContents(formats);
    source.scan(contents);
    var found = contents.histories();
    if (found.size() < 2) {
      histories.add(source.path()); // Reading it finds that one, or says what else it holds.
      return;
    }
    for (var name : found) {
      histories.add(ArchivePart.path(source.path(), name));
    }
    contents
        .unread()
        .forEach((name, what) -> {
          var path = ArchivePart.path(source.path(), name);
          histories.add(path);
          refused.put(path, what);
        });
    for (var name : contents.ofMacOs()) {
      skipped.add(Printable.text(ArchivePart.path(source.path(), name)) + ": " + AppleDouble.WORDS);
    }
    for (var name : contents.skipped()) {
      skipped.add(Printable.text(ArchivePart.path(source.path(), name)) + ": no history");
    }
  }

  private void add(Folder.Child child, boolean isBelow, Map<String, String> refused) {
    var path = child.fullName();
    if (child.size() == 0 && !isBelow && HistoryName.is(child.name())) {
      histories.add(path);
      refused.put(path, "empty");
      return;
    }
    if (child.size() == 0) {
      skipped.add(Printable.text(path) + ": it is empty");
      return;
    }
    if (AppleDouble.is(child)) {
      skipped.add(Printable.text(path) + ": " + AppleDouble.WORDS);
      return;
    }
    try (var source = Sources.open(path, InputStream.nullInputStream(), limits)) {
      if (source.isFile()) {
        addFile(path, isBelow, source);
      } else {
        addArchive(source, refused);
      }
    } catch (IOException e) {
      histories.add(path); // Damaged: reading it says how, where a list would hide it.
    }
  }

  private void addFile(String path, boolean isBelow, Source source) throws IOException {
    source.scan((name, head, isWhole) -> {
      var file = new Sample.File(name, head, isWhole);
      if (Formats.of(new Sample(false, List.of(file)), formats) != null
          || Foreign.of(name, head) != null
          || Formats.ofMember(file, formats) != null
          || !isBelow && UnknownFile.mayBeHistory(file)) {
        histories.add(path); // Reading says why it cannot be judged.
      } else {
        skipped.add(Printable.text(path) + ": " + UnknownFile.describe(file, formats).getMessage());
      }
    });
  }
}
