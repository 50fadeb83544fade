package mtc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import mtc.source.FileName;

/** The arguments of the process as the user gave them: bytes, of which Java makes what it can. */
final class Arguments {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
  private static final char REPLACED = '\ufffd';

  private Arguments() {}

  /** The arguments, with every name of a file as {@link FileName} has it. */
  static String[] asGiven(String[] args) {
    for (var arg : args) {
      if (arg.indexOf(REPLACED) >= 0) {
        return fromSystem(args);
      }
    }
    return args;
  }

  /** The last of the command line's words are the program's, whatever started it. */
  private static String[] fromSystem(String[] args) {
    var words = new ArrayList<String>();
    try {
      var bytes = Files.readAllBytes(COMMAND_LINE);
      var start = 0;
      for (var i = 0; i < bytes.length; i++) {
        if (bytes[i] == 0) {
          words.add(FileName.decode(java.util.Arrays.copyOfRange(bytes, start, i)));
          start = i + 1;
        }
      }
    } catch (IOException e) {
      return args; // There is no such file on this system.
    }
    return words.size() < args.length
        ? args
        : words.subList(words.size() - args.length, words.size()).toArray(String[]::new);
  }
}
