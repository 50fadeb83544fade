package mtc.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command line to measure.
 *
 * @param expectedExit how it must end; a benchmark of a command that failed would measure nothing
 * @param repeats how often one run of it does the same, to be divided by: for commands so short
 *     that starting a process from Java would be a part of what is measured
 */
record Command(List<String> line, int expectedExit, int repeats) {
  Command(int expectedExit, List<String> line) {
    this(line, expectedExit, 1);
  }

  /**
   * One run.
   *
   * @param peakKilobytes the most memory that it had, or 0 if it was over too soon to tell
   */
  record Run(double seconds, long peakKilobytes) {}

  Run run() throws IOException, InterruptedException {
    var errors = File.createTempFile("bench", ".err");
    try {
      var start = System.nanoTime();
      var process =
          new ProcessBuilder(line)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(errors)
              .start();
      process.getOutputStream().close();
      var peak = watch(process);
      var seconds = (System.nanoTime() - start) / 1e9 / repeats;
      if (process.exitValue() != expectedExit) {
        throw new IOException(
            line + " ended with " + process.exitValue() + ": " + Files.readString(errors.toPath()));
      }
      return new Run(seconds, peak);
    } finally {
      Files.delete(errors.toPath());
    }
  }

  /**
   * Waits for the end and returns the peak. The kernel keeps the high-water mark of a process but
   * forgets it with the process, so it is read every few milliseconds; what a parent is told of its
   * children (rusage) would not do, since there a child starts with the peak of the JVM it comes
   * of.
   */
  private static long watch(Process process) throws InterruptedException {
    var status = Path.of("/proc/" + process.pid() + "/status");
    var peak = 0L;
    for (var pause = 1; !process.waitFor(pause, TimeUnit.MILLISECONDS); ) {
      peak = Math.max(peak, highWaterMark(status));
      pause = Math.min(10, pause + 1);
    }
    return peak;
  }

  private static long highWaterMark(Path status) {
    try {
      for (var line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // It ended in between.
      return 0;
    }
    return 0;
  }
}
