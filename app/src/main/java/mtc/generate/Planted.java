package mtc.generate;

import java.util.List;

/**
 * The paper's 14 anomalies, each as the smallest history of mini-transactions that has it and no
 * other. A line is a transaction: its session, {@code !} if it aborted, and its operations; 0 is
 * the initial value. Transactions of different sessions overlap in time, so that real time adds
 * nothing.
 */
public enum Planted {
  THIN_AIR_READ("ThinAirRead", "a: r(x,1)"),
  ABORTED_READ("AbortedRead", "a! r(x,0) w(x,1)", "b: r(x,1)"),
  FUTURE_READ("FutureRead", "a: r(x,0) r(x,1) w(x,1)"),
  NOT_MY_LAST_WRITE("NotMyLastWrite", "a: r(x,0) w(x,1) w(x,2) r(x,1)"),
  NOT_MY_OWN_WRITE("NotMyOwnWrite", "a: r(x,0) w(x,1) r(x,0)"),
  INTERMEDIATE_READ("IntermediateRead", "a: r(x,0) w(x,1) w(x,2)", "b: r(x,1)"),
  NON_REPEATABLE_READS("NonRepeatableReads", "a: r(x,0) r(x,1)", "b: r(x,0) w(x,1)"),
  SESSION_GUARANTEE_VIOLATION("SessionGuaranteeViolation", "a: r(x,0) w(x,1)", "a: r(x,0)"),
  NON_MONOTONIC_READ("NonMonotonicRead", "a: r(x,0) r(y,0) w(x,1) w(y,1)", "b: r(x,1) r(y,0)"),
  FRACTURED_READ("FracturedRead", "a: r(x,0) r(y,0) w(x,1) w(y,1)", "b: r(x,0) r(y,1)"),
  CAUSALITY_VIOLATION(
      "CausalityViolation", "a: r(x,0) w(x,1)", "b: r(x,1) r(y,0) w(y,1)", "c: r(y,1) r(x,0)"),
  LONG_FORK(
      "LongFork", "a: r(x,0) w(x,1)", "b: r(y,0) w(y,1)", "c: r(x,1) r(y,0)", "d: r(y,1) r(x,0)"),
  LOST_UPDATE("LostUpdate", "a: r(x,0) w(x,1)", "b: r(x,0) w(x,2)"),
  WRITE_SKEW("WriteSkew", "a: r(x,0) r(y,0) w(x,1)", "b: r(x,0) r(y,0) w(y,1)");

  private final String paperName;
  private final List<Step> steps;

  Planted(String paperName, String... lines) {
    this.paperName = paperName;
    this.steps = List.of(lines).stream().map(Step::parse).toList();
  }

  public String paperName() {
    return paperName;
  }

  List<Step> steps() {
    return steps;
  }

  /** How many sessions take part. */
  public int sessions() {
    return steps.stream().mapToInt(Step::session).max().orElseThrow() + 1;
  }

  /**
   * One transaction of the pattern.
   *
   * @param operations three ints each: 1 for a write or 0 for a read, the key, the value
   */
  record Step(int session, boolean aborted, int[] operations) {
    private static Step parse(String line) {
      var words = line.substring(2).strip().split(" ");
      var operations = new int[3 * words.length];
      for (var i = 0; i < words.length; i++) {
        operations[3 * i] = words[i].charAt(0) == 'w' ? 1 : 0;
        operations[3 * i + 1] = words[i].charAt(2) - 'x';
        operations[3 * i + 2] = words[i].charAt(4) - '0';
      }
      return new Step(line.charAt(0) - 'a', line.charAt(1) == '!', operations);
    }
  }
}
