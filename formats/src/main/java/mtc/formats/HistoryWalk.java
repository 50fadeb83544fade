package mtc.formats;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.source.Source;
import mtc.source.Sources;

/** Lists the histories below a directory: files, and folders that are one history. */
final class HistoryWalk {
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
