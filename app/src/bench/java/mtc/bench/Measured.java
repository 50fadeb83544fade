package mtc.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The runs of one command. */
record Measured(double[] seconds, long peakKilobytes) {
  /**
   * Runs all commands once, then all of them again, and so on: whatever else the machine does for a
   * while then falls on all alike.
   */
  static <K> Map<K, Measured> interleaved(Map<K, Command> commands, int rounds)
      throws IOException, InterruptedException {
    var runs = new LinkedHashMap<K, List<Command.Run>>();
    for (var round = 0; round < rounds; round++) {
      for (var entry : commands.entrySet()) {
        runs.computeIfAbsent(entry.getKey(), key -> new ArrayList<>()).add(entry.getValue().run());
      }
    }
    var measured = new LinkedHashMap<K, Measured>();
    runs.forEach((key, of) -> measured.put(key, of(of)));
    return measured;
  }

  private static Measured of(List<Command.Run> runs) {
    var seconds = runs.stream().mapToDouble(Command.Run::seconds).sorted().toArray();
    var peak = runs.stream().mapToLong(Command.Run::peakKilobytes).max().orElse(0);
    return new Measured(seconds, peak);
  }

  double median() {
    var middle = seconds.length / 2;
    return seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
  }

  /** The median, and between which times all runs lie. */
  String time() {
    return format(median()) + " (" + format(seconds[0]) + "–" + format(last()) + ")";
  }

  private double last() {
    return seconds[seconds.length - 1];
  }

  String millis() {
    return String.format(
        Locale.ROOT, "%.1f (%.1f–%.1f)", median() * 1000, seconds[0] * 1000, last() * 1000);
  }

  String peak() {
    return peakKilobytes == 0 ? "" : Long.toString(Math.round(peakKilobytes / 1024.0));
  }

  /** Megabytes, of a million bytes each, per second. */
  String speed(long bytes) {
    return String.format(Locale.ROOT, "%.0f", bytes / median() / 1e6);
  }

  String nanosEach(long operations) {
    return String.format(Locale.ROOT, "%.0f", median() * 1e9 / operations);
  }

  private static String format(double seconds) {
    return String.format(Locale.ROOT, seconds < 10 ? "%.2f" : "%.1f", seconds);
  }
}
