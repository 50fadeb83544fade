package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Map;
import mtc.formats.WritableFormat;
import mtc.history.History;
import mtc.reading.Formats;
import mtc.source.Bytes;
import mtc.verdict.Level;
import mtc.verdict.Verdict;
import mtc.verdict.Verdict.Outcome;
import mtc.witness.Replay;
import mtc.witness.Witness;
import mtc.witness.Witness.Shape;

/** What must not change a verdict does not, levels imply each other, and proofs prove. */
class VerdictsFuzzTest {
  private static final List<String> FORMATS =
      List.of("jepsen", "jepsen-json", "polysi", "plume", "dbcop", "cobra");

  /** Names, and whose turn it is in the log, mean nothing. */
  @FuzzTest
  void renaming(byte[] bytes) {
    var dice = new Dice(bytes);
    var sessionOrder = !dice.chance(50);
    var variation = 1 + dice.below(7);
    var drawn = Drawn.of(dice);
    var verdicts = Oracles.verdicts(drawn.history(), sessionOrder);
    var renamed = Oracles.verdicts(drawn.history(variation), sessionOrder);
    Oracles.expectSame(verdicts, renamed, "renaming");
    Oracles.expectSame(renamed, verdicts, "renaming");
  }

  /** Converting and compressing keep the verdict, at the levels that the other format is about. */
  @FuzzTest
  void converting(byte[] bytes) {
    var dice = new Dice(bytes);
    var format = (WritableFormat) Formats.named(FORMATS.get(dice.below(FORMATS.size())));
    var compression = dice.chance(40) ? new String[] {"gzip", "zstd", "lz4"}[dice.below(3)] : null;
    var history = Drawn.of(dice).history();
    var written = Oracles.write(history, format);
    if (written == null) {
      return;
    }
    if (compression != null && !format.writesFolder()) {
      var packed = Bytes.compress(compression, written.contents().get(""));
      written = MemoryFiles.file(expanded(compression, packed));
    }
    var converted = Oracles.read(written, format);
    Oracles.expect(converted != null, "what was written cannot be read");
    if (converted.transactionCount() > 0) {
      var before = withoutTime(Oracles.verdicts(history, true), history, converted);
      Oracles.expectSame(before, Oracles.verdicts(converted, true), "converting");
    }
  }

  /** Whatever order a replay takes for a proof, the level holds. */
  @FuzzTest
  void proofs(byte[] bytes) {
    var dice = new Dice(bytes);
    var sessionOrder = !dice.chance(50);
    var shape = Shape.values()[dice.below(Shape.values().length)];
    var events = new int[dice.below(14)];
    for (var i = 0; i < events.length; i++) {
      var event = dice.below(14);
      events[i] = event < 7 ? event : ~(event - 7);
    }
    var history = Drawn.of(dice).history();
    if (shape.isTimed() && !history.hasRealTime() || shape == Shape.PER_KEY && history.hasLists()) {
      return;
    }
    if (new Replay(history, sessionOrder, 0).refute(new Witness(shape, events)) != null) {
      return;
    }
    var level = Level.named(shape.level()).level();
    var asked = new Level.Asked(level, level.hasSessions() || shape == Shape.COMMITTED_IN_SESSIONS);
    var checker = new mtc.check.Checker(history, Oracles.options(sessionOrder));
    if (checker.refusal(level) == null) {
      var outcome = checker.check(asked).outcome();
      Oracles.expect(outcome != Outcome.INVALID, shape + " is proved, and " + level + " invalid");
    }
  }

  private static byte[] expanded(String compression, byte[] packed) {
    try {
      return Bytes.expand(compression, packed, Oracles.LIMITS);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A format without times says nothing of the levels that are about them. */
  private static Map<Level, Verdict> withoutTime(
      Map<Level, Verdict> verdicts, History history, History converted) {
    if (history.hasRealTime() && !converted.hasRealTime()) {
      verdicts.keySet().removeIf(level -> level.time() != Level.Time.NONE);
    }
    return verdicts;
  }
}
