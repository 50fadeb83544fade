package mtc.run.live;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.run.log.RunLog;
import mtc.source.Limits;
import mtc.source.Sources;
import mtc.verdict.Level;
import mtc.verdict.Verdict;

/**
 * Checks the beginning of a log as {@code mtc check} would: it reads what the file holds. What is
 * invoked and not completed there is indeterminate, so a violation of a beginning is one of the
 * whole.
 *
 * <p>Proposition 14 of docs/theory.md.
 */
public final class PrefixCheck {
  private final RunLog log;
  private final List<Level> levels;
  private final CheckOptions options;

  public PrefixCheck(RunLog log, List<Level> levels, CheckOptions options) {
    this.log = log;
    this.levels = levels;
    this.options = options;
  }

  /** The first of the levels that the first lines violate; null if none. */
  public Level violated(int lines) throws IOException {
    var found = having(Verdict.Outcome.INVALID, lines, levels, 1);
    return found.isEmpty() ? null : found.getFirst();
  }

  /** All levels that the first lines satisfy. */
  public List<Level> holding(int lines) throws IOException {
    return having(Verdict.Outcome.VALID, lines, List.of(Level.values()), Integer.MAX_VALUE);
  }

  private List<Level> having(Verdict.Outcome outcome, int lines, List<Level> of, int most)
      throws IOException {
    try (var in = log.prefix(lines)) {
      var reader = new HistoryReader(in, Formats.named("jepsen"), Limits.DEFAULT);
      var checker = new Checker(reader.read(Sources.STANDARD_INPUT), options);
      var found = new ArrayList<Level>();
      for (var level : of) {
        if (found.size() < most
            && checker.refusal(level) == null
            && checker.check(level).outcome() == outcome) {
          found.add(level);
        }
      }
      return found;
    }
  }

  /**
   * The least number of lines that violate a level. Lines more add to what must hold and take
   * nothing away, so bisection finds it.
   *
   * @param failing so many violate one
   */
  public int shortest(int failing) throws IOException {
    var fails = failing;
    var holds = log.linesBeforeClients();
    while (fails - holds > 1) {
      var middle = (fails + holds) >>> 1;
      if (violated(middle) != null) {
        fails = middle;
      } else {
        holds = middle;
      }
    }
    return fails;
  }
}
