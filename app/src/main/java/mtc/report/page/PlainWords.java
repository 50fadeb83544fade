package mtc.report.page;

import mtc.verdict.Anomaly;
import mtc.verdict.AnomalyKind;
import mtc.verdict.EdgeType;
import mtc.verdict.Level;

/** What happened and what was promised, for people who meet the words for the first time. */
final class PlainWords {
  private PlainWords() {}

  /** What went wrong, and what should have been instead. */
  static String of(Anomaly anomaly) {
    if (anomaly.realTime() && anomaly.kind() == AnomalyKind.CIRCULAR_INFORMATION_FLOW) {
      return "A transaction saw, directly or through others, what another one wrote, although it"
          + " had ended before that one even started.";
    }
    if (anomaly.realTime() && anomaly.kind() == AnomalyKind.CAUSALITY_VIOLATION) {
      return beganTooLateToMiss(anomaly)
          ? "One transaction had already seen a write, directly or through others. Another one,"
              + " which began only when the first was over, still found what was there before it."
          : "A transaction saw the effect of something that began only when an earlier write was"
              + " over, and yet it missed that earlier write.";
    }
    return of(anomaly.kind());
  }

  /** Whether real time leads to the transaction that missed a write, or to what it saw. */
  private static boolean beganTooLateToMiss(Anomaly anomaly) {
    if (anomaly.examples().isEmpty()) {
      return false;
    }
    var cycle = anomaly.examples().getFirst().cycle();
    for (var i = 0; i < cycle.size(); i++) {
      if (cycle.get(i).type() == EdgeType.RW) {
        return cycle.get(Math.floorMod(i - 1, cycle.size())).type() == EdgeType.RT;
      }
    }
    return false;
  }

  private static String of(AnomalyKind kind) {
    return switch (kind) {
      case THIN_AIR_READ ->
          "A transaction read a value that nobody ever wrote. A database must only return what was"
              + " written to it.";
      case ABORTED_READ ->
          "A transaction read what another one had written, but that one was rolled back: it should"
              + " be as if it had never happened, and nobody should have seen it.";
      case INTERMEDIATE_READ ->
          "A transaction read a value that another one wrote and then replaced itself before it"
              + " committed. Only its last value should ever be seen.";
      case FUTURE_READ -> "A transaction read a value that it wrote itself, but only afterwards.";
      case NOT_MY_LAST_WRITE ->
          "A transaction wrote a key several times, and then read an older one of its own values.";
      case NOT_MY_OWN_WRITE ->
          "A transaction wrote a value, read the same key again, and did not get its own value"
              + " back.";
      case NON_REPEATABLE_READS ->
          "A transaction read the same key twice, wrote nothing in between, and got two different"
              + " values: the data changed under its feet.";
      case INCOMPATIBLE_ORDER ->
          "Two readers saw the same list in two different orders. A list only grows at its end, so"
              + " one must be the beginning of the other.";
      case DUPLICATE_ELEMENTS -> "An element that was added once is in the list twice.";
      case NOT_LINEARIZABLE ->
          "There is no order of the operations on this register, with each one taking effect at a"
              + " moment between its start and its end, in which every read returns the latest"
              + " write.";
      case LOST_UPDATE ->
          "Two transactions read the same value, and both replaced it: the second did not see what"
              + " the first had written and wrote over it, so the first one's change is lost.";
      case CIRCULAR_INFORMATION_FLOW ->
          "Each of these transactions saw, directly or through others, what the other one wrote. So"
              + " each would have to be finished before the other one.";
      case FRACTURED_READ ->
          "A transaction wrote several things at once, and another one saw one of them but not the"
              + " other. It should have seen either all of them or none.";
      case NON_MONOTONIC_READ ->
          "A transaction saw a new value, and afterwards an old one from before it: it went back in"
              + " time.";
      case SESSION_GUARANTEE_VIOLATION ->
          "One client did something, or saw something, and its next transaction does not know of it"
              + " any more.";
      case CAUSALITY_VIOLATION ->
          "A transaction saw the effect of something, but not yet its cause: what the effect was"
              + " based on was still missing for it.";
      case STALE_READ ->
          "A write was done and confirmed. A transaction that began only after that still read the"
              + " old value.";
      case LONG_FORK ->
          "Two independent writes were seen by two readers in opposite orders: for the one, the"
              + " first write was there and the second not yet; for the other, it was the other way"
              + " round. They cannot both be right.";
      case WRITE_SKEW ->
          "Two transactions ran at the same time. Each read something that the other one changed,"
              + " and neither saw the other's change. One after the other, the second would have"
              + " seen what the first had done.";
      case SERIALIZATION_CYCLE ->
          "Each of these transactions must have run before the next one, and the last one before"
              + " the first. In no order does each of them see what it saw.";
    };
  }

  /** What a level promises. */
  static String promise(Level level) {
    return level.meaning();
  }

  /** A level's full name. */
  static String name(Level level) {
    return level.title();
  }
}
