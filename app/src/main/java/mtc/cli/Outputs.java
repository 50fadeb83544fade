package mtc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mtc.formats.WritableFormat;
import mtc.reading.HistoryReader;
import mtc.source.FileName;
import mtc.source.InputException;
import mtc.source.Sources;
import mtc.source.TemporaryFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * All that a command writes, but for its lines on the standard streams, in one place: never to one
 * of its inputs, never two things under one name, and over something that exists only by force.
 */
final class Outputs {
  private static final Path STANDARD_INPUT = Path.of("/dev/stdin");

  /** What it leads to, if it is a file. */
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  private final CommandSpec command;
  private final Streams streams;
  private final boolean force;
  private final List<Path> inputs = new ArrayList<>();
  private final Set<Object> taken = new HashSet<>();

  /**
   * Outputs of one run of a command.
   *
   * @param force whether what is there may be replaced
   * @param inputs what it reads
   */
  Outputs(CommandSpec command, Streams streams, boolean force, List<String> inputs) {
    this.command = command;
    this.streams = streams;
    this.force = force;
    for (var input : inputs) {
      var isStream = input.equals(Sources.STANDARD_INPUT);
      this.inputs.add(isStream ? STANDARD_INPUT : FileName.path(input));
      addArchives(input);
    }
  }

  /** What stands before a separator may be the archive that a part is of. */
  private void addArchives(String input) {
    var end = input.indexOf(Sources.INSIDE);
    while (end > 0) {
      inputs.add(FileName.path(input.substring(0, end)));
      end = input.indexOf(Sources.INSIDE, end + 1);
    }
  }

  /** A file that can be written, as far as one can know before; {@code -} is standard output. */
  Destination file(String path) throws IOException {
    return of(path, null);
  }

  /** A folder, which must not be there, not even by force. */
  Destination folder(String path) throws IOException {
    var target = target(path);
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      refuseInput(target, path);
      Destination.refuseToReplaceByFolder(target, path);
    }
    return Destination.at(target, path);
  }

  /** A history, which may be a file or a folder. */
  Destination of(String path, WritableFormat format) throws IOException {
    if (path.equals(Destination.STANDARD_OUTPUT)) {
      take(Destination.STANDARD_OUTPUT, path);
      refuseInputAsStandardOutput();
      return Destination.toStandardOutput(streams.out());
    }
    var target = target(path);
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      refuseInput(target, path);
      Destination.refuseToReplace(target, path, format, force);
    }
    return Destination.at(target, path);
  }

  /** What a path names, which is then taken. */
  private Path target(String path) throws IOException {
    TemporaryFile.prepare();
    var target = FileName.path(path).toAbsolutePath().normalize();
    if (target.getFileName() == null) {
      throw InputException.of("it is the root of the file system").in(path);
    }
    take(realPath(target), path);
    return target;
  }

  private void take(Object name, String path) {
    if (!taken.add(name)) {
      throw new ParameterException(
          command.commandLine(), "two outputs cannot both be written to '" + path + "'");
    }
  }

  /** Also of what is not there yet, in a folder that may have several names. */
  private static Path realPath(Path target) {
    try {
      return target.getParent().toRealPath().resolve(target.getFileName());
    } catch (IOException e) {
      return target;
    }
  }

  private void refuseInput(Path target, String path) throws InputException {
    for (var input : inputs) {
      if (isSame(input, target)
          || isInside(input, target) && HistoryReader.looksLikeHistory(FileName.of(target))) {
        throw InputException.of("it is what is read, which is never replaced").in(path);
      }
    }
  }

  /** A document that went into a log, behind what is read or over it, would change it. */
  private void refuseInputAsStandardOutput() throws IOException {
    if (streams.interrupt().endsProcess() && Files.isRegularFile(STANDARD_OUTPUT)) {
      refuseInput(STANDARD_OUTPUT.toRealPath(), "standard output");
    }
  }

  private static boolean isSame(Path input, Path target) {
    try {
      return Files.isSameFile(input, target);
    } catch (IOException e) {
      return false; // An input that is not there is somebody else's error.
    }
  }

  private static boolean isInside(Path folder, Path target) {
    try {
      return Files.isDirectory(folder) && target.toRealPath().startsWith(folder.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }
}
