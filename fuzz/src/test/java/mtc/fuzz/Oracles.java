package mtc.fuzz;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.formats.Format;
import mtc.formats.UnwritableException;
import mtc.formats.WritableFormat;
import mtc.formats.numeric.Essentials;
import mtc.history.History;
import mtc.history.Reading;
import mtc.history.Status;
import mtc.reading.Formats;
import mtc.reading.OpenSource;
import mtc.solve.Budget;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Source;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;

/** What must be true of every input. A lie is an {@link AssertionError}, which is a find. */
final class Oracles {
  /** Larger inputs than a fuzzer makes do not come near any of them but the nesting. */
  static final Limits LIMITS =
      new Limits(4 << 20, 0, 100_000, 256L << 20, 1 << 20, 200, 100_000, 100_000, 100_000, 0);

  static final WritableFormat EDN = (WritableFormat) Formats.named("jepsen");

  private Oracles() {}

  static void expect(boolean isTrue, String what) {
    if (!isTrue) {
      throw new AssertionError(what);
    }
  }

  /**
   * The history of a source, or null if it is refused: with an {@link InputException}, in words,
   * and not because it would take more memory than there is.
   */
  static History read(Source source, Format format) {
    return read(source, format, Reading.AS_IT_STANDS);
  }

  static History read(Source source, Format format, Reading reading) {
    try {
      return OpenSource.read(source, format, reading, LIMITS);
    } catch (InputException e) {
      told(e);
      return null;
    } catch (IOException e) {
      throw new AssertionError("an error that says nothing: " + e, e);
    }
  }

  static void told(InputException e) {
    var message = e.describe();
    expect(!e.getMessage().startsWith("it needs "), message);
    for (var i = 0; i < message.length(); i++) {
      expect(message.charAt(i) >= ' ' && message.charAt(i) != 0x7f, "control: " + message);
    }
    expect(!message.endsWith(": null"), message);
  }

  /** A history as a format has it; null if the format has no way to hold it. */
  static MemoryFiles write(History history, WritableFormat format) {
    var out = MemoryFiles.empty(format.writesFolder());
    try {
      var kept = Essentials.of(history, format.leavesOut()).history();
      try (var writer = format.writer(out)) {
        writer.write(kept);
      }
      return out;
    } catch (UnwritableException e) {
      return null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What was written is read as the same history: writing that says the same again. */
  static void writesWhatItReads(History history) {
    writesWhatItReads(history, EDN);
  }

  /** The same in a format that is one file. */
  static void writesWhatItReads(History history, WritableFormat format) {
    if (!hasEffect(history)) {
      return;
    }
    var once = write(history, format);
    if (once == null) {
      return;
    }
    var again = read(once, format);
    expect(again != null, "what was written cannot be read");
    var twice = write(again, format);
    expect(twice != null, "what was read cannot be written again");
    var first = once.contents().get("");
    var second = twice.contents().get("");
    expect(Arrays.equals(first, second), "not the same: " + text(first) + "\nand\n" + text(second));
  }

  /** A check at the level that is asked for where none is named, and at a weaker one, ends. */
  static void ends(History history) {
    var checker = new Checker(history, options(true));
    for (var level : new Level[] {Level.named(history.usualLevel()).level(), Level.RA}) {
      if (checker.refusal(level) == null) {
        checker.check(level);
      }
    }
  }

  /** Where all was aborted nothing is said of real time either. */
  private static boolean hasEffect(History history) {
    for (var t = 0; t < history.transactionCount(); t++) {
      if (history.status(t) != Status.ABORTED) {
        return true;
      }
    }
    return false;
  }

  static String text(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Enough for what a fuzzer makes; a search that goes on for longer is none of its business. */
  private static Budget budget() {
    var asked = new int[1];
    return () -> asked[0]++ > 20_000;
  }

  static CheckOptions options(boolean sessionOrder) {
    return new CheckOptions(sessionOrder, 0, 1).searching(Oracles::budget).witnessing();
  }

  /** The verdict at a level, which has what it rests on. */
  static Verdict verdict(History history, Level level) {
    var verdict = new Checker(history, options(true)).check(level);
    expectProof(history, true, verdict);
    return verdict;
  }

  /** The verdicts at all levels that there is the data for; each held against the others. */
  static Map<Level, Verdict> verdicts(History history, boolean sessionOrder) {
    var checker = new Checker(history, options(sessionOrder));
    var verdicts = new EnumMap<Level, Verdict>(Level.class);
    for (var level : Level.values()) {
      if (checker.refusal(level) == null) {
        verdicts.put(level, checker.check(level));
      }
    }
    for (var verdict : verdicts.values()) {
      expectProof(history, sessionOrder, verdict);
      if (verdict.outcome() == Outcome.VALID) {
        expectWeaker(verdicts, verdict.level());
      }
    }
    return verdicts;
  }

  private static void expectWeaker(Map<Level, Verdict> verdicts, Level level) {
    for (var weaker : level.weaker()) {
      var verdict = verdicts.get(weaker);
      expect(
          verdict == null || verdict.outcome() != Outcome.INVALID,
          level + " holds, but not " + weaker);
    }
  }

  private static void expectProof(History history, boolean sessionOrder, Verdict verdict) {
    switch (verdict.outcome()) {
      case VALID -> {
        expect(verdict.witness() != null, verdict.level() + " is valid without a proof");
        var wrong = new Replay(history, sessionOrder, 0).refute(verdict.witness());
        expect(wrong == null, verdict.level() + " has a proof that is none: " + wrong);
        Tampering.expectRefuted(history, sessionOrder, verdict.witness());
      }
      case INVALID ->
          expect(!verdict.anomalies().isEmpty(), verdict.level() + " is invalid for no reason");
      case UNKNOWN -> expect(verdict.open().reason() != null, "unknown for no reason");
    }
  }

  /** What both decided, they decided alike. */
  static void expectSame(Map<Level, Verdict> these, Map<Level, Verdict> those, String after) {
    for (var level : these.keySet()) {
      var one = these.get(level).outcome();
      var other = those.containsKey(level) ? those.get(level).outcome() : Outcome.UNKNOWN;
      expect(
          one == other || one == Outcome.UNKNOWN || other == Outcome.UNKNOWN,
          level + " is " + one + ", and after " + after + " " + other);
    }
  }
}
