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
import mtc.source.ArchivePart;
import mtc.source.FileName;
import mtc.source.Folder;
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
      for (var child : children(open.remove())) {
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

  private List<Folder.Child> children(String directory) {
    try {
      return Folder.list(directory, limits);
    } catch (IOException e) {
      return List.of();
    }
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
    var members = isStored ? Members.RUN : members(folder, ofMembers);
    var isOneHistory = members != Members.NONE;
    if (isOneHistory) {
      histories.add(folder);
    }
    for (var child : children) {
      switch (child.kind()) {
        case DIRECTORY -> {
          var isPart =
              isStored && child.name().equals(HistoryFinder.JEPSEN_KEYS)
                  || isOneHistory && ofMembers.contains(child.name());
          if (!isPart) {
            open.add(child.fullName());
          }
        }
        case LINK_TO_DIRECTORY ->
            // Such as Jepsen's "latest": the same history again, or a way back up.
            skipped.add(Printable.text(child.fullName()) + ": a link to a directory");
        case FILE -> {
          if (!isOneHistory) {
            add(child, refused);
          } else if (members == Members.RUN) {
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

  private static boolean isStored(List<Folder.Child> children) {
    for (var child : children) {
      if (RunFiles.isCertain(child.name()) && child.kind() != Folder.Kind.DIRECTORY) {
        return true;
      }
    }
    return false;
  }

  /** Which files of a folder make it one history. */
  private enum Members {
    NONE,
    /** Those of a format that is a folder. */
    FORMAT,
    /** Those of a Jepsen run. */
    RUN
  }

  /**
   * Whether a folder holds a part of a history that is a folder, or the text of a Jepsen run.
   *
   * @param ofMembers gets the names of folders in it whose files are such parts
   */
  private Members members(String folder, Set<String> ofMembers) {
    var found = new boolean[Members.values().length];
    try (var source = Sources.open(folder, InputStream.nullInputStream(), limits)) {
      source.scan((name, head, isWhole) -> {
        var own = FileName.folder(name);
        var file = new Sample.File(FileName.last(name), head, isWhole);
        var alone = Formats.of(new Sample(false, List.of(file)), formats);
        var isOfRun = own.isEmpty() && RunFiles.contains(name, alone);
        found[Members.RUN.ordinal()] |= isOfRun;
        var inFolder = isOfRun ? null : Formats.of(new Sample(true, List.of(file)), formats);
        if (inFolder != null && inFolder.logFolder(own).isEmpty()) {
          found[Members.FORMAT.ordinal()] = true;
          ofMembers.add(own);
        }
      });
    } catch (IOException e) {
      return Members.FORMAT; // Unreadable: reading it says why, where a list would hide it.
    }
    return found[Members.RUN.ordinal()]
        ? Members.RUN
        : found[Members.FORMAT.ordinal()] ? Members.FORMAT : Members.NONE;
  }

  /**
   * A file that would be a part of a log of this format if it stood elsewhere: in a folder below
   * that of the log, where nobody reads it; null if there is none.
   */
  String partBelow(String log, Format format) throws IOException {
    var open = new ArrayDeque<String>();
    open.add(log);
    var left = limits.maxEntries();
    while (!open.isEmpty()) {
      var folder = open.remove();
      var isRead = folder.equals(log) || format.logFolder(folder).equals(log);
      for (var child : Folder.list(folder, limits)) {
        if (left-- == 0) {
          throw limits.tooManyEntries();
        }
        if (child.kind() == Folder.Kind.DIRECTORY) {
          open.add(child.fullName());
        } else if (!isRead && isPart(child, format)) {
          return child.fullName();
        }
      }
    }
    return null;
  }

  /** If a path is only a part of a log that is a folder, another part; else null. */
  String otherPart(String path, Format format) {
    var at = FileName.path(path).toAbsolutePath().normalize();
    var isFile = Files.isRegularFile(at);
    if (at.getParent() == null || isFile && !format.namesMember(FileName.last(at))) {
      return null;
    }
    var own = FileName.of(isFile ? at.getParent() : at);
    var log = format.logFolder(own);
    if (!log.equals(own)) {
      return partOfOthers(own, log, format);
    }
    return isFile ? memberIn(own, FileName.last(at), format) : null;
  }

  /** The same of a part of an archive. */
  static String otherPart(Source.Surroundings archive, Format format) {
    var part = archive.part();
    var isFile = archive.files().contains(part);
    var own = isFile ? FileName.folder(part) : part;
    var log = format.logFolder(own);
    if (isFile ? !format.namesMember(FileName.last(part)) : log.equals(own)) {
      return null;
    }
    for (var file : archive.files()) {
      var folder = FileName.folder(file);
      var isOther = log.equals(own) ? !file.equals(part) : !folder.equals(own);
      if (isOther
          && format.namesMember(FileName.last(file))
          && format.logFolder(folder).equals(log)) {
        return file;
      }
    }
    return null;
  }

  private String partOfOthers(String own, String log, Format format) {
    for (var child : children(log)) {
      var folder = child.fullName();
      var isOther = !folder.equals(own) && format.logFolder(folder).equals(log);
      var part = isOther ? memberIn(folder, "", format) : null;
      if (part != null) {
        return part;
      }
    }
    return null;
  }

  private String memberIn(String folder, String besides, Format format) {
    for (var child : children(folder)) {
      if (!child.name().equals(besides)
          && child.kind() == Folder.Kind.FILE
          && format.namesMember(child.name())) {
        return child.fullName();
      }
    }
    return null;
  }

  private boolean isPart(Folder.Child file, Format format) throws IOException {
    if (file.kind() != Folder.Kind.FILE || file.size() == 0 || !format.namesMember(file.name())) {
      return false;
    }
    var found = new boolean[1];
    try (var source = Sources.open(file.fullName(), InputStream.nullInputStream(), limits)) {
      if (source.isFile()) {
        source.scan((name, head, isWhole) -> {
          var sample = new Sample(true, List.of(new Sample.File(name, head, isWhole)));
          found[0] = Formats.of(sample, List.of(format)) != null;
        });
      }
    }
    return found[0];
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
    for (var name : contents.skipped()) {
      skipped.add(Printable.text(ArchivePart.path(source.path(), name)) + ": no history");
    }
  }

  private void add(Folder.Child child, Map<String, String> refused) {
    var path = child.fullName();
    if (child.size() == 0) {
      skipped.add(Printable.text(path) + ": it is empty");
      return;
    }
    try (var source = Sources.open(path, InputStream.nullInputStream(), limits)) {
      if (source.isFile()) {
        addFile(path, source);
      } else {
        addArchive(source, refused);
      }
    } catch (IOException e) {
      histories.add(path); // Damaged: reading it says how, where a list would hide it.
    }
  }

  private void addFile(String path, Source source) throws IOException {
    source.scan((name, head, isWhole) -> {
      var file = new Sample.File(name, head, isWhole);
      if (Formats.of(new Sample(false, List.of(file)), formats) != null) {
        histories.add(path);
      } else {
        skipped.add(Printable.text(path) + ": " + UnknownFile.describe(file, formats).getMessage());
      }
    });
  }
}
