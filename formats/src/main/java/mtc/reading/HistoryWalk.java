package mtc.reading;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.source.Source;
import mtc.source.Sources;

/** Lists the histories below a directory: files, and folders that are one history. */
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

  HistoryReader.Listing below(String directory) {
    var open = new ArrayDeque<String>();
    open.add(directory);
    while (!open.isEmpty()) {
      var folder = open.remove();
      if (isOneHistory(folder)) {
        histories.add(folder);
      } else {
        visit(folder, open);
      }
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
    var open = new ArrayDeque<File>();
    open.add(new File(directory));
    var left = MOST_FILES_FOR_ADVICE;
    while (!open.isEmpty() && left > 0) {
      var children = Objects.requireNonNullElse(open.remove().listFiles(), new File[0]);
      Arrays.sort(children);
      for (var child : children) {
        if (child.isFile() && left-- > 0) {
          var history = historyOf(child);
          if (history != null) {
            return history;
          }
        } else if (child.isDirectory() && !Files.isSymbolicLink(child.toPath())) {
          open.add(child);
        }
      }
    }
    return null;
  }

  /** The history that a file is or is a part of; null if it is neither. */
  private String historyOf(File file) {
    if (file.getName().equals(HistoryFinder.JEPSEN_HISTORY)) {
      return file.getParent();
    }
    try (var source = Sources.open(file.getPath(), InputStream.nullInputStream(), limits)) {
      if (!source.isFile()) {
        return file.getPath(); // An archive.
      }
      var found = new String[1];
      source.scan((name, head, isWhole) -> {
        var sample = List.of(new Sample.File(name, head, isWhole));
        if (Formats.of(new Sample(true, sample), formats) != null) {
          found[0] = file.getParent();
        } else if (Formats.of(new Sample(false, sample), formats) != null) {
          found[0] = file.getPath();
        }
      });
      return found[0];
    } catch (IOException e) {
      return null;
    }
  }

  /** A store directory of Jepsen, or a folder of a format that has folders. */
  private boolean isOneHistory(String folder) {
    if (new File(folder, HistoryFinder.JEPSEN_HISTORY).isFile()) {
      return true;
    }
    var found = new boolean[1];
    try (var source = Sources.open(folder, InputStream.nullInputStream(), limits)) {
      source.scan((name, head, isWhole) -> {
        var file = new Sample.File(name, head, isWhole);
        found[0] |= Formats.of(new Sample(true, List.of(file)), formats) != null;
      });
    } catch (IOException e) {
      return true; // Unreadable: reading it says why, where a list would hide it.
    }
    return found[0];
  }

  private void visit(String folder, ArrayDeque<String> open) {
    var children = new File(folder).listFiles();
    if (children == null) {
      histories.add(folder); // As above.
      return;
    }
    Arrays.sort(children);
    for (var child : children) {
      if (child.isFile()) {
        add(child.getPath());
      } else if (child.isDirectory()) {
        if (Files.isSymbolicLink(child.toPath())) {
          // Such as Jepsen's "latest": the same history again, or a way back up.
          skipped.add(Printable.text(child.getPath()) + ": a link to a directory");
        } else {
          open.add(child.getPath());
        }
      }
    }
  }

  private void add(String path) {
    try (var source = Sources.open(path, InputStream.nullInputStream(), limits)) {
      if (source.isFile()) {
        addFile(path, source);
      } else {
        histories.add(path); // An archive; reading it says what it holds.
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
        skipped.add(Printable.text(path) + ": " + Unknown.describe(file, formats).getMessage());
      }
    });
  }
}
