package mtc.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import mtc.formats.Format;
import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Reading;
import mtc.history.Run;
import mtc.history.TooLargeException;
import mtc.source.AppleDouble;
import mtc.source.FileName;
import mtc.source.InputException;
import mtc.source.LimitException;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.source.Reason;
import mtc.source.Source;
import mtc.source.Sources;
import tools.jackson.core.JacksonException;

/** The door of this package: from a path to the history that it holds. */
public final class HistoryReader {
  private final InputStream standardInput;
  private final List<Format> formats;
  private final boolean isForced;
  private final Limits limits;
  private final Reading reading;

  /** A reader of logs as they stand. */
  public HistoryReader(InputStream standardInput, Format format, Limits limits) {
    this(standardInput, format, limits, Reading.AS_IT_STANDS);
  }

  /** What {@link #list} found and does not want to have opened: by path, what it is. */
  private final Map<String, String> refused = new ConcurrentHashMap<>();

  /** What {@link #list} found, and with it what stands beside it. */
  private final Set<String> listed = ConcurrentHashMap.newKeySet();

  /**
   * A reader.
   *
   * @param standardInput what the path {@code -} reads
   * @param format the only format to read, or null to find it from the content
   * @param reading what the logs do not say of themselves
   */
  public HistoryReader(InputStream standardInput, Format format, Limits limits, Reading reading) {
    this(
        standardInput,
        format == null ? Formats.ALL : List.of(format),
        format != null,
        limits,
        reading);
  }

  /** With formats of one's own. */
  HistoryReader(InputStream standardInput, List<Format> formats, boolean isForced, Limits limits) {
    this(standardInput, formats, isForced, limits, Reading.AS_IT_STANDS);
  }

  private HistoryReader(
      InputStream standardInput,
      List<Format> formats,
      boolean isForced,
      Limits limits,
      Reading reading) {
    this.reading = reading;
    this.standardInput = standardInput;
    this.formats = formats;
    this.isForced = isForced;
    this.limits = limits;
  }

  /**
   * Reads the one history that a file, a directory, an archive or standard input holds.
   *
   * @throws InputException with its path, if there is none, or not one, or it cannot be read
   */
  public History read(String path) throws InputException {
    return read(path, null);
  }

  /**
   * The same, and says of each block of bytes, decompressed, how long it was.
   *
   * @param progress null if nobody wants to know
   */
  public History read(String path, LongConsumer progress) throws InputException {
    var notOpened = refused.get(path);
    if (notOpened != null) {
      throw InputException.of("it is " + notOpened).in(path);
    }
    try (var source = Sources.open(path, standardInput, limits)) {
      return read(source, progress);
    } catch (InputException e) {
      throw e.in(path);
    } catch (IOException e) {
      throw unreadable(e).in(path);
    }
  }

  /** The one history of a source, wherever its bytes are. */
  History read(Source source, LongConsumer progress) throws IOException {
    var found = new HistoryFinder(formats, isForced, limits).find(source);
    expectNothingBelow(source.path(), found);
    expectWhole(source, found);
    var guard = new MemoryGuard(maxMemory(), sizeOf(found.input().path()));
    try {
      var builder = new HistoryBuilder(found.format().name(), reading, limits);
      var input =
          new CountedInput(found.input(), progress == null ? guard : guard.andThen(progress));
      if (found.beside() != null && !listed.contains(source.path())) {
        builder.note(found.beside() + "; --recursive reads each");
      }
      if (found.ofMacOs() > 0) {
        builder.note(AppleDouble.note(found.ofMacOs()));
      }
      found.format().read(input, builder);
      if (!builder.wasHeeded()) {
        throw InputException.of(
            "--only, --ignore and --workload are for Jepsen's histories, and this is "
                + found.format().name());
      }
      if (!found.format().toleratesWriters()) {
        source.expectUnchanged();
      }
      RunReader.expectWhole(source, found, builder.logged(), limits);
      return builder.build();
    } catch (LimitException e) {
      throw InputException.of(e.getMessage()).in(found.input().path());
    } catch (OutOfMemoryError e) {
      if (Reason.isThread(e)) {
        throw e;
      }
      throw InputException.of(guard.message()).in(found.input().path());
    } catch (InputException e) {
      throw e.in(found.input().path());
    } catch (IOException e) {
      throw unreadable(e).in(found.input().path());
    } catch (JacksonException e) {
      throw ofJackson(e).in(found.input().path());
    } catch (TooLargeException e) {
      throw InputException.of(e.getMessage()).in(found.input().path());
    }
  }

  /**
   * Of a log that is a folder, what stands in folders below it is not read; in a list it has a line
   * of its own.
   */
  private void expectNothingBelow(String path, HistoryFinder.Found found) throws IOException {
    if (!found.input().isFolder() || listed.contains(path) || !isDirectory(path)) {
      return;
    }
    var part = new LogParts(found.format(), limits).below(path);
    if (part != null) {
      throw InputException.of(
          Printable.text(part)
              + " looks like a part of the log ("
              + found.format().name()
              + "), but stands in a folder that is not read; move it, or check each folder with"
              + " --recursive");
    }
  }

  /** A part of a log that is a folder is not judged without the others. */
  private void expectWhole(Source source, HistoryFinder.Found found) throws IOException {
    var other = otherPart(source, found);
    if (other != null) {
      throw InputException.of(
          "it is one part of a log ("
              + found.format().name()
              + "), and "
              + Printable.text(other)
              + " is another; name the folder that has them all");
    }
  }

  private String otherPart(Source source, HistoryFinder.Found found) {
    var parts = new LogParts(found.format(), limits);
    if (source.surroundings() != null) {
      return parts.besides(source.surroundings());
    }
    var path = found.input().path();
    return path.equals(Sources.STANDARD_INPUT) || !Files.exists(FileName.path(path))
        ? null
        : parts.besides(path);
  }

  private static boolean isDirectory(String path) {
    return !path.equals(Sources.STANDARD_INPUT) && Files.isDirectory(FileName.path(path));
  }

  /** How many bytes a log has as it stands on disk; 0 for what is in an archive or a folder. */
  private static long sizeOf(String path) {
    try {
      return Files.isRegularFile(FileName.path(path)) ? Files.size(FileName.path(path)) : 0;
    } catch (IOException | InvalidPathException e) {
      return 0;
    }
  }

  /** Most of what the heap may grow to: a block, and a column that grows, need room as well. */
  private long maxMemory() {
    return limits.maxMemory() > 0 ? limits.maxMemory() : Runtime.getRuntime().maxMemory() / 8 * 7;
  }

  /** Whether a file is a history, a part of one, or an archive that may hold one. */
  public static boolean looksLikeHistory(String path) {
    return new HistoryWalk(Formats.ALL, Limits.DEFAULT).looksLikeHistory(path);
  }

  /**
   * What is known of the test run that a history comes from, if it is one of Jepsen's; else null.
   * What {@link #read} cannot read is not known either.
   */
  public Run run(String path) {
    if (path.equals(Sources.STANDARD_INPUT) || refused.containsKey(path)) {
      return null;
    }
    try (var source = Sources.open(path, standardInput, limits)) {
      if (source.isFile()) {
        return RunReader.ofFile(path, limits);
      }
      var found = new HistoryFinder(formats, isForced, limits).find(source);
      return found.runFolder() == null ? null : RunReader.of(source, found.runFolder());
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * The histories below a directory or in an archive, or the file itself, each a path that {@link
   * #read} takes, in the order of their paths. What is not a history is skipped and listed; what
   * cannot be read counts as a history, so that reading it says why: pipes and devices are not even
   * opened.
   */
  public Listing list(String path) {
    var listing = new HistoryWalk(formats, limits).below(path, refused);
    listed.addAll(listing.histories());
    return listing;
  }

  /**
   * What is below a path.
   *
   * @param histories the paths of histories
   * @param skipped the paths of everything else, each with the reason
   */
  public record Listing(List<String> histories, List<String> skipped) {}

  /** Jackson has exceptions of its own, also for what the stream under it threw. */
  private static InputException ofJackson(JacksonException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputException bad) {
        return bad;
      }
      if (cause instanceof IOException io) {
        return unreadable(io);
      }
    }
    var at = e.getLocation();
    return at == null
        ? InputException.of(e.getOriginalMessage())
        : InputException.atLine(at.getLineNr(), at.getColumnNr(), e.getOriginalMessage());
  }

  private static InputException unreadable(IOException e) {
    return InputException.of("it cannot be read: " + e.getMessage());
  }
}
