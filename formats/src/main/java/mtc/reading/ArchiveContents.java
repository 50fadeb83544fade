package mtc.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.jepsen.RunFiles;
import mtc.source.FileName;
import mtc.source.Source;

/**
 * The histories of an archive, by name, found in one pass by the rules of {@link HistoryWalk}: a
 * folder that is a history as a whole, and otherwise each file that is one; beside the history of a
 * Jepsen run, too.
 */
final class ArchiveContents implements Source.Visitor {
  private final List<Format> formats;
  private final TreeSet<String> runs = new TreeSet<>();
  private final TreeSet<String> folders = new TreeSet<>();

  /** The folders that the files of those stand in: mostly themselves. */
  private final TreeSet<String> ofMembers = new TreeSet<>();

  private final TreeSet<String> files = new TreeSet<>();
  private final TreeSet<String> artefacts = new TreeSet<>();

  /** Of the others, those that are called like histories. */
  private final TreeSet<String> doubtful = new TreeSet<>();

  private final TreeSet<String> others = new TreeSet<>();
  private final TreeSet<String> ofMacOs = new TreeSet<>();
  private final Map<String, String> unread = new TreeMap<>();

  ArchiveContents(List<Format> formats) {
    this.formats = formats;
  }

  @Override
  public void file(String name, byte[] head, boolean isWhole) {
    var sample = List.of(new Sample.File(FileName.last(name), head, isWhole));
    var alone = Formats.of(new Sample(false, sample), formats);
    var isOfRun = RunFiles.contains(FileName.last(name), alone);
    var inFolder = isOfRun ? null : Formats.of(new Sample(true, sample), formats);
    if (isOfRun) {
      runs.add(FileName.folder(name));
    } else if (inFolder != null) {
      folders.add(inFolder.logFolder(FileName.folder(name)));
      ofMembers.add(FileName.folder(name));
    } else if (alone != null || Formats.ofMember(sample.getFirst(), formats) != null) {
      files.add(name);
      if (RunFiles.isOfRun(FileName.last(name), alone)) {
        artefacts.add(name);
      }
    } else {
      others.add(name);
      if (UnknownFile.mayBeHistory(sample.getFirst())) {
        doubtful.add(name);
      }
    }
  }

  @Override
  public void unreadable(String name, String what) {
    unread.put(name, what);
  }

  @Override
  public void ofMacOs(String name, byte[] head) {
    ofMacOs.add(name);
  }

  /** What macOS has put there, beside what belongs to none of the histories. */
  List<String> ofMacOs() {
    var rest = new ArrayList<>(ofMacOs);
    rest.removeIf(this::isTaken);
    return rest;
  }

  /** In the order of their names. */
  List<String> histories() {
    var all = new TreeSet<String>();
    for (var folder : runs) {
      if (!isPartOfRun(folder)) {
        all.add(folder);
      }
    }
    for (var folder : folders) {
      if (!isPartOfRun(folder)) {
        all.add(folder);
      }
    }
    for (var file : files) {
      if (!isTaken(file) || isBesideRun(file)) {
        all.add(file);
      }
    }
    for (var file : doubtful) {
      if (!isTaken(file) && !isBelowHistory(FileName.folder(file))) {
        all.add(file); // Reading it says why it is none.
      }
    }
    return List.copyOf(all);
  }

  /** What cannot be read and belongs to none of them: by name, what it is. */
  Map<String, String> unread() {
    var rest = new TreeMap<>(unread);
    rest.keySet().removeIf(this::isTaken);
    return rest;
  }

  /** What is no history, and belongs to none. */
  List<String> skipped() {
    var rest = new ArrayList<String>();
    for (var name : others) {
      var isDoubtful = doubtful.contains(name) && !isBelowHistory(FileName.folder(name));
      if (!isTaken(name) && !isDoubtful) {
        rest.add(name);
      }
    }
    return rest;
  }

  private boolean isBelowHistory(String folder) {
    for (var at = folder; ; at = FileName.folder(at)) {
      if (runs.contains(at) || folders.contains(at)) {
        return true;
      }
      if (at.isEmpty()) {
        return false;
      }
    }
  }

  private boolean isTaken(String file) {
    var folder = FileName.folder(file);
    return runs.contains(folder)
        || folders.contains(folder)
        || ofMembers.contains(folder)
        || isPartOfRun(folder);
  }

  /** Whether a file stands in the folder of a run, and is not the run's. */
  private boolean isBesideRun(String file) {
    var folder = FileName.folder(file);
    return runs.contains(folder) && !isPartOfRun(folder) && !artefacts.contains(file);
  }

  /** Jepsen writes the history of every key once more, each in a folder of its own. */
  private boolean isPartOfRun(String folder) {
    for (var at = folder.indexOf(HistoryFinder.JEPSEN_KEYS);
        at >= 0;
        at = folder.indexOf(HistoryFinder.JEPSEN_KEYS, at + 1)) {
      var end = at + HistoryFinder.JEPSEN_KEYS.length();
      var isName =
          (at == 0 || folder.charAt(at - 1) == '/')
              && (end == folder.length() || folder.charAt(end) == '/');
      if (isName && runs.contains(folder.substring(0, Math.max(0, at - 1)))) {
        return true;
      }
    }
    return false;
  }
}
