package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Columns have room for sixteen, thirty-two and so on: whatever lies behind the last transaction,
 * operation and key, or nothing, is not looked at.
 */
class EveryLengthTest {
  static IntStream lengths() {
    return IntStream.rangeClosed(13, 34);
  }

  private static String lines(int count, IntFunction<String> operations) {
    return IntStream.range(0, count)
        .mapToObj(t -> "s%d %d-%d : %s\n".formatted(t % 3, 10 * t, 10 * t + 5, operations.apply(t)))
        .collect(Collectors.joining());
  }

  /** The levels that do not hold. */
  private static Set<Level> violated(String log) {
    var checker = new Checker(Log.of(log), CheckOptions.DEFAULT);
    checker.classification();
    var violated = EnumSet.noneOf(Level.class);
    for (var level : Level.values()) {
      if (checker.refusal(level) == null) {
        var outcome = checker.check(level).outcome();
        if (outcome == Outcome.INVALID) {
          violated.add(level);
        }
      }
    }
    return violated;
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void oneOperationEach(int count) {
    assertEquals(Set.of(), violated(lines(count, t -> "w(k%d,1)".formatted(t))));
    assertEquals(Set.of(), violated(lines(count, t -> "a(k%d,1)".formatted(t))));
    assertEquals(
        Set.of(),
        violated(
            lines(count, t -> t % 2 == 0 ? "w(x,%d)".formatted(t + 1) : "r(x,%d)".formatted(t))));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void oneValueForAll(int count) {
    assertEquals(Set.of(), violated(lines(count, t -> "w(x,1)")));
    assertEquals(Set.of(), violated(lines(count, t -> "w(x,1) w(y,1)")));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void twoOperationsEach(int count) {
    assertEquals(Set.of(), violated(lines(count, t -> "r(x,%d) w(x,%d)".formatted(t, t + 1))));
    var elements =
        IntStream.rangeClosed(0, count)
            .mapToObj(t ->
                IntStream.rangeClosed(1, t)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" ")))
            .toList();
    IntFunction<String> append = t -> "l(x,[%s]) a(x,%d)".formatted(elements.get(t), t + 1);
    assertEquals(Set.of(), violated(lines(count, append)));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void versionsThatTheLogGives(int count) {
    assertEquals(Set.of(), violated(lines(count, t -> "w(x,%d)#%d".formatted(t + 1, t))));
    assertEquals(Set.of(), violated(lines(count, t -> "a(x,%d)#%d".formatted(t + 1, t))));
    IntFunction<String> named =
        t -> t % 2 == 0 ? "w(x,1)#%d".formatted(t) : "r(x,1)#%d".formatted(t - 1);
    assertEquals(Set.of(), violated(lines(count, named)));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void cyclesOfTheirOwn(int count) {
    var skew = new StringBuilder();
    for (var i = 0; i < count; i++) {
      skew.append("- : r(x%d,0) r(y%d,0) w(x%d,1)\n".formatted(i, i, i));
      skew.append("- : r(x%d,0) r(y%d,0) w(y%d,1)\n".formatted(i, i, i));
    }
    assertEquals(EnumSet.of(Level.SER), violated(skew.toString()));
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void anUpdateThatWasLost(int count) {
    var registers = lines(count, t -> "r(x,%d) w(x,%d)".formatted(Math.min(t, count - 2), t + 1));
    assertFalse(violated(registers).isEmpty());
    var lists = lines(count, t -> "l(x,[]) a(x,%d)".formatted(t + 1));
    assertFalse(violated(lists).isEmpty());
  }
}
