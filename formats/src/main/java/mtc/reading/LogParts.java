package mtc.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.source.AppleDouble;
import mtc.source.FileName;
import mtc.source.Folder;
import mtc.source.Foreign;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Source;
import mtc.source.Sources;

/** Finds files that are parts of a log that is a folder, where they would be left out. */
final class LogParts {
  private final Format format;
  private final Limits limits;

  LogParts(Format format, Limits limits) {
    this.format = format;
    this.limits = limits;
  }

  /**
   * A file that would be a part of a log if it stood elsewhere: in a folder below that of the log,
   * also through a link, where nobody reads it; null if there is none.
   *
   * @throws InputException if there is something that may be one, and nobody can tell
   */
  String below(String log) throws IOException {
    return below(log, log);
  }

  /** The same, from a folder on. */
  String below(String start, String log) throws IOException {
    var open = new ArrayDeque<String>();
    open.add(start);
    var seen = new HashSet<Path>();
    var read = new HashSet<Path>(); // Through links in the log, which come first.
    var left = limits.maxEntries();
    while (!open.isEmpty()) {
      var folder = open.remove();
      var isRead = folder.equals(log) || format.logFolder(folder).equals(log);
      for (var child : listed(folder)) {
        if (left-- == 0) {
          throw limits.tooManyEntries();
        }
        switch (child.kind()) {
          case DIRECTORY -> open.add(child.fullName());
          case LINK_TO_DIRECTORY -> {
            if (leadsElsewhere(child, log) && seen.add(child.path().toRealPath())) {
              open.add(child.fullName());
            }
          }
          case FILE -> {
            if (isRead) {
              if (Files.isSymbolicLink(child.path())) {
                read.add(child.path().toRealPath());
              }
            } else if (isPart(child) && !read.contains(child.path().toRealPath())) {
              return child.fullName();
            }
          }
          case OTHER -> {
            if (!isRead) {
              throw unclear(child, child.what());
            }
          }
        }
      }
    }
    return null;
  }

  private List<Folder.Child> listed(String folder) throws IOException {
    try {
      return Folder.list(folder, limits);
    } catch (InputException e) {
      throw e.in(folder);
    }
  }

  /** Not back to the log, or to a folder that has it. */
  static boolean leadsElsewhere(Folder.Child link, String log) throws IOException {
    return !FileName.path(log).toRealPath().startsWith(link.path().toRealPath());
  }

  private static InputException unclear(Folder.Child child, String what) {
    return InputException.of(
            "it is "
                + what
                + ", in a folder below that of the log, so this may not be all of the history;"
                + " take it away, or check each folder with --recursive")
        .in(child.fullName());
  }

  /** If a path is only a part of a log that is a folder, another part; else null. */
  String besides(String path) {
    var at = FileName.path(path).toAbsolutePath().normalize();
    var isFile = Files.isRegularFile(at);
    if (at.getParent() == null || isFile && !format.namesMember(FileName.last(at))) {
      return null;
    }
    var own = FileName.of(isFile ? at.getParent() : at);
    var log = format.logFolder(own);
    if (!log.equals(own)) {
      return partOfOthers(own, log);
    }
    return isFile ? memberIn(own, FileName.last(at)) : null;
  }

  /** The same of a part of an archive. */
  String besides(Source.Surroundings archive) {
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

  private String partOfOthers(String own, String log) {
    for (var child : Folder.readable(log, limits)) {
      var folder = child.fullName();
      var isOther = !folder.equals(own) && format.logFolder(folder).equals(log);
      var part = isOther ? memberIn(folder, "") : null;
      if (part != null) {
        return part;
      }
    }
    return null;
  }

  private String memberIn(String folder, String besides) {
    for (var child : Folder.readable(folder, limits)) {
      if (!child.name().equals(besides)
          && child.kind() == Folder.Kind.FILE
          && format.namesMember(child.name())
          && !AppleDouble.is(child)) {
        return child.fullName();
      }
    }
    return null;
  }

  private boolean isPart(Folder.Child file) throws IOException {
    if (file.size() == 0 || AppleDouble.is(file)) {
      return false;
    }
    var found = new boolean[1];
    try (var source = Sources.open(file.fullName(), InputStream.nullInputStream(), limits)) {
      if (!source.isFile()) {
        throw unclear(file, "an archive");
      }
      source.scan((name, head, isWhole) -> {
        var packed = Foreign.of(name, head);
        if (packed != null) {
          throw unclear(file, packed);
        }
        var sample = new Sample.File(name, head, isWhole);
        found[0] = Formats.ofMember(sample, List.of(format)) != null;
      });
    } catch (InputException e) {
      throw e.in(file.fullName());
    }
    return found[0];
  }
}
