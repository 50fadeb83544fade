package mtc.run;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mtc.cli.ExitCode;
import mtc.run.live.LiveCheck;
import mtc.run.store.Claim;
import mtc.source.Counted;
import mtc.source.InputException;
import mtc.verdict.Level;

/**
 * What is said when a trial is over. Verdicts go to standard output, as {@code mtc check} says it.
 */
final class Telling {
  /**
   * How to say it.
   *
   * @param form of the verdict: text, json, edn
   * @param html the page to write; null for none
   * @param replaces whether the file of the shortest beginning may replace one
   */
  record Manner(
      PrintStream out,
      PrintStream err,
      String form,
      File html,
      boolean quiet,
      boolean noSessionOrder,
      boolean replaces) {}

  private final Manner manner;

  Telling(Manner manner) {
    this.manner = manner;
  }

  private void tell(String format, Object... values) {
    if (!manner.quiet()) {
      manner.err().println("mtc-run: " + String.format(Locale.ROOT, format, values));
    }
  }

  void ofRun(String store, long seed, Trial.Result result) {
    var extent = result.extent();
    var seconds = extent.nanos() / 1e9;
    tell(
        "%s, seed %d: %d committed, %d aborted, %d indeterminate in %.1f s (%.0f/s, p50 %s, p99 %s;"
            + " checks %.2f s)",
        store,
        seed,
        extent.committed(),
        extent.failed(),
        extent.unknown(),
        seconds,
        extent.committed() / seconds,
        Progress.millis(result.median()),
        Progress.millis(result.slowest()),
        result.checkNanos() / 1e9);
    if (result.trouble() != null) {
      tell("the run ended early: %s", result.trouble());
    }
  }

  /** The verdict for some levels; its exit code. */
  int ofLevels(Trial.Result result, List<Level> levels, Claim claim) throws IOException {
    if (hasNothing(result)) {
      return ExitCode.UNKNOWN;
    }
    var names = String.join(",", levels.stream().map(Level::label).toList());
    if (result.finding() != null) {
      return ofViolation(result, result.finding(), names, claim);
    }
    var said = new ByteArrayOutputStream();
    var whole = result.log().file();
    var exit = check(whole, names, new PrintStream(said, true, StandardCharsets.UTF_8));
    if (exit == ExitCode.VIOLATION) {
      var extent = result.extent();
      var late =
          new LiveCheck.Finding(
              levels.getFirst(), extent.lines(), extent.committed(), extent.nanos());
      return ofViolation(result, late, names, claim);
    }
    manner.out().print(said.toString(StandardCharsets.UTF_8));
    tell("the log is %s", whole);
    return exit;
  }

  private boolean hasNothing(Trial.Result result) {
    if (result.extent().committed() == 0) {
      tell("nothing was committed, so there is nothing to check; %s says why", result.log().file());
      return true;
    }
    return false;
  }

  /** Shows the shortest beginning of the log that fails, which is a log of its own. */
  private int ofViolation(Trial.Result result, LiveCheck.Finding finding, String names, Claim claim)
      throws IOException {
    var lines = result.check().shortest(finding.lines());
    var file = beginning(result, lines);
    if (claim != null && Levels.named(claim.level()) == finding.level()) {
      tell(
          "%s promises %s (%s), and that does not hold",
          claim.isolation(), claim.level(), claim.source());
    }
    tell(
        "seen after %s and %.1f s; the log is %s, and its first %s with %s fail already:",
        Counted.of(finding.committed(), "commit"),
        finding.nanos() / 1e9,
        result.log().file(),
        Counted.of(lines, "line"),
        Counted.of(result.log().commits(lines), "commit"));
    return check(file, names, manner.out());
  }

  /** A violation stays one where its beginning cannot be written: then the whole log shows it. */
  private Path beginning(Trial.Result result, int lines) {
    var whole = result.log().file();
    var file = inserted(whole, ".shortest");
    try {
      result.log().copyPrefix(lines, file, manner.replaces());
      return file;
    } catch (InputException e) {
      tell("%s", e.describe());
    } catch (IOException e) {
      tell("%s: it cannot be written: %s", file, e.getMessage());
    }
    return whole;
  }

  /** The verdicts for all levels, and which of those that held are the strongest. */
  int ofAll(Trial.Result result, Claim claim) throws IOException {
    if (hasNothing(result)) {
      return ExitCode.UNKNOWN;
    }
    var exit = check(result.log().file(), "all", manner.out());
    var held = Levels.strongest(result.check().holding(result.extent().lines()));
    tell(
        "%s%s",
        held.isEmpty() ? "no level held" : "the strongest level that held: " + names(held),
        claim == null
            ? ""
            : String.format(
                "; %s promises %s (%s)", claim.isolation(), claim.level(), claim.source()));
    if (result.finding() != null) {
      tell(
          "%s was violated within %s and %.1f s",
          result.finding().level().label(),
          Counted.of(result.finding().committed(), "commit"),
          result.finding().nanos() / 1e9);
    }
    tell("the log is %s", result.log().file());
    return exit;
  }

  private static String names(List<Level> levels) {
    return String.join(", ", levels.stream().map(Level::label).toList());
  }

  private int check(Path file, String levels, PrintStream to) {
    var arguments =
        new ArrayList<>(List.of("check", "-l", levels, "-o", manner.form(), file.toString()));
    if (manner.html() != null) {
      arguments.addAll(List.of("--html", manner.html().getPath()));
    }
    if (manner.quiet()) {
      arguments.add("-q");
    }
    if (manner.noSessionOrder()) {
      arguments.add("--no-session-order");
    }
    return mtc.cli.Main.run(
        InputStream.nullInputStream(), to, manner.err(), arguments.toArray(String[]::new));
  }

  /** {@code run.edn} becomes {@code run-7.edn}. */
  static Path inserted(Path file, String what) {
    var name = file.getFileName().toString();
    var dot = name.lastIndexOf('.');
    var at = dot <= 0 ? name.length() : dot;
    return file.resolveSibling(name.substring(0, at) + what + name.substring(at));
  }
}
