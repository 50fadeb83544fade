package mtc.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import mtc.formats.jepsen.RunCount;
import mtc.formats.jepsen.RunFacts;
import mtc.formats.jepsen.RunFiles;
import mtc.history.Run;
import mtc.source.Counted;
import mtc.source.FileName;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.SeekableBytes;
import mtc.source.Source;
import mtc.source.Sources;

/** Gathers what the files beside a history of a Jepsen run say of the run. */
final class RunReader {
  /** Jepsen names the folder of a run after its beginning, and that of its runs after the test. */
  private static final Pattern START = Pattern.compile("\\d{8}T\\d{6}(\\.\\d+)?(Z|[+-]\\d{4})");

  private static final Run NOTHING = new Run(null, null, null, null);

  private RunReader() {}

  /** Of the folder of a source; null if nothing is known. */
  static Run of(Source source, String folder) throws IOException {
    var path = source.path() + (folder.isEmpty() ? "" : "/" + folder);
    return facts(source.folder(folder).entries()).or(byPath(path)).known();
  }

  /** Of a file that stands in such a folder. */
  static Run ofFile(String path, Limits limits) throws IOException {
    var file = FileName.path(path);
    if (!Files.isRegularFile(file) || RunFiles.rank(FileName.last(file)) < 0) {
      return null;
    }
    var folder = FileName.of(file.toAbsolutePath().normalize().getParent());
    try (var source = Sources.open(folder, InputStream.nullInputStream(), limits)) {
      return of(source, "");
    }
  }

  /**
   * A history that was cut off where a line ends looks like one of a shorter run; the files beside
   * it know better. The first of them that has as many operations is enough, so that those of a run
   * that ended as it should are not all read.
   *
   * @param count how many operations were read of it
   */
  static void expectWhole(Source source, HistoryFinder.Found found, long count, Limits limits)
      throws IOException {
    if (count == 0 || found.runFolder() == null) {
      return;
    }
    var own = FileName.last(found.input().path());
    var others = new ArrayList<>(source.folder(found.runFolder()).entries());
    others.removeIf(file ->
        file.name().equals(own)
            || RunFiles.rank(file.name()) < 0
            || isText(own) && isText(file.name()));
    others.sort(Comparator.comparingInt(file -> RunFiles.rank(file.name())));
    for (var file : others) {
      var told = operations(file, limits);
      if (told > count) {
        throw InputException.of(
            "it has "
                + Counted.of(count, "operation")
                + ", and "
                + file.name()
                + " beside it says "
                + told
                + ": one of them is not whole; name the one to read");
      }
      if (told == count) {
        return;
      }
    }
  }

  /** Of which a second one is not counted: that would take as long as reading the first. */
  private static boolean isText(String name) {
    return RunFiles.kind(name) == RunFiles.Kind.EDN;
  }

  private static long operations(Input.Entry file, Limits limits) {
    try (var in = file.open()) {
      return RunCount.of(RunFiles.kind(file.name()), in, limits);
    } catch (IOException e) {
      return 0; // It says nothing; who reads a history from it says why.
    }
  }

  private static Run facts(List<Input.Entry> files) throws IOException {
    var run = NOTHING;
    for (var kind : RunFiles.Kind.values()) { // In the order of whom to believe of the verdict.
      for (var file : files) {
        if (RunFiles.kind(file.name()) == kind) {
          run = run.or(facts(kind, file));
        }
      }
    }
    return run;
  }

  private static Run facts(RunFiles.Kind kind, Input.Entry file) {
    try (var in = file.open()) {
      return switch (kind) {
        case RESULTS -> RunFacts.ofResults(in);
        case BLOCKS -> RunFacts.ofBlocks(SeekableBytes.of(in));
        case FRESSIAN -> RunFacts.ofFressian(in);
        case TEXT, EDN, OTHER -> NOTHING;
      };
    } catch (IOException e) {
      return NOTHING; // It says nothing; who reads a history from it says why.
    }
  }

  private static Run byPath(String path) {
    String real;
    try {
      real = FileName.of(FileName.path(path).toRealPath());
    } catch (IOException e) {
      real = path; // In an archive.
    }
    var parts = real.split("/");
    var last = parts[parts.length - 1];
    return parts.length > 1 && START.matcher(last).matches()
        ? new Run(parts[parts.length - 2], last, null, null)
        : NOTHING;
  }
}
