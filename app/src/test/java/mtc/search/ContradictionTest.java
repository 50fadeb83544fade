package mtc.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.solve.Budget;
import mtc.verdict.Anomaly;
import mtc.verdict.Edge;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;

/** How it is told that no order fits: the fewest questions, and a cycle for each answer. */
class ContradictionTest {
  private static Anomaly anomaly(Level level, String log) {
    var options = CheckOptions.DEFAULT.searching(() -> Budget.UNLIMITED.atMost(100_000));
    var anomalies = new Checker(Log.of(log), options).check(level).anomalies();
    assertEquals(1, anomalies.size());
    return anomalies.getFirst();
  }

  private static void assertTold(
      Anomaly anomaly, String kind, int[] transactions, String hint, String... cycles) {
    assertEquals(kind, anomaly.kind().paperName() + "/" + anomaly.elleName());
    var example = anomaly.examples().getFirst();
    assertEquals(Arrays.toString(transactions), Arrays.toString(example.transactions()));
    assertEquals(hint, example.hint());
    var told = new ArrayList<String>();
    if (!example.cycle().isEmpty()) {
      told.add(say(example.cycle()));
    }
    example.alternatives().forEach(cycle -> told.add(say(cycle)));
    assertEquals(List.of(cycles), told);
  }

  /** {@code 0-WR>1}, with a question mark if it is assumed. */
  private static String say(List<Edge> cycle) {
    return cycle.stream()
        .map(e -> e.from() + "-" + e.type() + (e.assumed() ? "?" : "") + ">" + e.to())
        .collect(Collectors.joining(" "));
  }

  @Test
  void anOrderOfTwoWrites() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : w(x,1)
            - : w(x,2)
            - : r(x,1) w(y,1)
            - : r(x,2) w(z,1)
            - : r(x,2) r(y,1)
            - : r(x,1) r(z,1)
            """),
        "CausalityViolation/G-single",
        new int[] {1, 3, 5, 0, 2, 4},
        "whatever the order of \"x\"=1 and \"x\"=2 is, there is a cycle",
        "1-WR>3 3-WR>5 5-RW?>1",
        "0-WR>2 2-WR>4 4-RW?>0");
  }

  /** Three writes are in question, and two of them are enough. */
  @Test
  void theFewestOfSeveralOrders() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : w(x,1)
            - : w(x,2)
            - : w(x,3)
            - : r(x,1) w(y,1)
            - : r(y,1) r(x,2) w(z,1)
            - : r(z,1) r(x,3) w(u,1)
            - : r(u,1) r(x,1)
            """),
        "CausalityViolation/G-single",
        new int[] {0, 3, 4, 1, 5, 6},
        "whatever the order of \"x\"=1 and \"x\"=2 is, there is a cycle",
        "0-WR>3 3-WR>4 4-RW?>0",
        "1-WR>4 4-WR>5 5-WR>6 6-RW?>1");
  }

  @Test
  void whatWasThereInsteadOfAValue() {
    assertTold(
        anomaly(Level.SER, "- : w(x,1)\n- : o(x,0) w(y,1)\n- : r(y,1) r(x,0)"),
        "CausalityViolation/G-single",
        new int[] {1, 2, 0},
        "whatever what was there instead of \"x\"=0 is, there is a cycle",
        "1-WR>2 2-RW>0 0-WR?>1");
  }

  @Test
  void ordersAndSourcesTogether() {
    assertTold(
        anomaly(Level.SER, "a: w(x,1)\na: w(x,2)\nb: w(x,3) r(z,1)\na: o(x,3) o(x,2) w(z,1)"),
        "SessionGuaranteeViolation/G-single-process",
        new int[] {0, 3, 1, 2},
        "whatever the order of \"x\"=1 and \"x\"=2 and what was there instead of \"x\"=2 are, there"
            + " is a cycle",
        "0-SO>3 3-RW?>0",
        "1-SO>3 3-RW?>1",
        "0-SO>1 1-WW?>0",
        "3-WR>2 2-WR?>3");
  }

  @Test
  void readsThatExplainEachOtherInACircle() {
    assertTold(
        anomaly(Level.SER, "- : w(x,1) r(y,1)\n- : w(x,1) r(y,1)\n- : w(x,2)\n- : r(x,1) w(y,1)"),
        "CircularInformationFlow/G1c",
        new int[] {0, 3},
        "nobody can have been the first to write \"y\"=1: going back from who did, each read is"
            + " explained only by one of those reads");
  }

  @Test
  void listsThatNoPlacementMakes() {
    assertTold(
        anomaly(Level.SER, "- : a(x,1)\n- : a(x,1)\n- : l(x,[1 1 1])"),
        "DuplicateElements/duplicate-elements",
        new int[] {2},
        "the list it read of \"x\" holds an element more often than it was appended");
    assertTold(
        anomaly(
            Level.SER,
            """
            - : a(x,1) a(x,1)
            - : a(x,1)
            - : l(x,[1])
            - : l(x,[1 1])
            - : a(x,2)
            - : l(x,[1 1 2])
            """),
        "IncompatibleOrder/incompatible-order",
        new int[] {5},
        "no order of whole transactions makes the lists that were read of \"x\"");
  }

  private static final String WHICHEVER =
      "whichever append each of the repeated elements is, there is a cycle";

  /** Each of the two may have been the first, and neither was. */
  @Test
  void appendsThatCannotBeToldApart() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : a(x,1) r(y,1)
            - : a(x,1) r(z,1)
            - : l(x,[1]) w(y,1) w(z,1)
            - : l(x,[1 1])
            """),
        "CircularInformationFlow/G1c",
        new int[] {2, 0, 1},
        WHICHEVER,
        "2-WR>0 0-WR?>2",
        "2-WR>1 1-WR?>2");
    assertTold(
        anomaly(
            Level.SER,
            """
            - : a(x,1) w(y,1)
            - : a(x,1) r(y,1)
            - : a(x,1) r(y,1) w(z,1)
            - : l(x,[1 1 1])
            - : l(x,[1]) r(z,1)
            """),
        "CausalityViolation/G-single",
        new int[] {0, 2, 4, 1},
        WHICHEVER,
        "0-WR>2 2-WR>4 4-RW?>0",
        "0-WR>1 1-WW?>0",
        "2-WR>4 4-RW?>1 1-WW?>2",
        "2-WR>4 4-RW?>2");
  }

  /** Each of many may have been the first, and none was: so many cases as there are, up to 24. */
  @Test
  void moreCasesThanAnybodyReadsAreLeftOut() {
    for (var appends = 23; appends <= 26; appends++) {
      var log = new StringBuilder();
      var reader = new StringBuilder("- : l(x,[1])");
      for (var i = 0; i < appends; i++) {
        log.append("- : a(x,1) r(y%d,1)%n".formatted(i));
        reader.append(" w(y%d,1)".formatted(i));
      }
      log.append(reader).append("\n- : l(x,[1").append(" 1".repeat(appends - 1)).append("])");
      var example = anomaly(Level.SER, log.toString()).examples().getFirst();
      assertEquals(Math.min(appends, 24), 1 + example.alternatives().size());
      var hint = WHICHEVER + (appends > 24 ? "; not all cases are shown" : "");
      assertEquals(hint, example.hint());
    }
  }

  /** What is appended once stands where it stands. */
  @Test
  void onlyWhatMayStandElsewhereIsAssumed() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : a(x,1) r(y,1)
            - : a(x,1) r(z,1)
            - : a(x,2)
            - : a(x,3) w(y,1) w(z,1)
            - : l(x,[1 1 2 3])
            """),
        "CircularInformationFlow/G1c",
        new int[] {2, 3, 0, 1},
        WHICHEVER,
        "2-WW>3 3-WR>0 0-WW?>2",
        "2-WW>3 3-WR>1 1-WW?>2");
  }

  /** Another list with repeated elements has nothing to do with it. */
  @Test
  void onlyListsThatMatterAreTold() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : a(u,1)
            - : a(u,1)
            - : l(u,[1 1])
            - : a(x,1) r(y,1)
            - : a(x,1) r(z,1)
            - : a(x,2) w(y,1) w(z,1)
            - : l(x,[1 1 2])
            """),
        "CircularInformationFlow/G1c",
        new int[] {5, 3, 4},
        WHICHEVER,
        "5-WR>3 3-WW?>5",
        "5-WR>4 4-WW?>5");
  }

  @Test
  void appendsOfTwoListsThatCannotBeToldApart() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : a(x,1) a(y,1)
            - : a(x,1) a(y,1)
            - : l(x,[1]) l(y,[])
            - : l(x,[]) l(y,[1])
            - : l(x,[1 1]) l(y,[1 1])
            """),
        "LongFork/G-nonadjacent",
        new int[] {3, 0, 1, 2},
        WHICHEVER,
        "3-RW?>0 0-WR?>3",
        "1-WR?>3 3-RW?>0 0-WR?>2 2-RW?>1",
        "0-WR?>3 3-RW?>1 1-WR?>2 2-RW?>0",
        "3-RW?>1 1-WR?>3");
  }

  @Test
  void anOrderAgainstTime() {
    assertTold(
        anomaly(
            Level.SSER,
            """
            - 1-2 : w(x,1)
            - 3-9 : w(x,2)
            - 5-6 : w(x,3)
            - 10-11 : r(x,1)
            """),
        "StaleRead/G-single-realtime",
        new int[] {2, 3, 0},
        "whatever the order of \"x\"=1 and \"x\"=3 is, there is a cycle",
        "2-RT>3 3-RW?>2",
        "0-RT>2 2-WW?>0");
  }

  @Test
  void twoOrdersOfTwoWriters() {
    assertTold(
        anomaly(Level.SI, "- : w(x,1) w(y,1)\n- : w(x,2) w(y,2)\n- : r(x,1) r(y,2)"),
        "FracturedRead/G-single",
        new int[] {1, 2, 0},
        "whatever the order of \"x\"=1 and \"x\"=2 and the order of \"y\"=1 and \"y\"=2 are, there"
            + " is a cycle",
        "1-WR>2 2-RW?>1",
        "0-WW?>1 1-WW?>0",
        "0-WR>2 2-RW?>0");
  }

  /** Where more than cycles may be wrong. */
  @Test
  void anOrderForParallelSnapshots() {
    assertTold(
        anomaly(
            Level.PSI,
            """
            - : w(x,1)
            - : w(x,2)
            - : r(x,1) w(y,1)
            - : r(x,2) r(y,1)
            - : r(x,2) w(z,1)
            - : r(x,1) r(z,1)
            """),
        "CausalityViolation/G-single",
        new int[] {1, 4, 5, 0, 2, 3},
        "whatever the order of \"x\"=1 and \"x\"=2 is, there is a cycle",
        "1-WR>4 4-WR>5 5-RW?>1",
        "0-WR>2 2-WR>3 3-RW?>0");
  }

  /** What is known of who may have committed: it comes after the initial chain, and its session. */
  @Test
  void whoMayHaveCommitted() {
    var hint = "whatever the source of a read of \"y\"=1 is, there is a cycle";
    for (var level : new Level[] {Level.SER, Level.SI}) {
      assertTold(
          anomaly(level, "- : r(x,0) r(y,1) w(x,1) r(z,0)\n- ?: w(x,2) w(y,1)\n- ?: w(y,1) w(z,1)"),
          "NonMonotonicRead/G-single",
          new int[] {0, 1, 2},
          hint,
          "0-WW>1 1-WR?>0",
          "0-RW>2 2-WR?>0");
      assertTold(
          anomaly(level, "a: r(y,1) r(z,0)\na ?: w(y,1)\n- ?: w(y,1) w(z,1)"),
          "NonMonotonicRead/G-single-process",
          new int[] {0, 1, 2},
          hint,
          "0-SO>1 1-WR?>0",
          "0-RW>2 2-WR?>0");
    }
  }

  /** Where an order of commits decides, that one committed is assumed like what others read. */
  @Test
  void whoMayHaveCommittedAtWeakLevels() {
    var hint = "whatever the source of a read of \"x\"=1 is, there is a cycle";
    var writers = "- ?: w(x,1) w(y,1)\n- ?: w(x,1) w(z,1)\n";
    assertTold(
        anomaly(Level.RA, writers + "- : r(y,0) r(x,1) r(z,0)"),
        "FracturedRead/G-single",
        new int[] {2, 0, 1},
        hint,
        "2-RW?>0 0-WR?>2",
        "2-RW?>1 1-WR?>2");
    assertTold(
        anomaly(Level.RC, writers + "- : r(x,1) r(y,0) r(z,0)"),
        "NonMonotonicRead/G-single",
        new int[] {2, 0, 1},
        hint,
        "2-RW?>0 0-WR?>2",
        "2-RW?>1 1-WR?>2");
    assertTold(
        anomaly(Level.CAUSAL, writers + "- : r(x,1) w(u,1)\n- : r(u,1) r(y,0) r(z,0)"),
        "CausalityViolation/G-single",
        new int[] {3, 0, 2, 1},
        hint,
        "3-RW?>0 0-WR?>2 2-WR>3",
        "3-RW?>1 1-WR?>2 2-WR>3");
  }

  /** What it compared is asked only if it committed. */
  @Test
  void whoMayHaveCommittedAfterAComparison() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - ?: r(x,1) w(y,2)
            - ?: w(y,2) w(z,1)
            - : r(y,2) r(z,0) w(u,1)
            - : w(x,1) r(u,1)
            - : w(x,1) r(u,1)
            """),
        "NonMonotonicRead/G-single",
        new int[] {2, 1, 3, 0, 4},
        "whatever the source of a read of \"y\"=2 and the source of a read of \"x\"=1 are, there is"
            + " a cycle",
        "2-RW>1 1-WR?>2",
        "2-WR>3 3-WR?>0 0-WR?>2",
        "2-WR>4 4-WR?>0 0-WR?>2");
  }

  /** Nothing comes between what a transaction read and what it wrote. */
  @Test
  void whatWasOverwritten() {
    assertTold(
        anomaly(Level.SER, "a: w(x,1)\na: w(x,2)\na: o(x,2) w(x,3)"),
        "CircularInformationFlow/G0-process",
        new int[] {1, 2, 0},
        "whatever the order of \"x\"=1 and \"x\"=2, the order of \"x\"=2 and \"x\"=3 and what was"
            + " there instead of \"x\"=2 are, there is a cycle",
        "1-SO>2 2-WW?>1",
        "0-SO>1 1-WW?>0");
    assertTold(
        anomaly(Level.SER, "- : o(x,0) w(x,3)\n- : r(x,3) w(x,4)"),
        "CircularInformationFlow/G1c",
        new int[] {0, 1},
        "whatever what was there instead of \"x\"=0 is, there is a cycle",
        "0-WW>1 1-WR?>0");
    assertTold(
        anomaly(Level.SER, "- : o(x,0) w(x,3)\n- : r(x,3) w(x,4)\n- : r(x,4) w(x,5)"),
        "LostUpdate/G2-item",
        new int[] {0, 2, 1},
        "whatever what was there instead of \"x\"=0 is, there is a cycle",
        "0-RW?>2 2-RW?>0",
        "0-WW>1 1-WW>2 2-WR?>0");
    assertTold(
        anomaly(Level.SER, "a: o(x,0) w(x,3)\n- : r(x,3) w(x,4)\na: w(x,1)\n- : r(x,1) w(x,2)"),
        "CircularInformationFlow/G1c-process",
        new int[] {0, 2, 3},
        "whatever what was there instead of \"x\"=0 is, there is a cycle",
        "0-SO>2 2-WR>3 3-WR?>0");
  }

  @Test
  void whatCameBetweenAReadAndAWrite() {
    assertTold(
        anomaly(
            Level.SER,
            """
            a: w(x,1)
            - : r(x,1) w(x,5)
            a: w(x,2)
            - : r(x,2) w(x,6)
            - : r(x,6) w(y,1)
            - : r(y,1) o(x,6) w(x,3)
            """),
        "LostUpdate/G2-item-process",
        new int[] {5, 1, 3, 0, 2, 4},
        "whatever the order of \"x\"=1 and \"x\"=2, the order of \"x\"=2 and \"x\"=3 and what was"
            + " there instead of \"x\"=6 are, there is a cycle",
        "5-RW?>1 1-RW?>5",
        "5-RW?>3 3-RW?>5",
        "0-SO>2 2-WR>3 3-WW?>0",
        "2-WR>3 3-WR>4 4-WR>5 5-WW?>2");
  }

  /** Two that both overwrote what they saw saw two versions, or one came between. */
  @Test
  void whoElseOverwroteTheSame() {
    var hint =
        "whatever the source of a read of \"x\"=1 and the source of a read of \"x\"=1 are, there is"
            + " a cycle";
    for (var level : new Level[] {Level.SER, Level.SI, Level.PSI}) {
      assertTold(
          anomaly(
              level,
              """
              - : w(x,1)
              - : w(x,1) r(u,1) r(v,1)
              - : r(x,1) w(x,2) w(u,1)
              - : r(x,1) w(x,3) w(v,1)
              """),
          "LostUpdate/G-single",
          new int[] {2, 3, 1},
          hint,
          "2-RW?>3 3-WW?>2",
          "3-WR>1 1-WR?>3",
          "2-WR>1 1-WR?>2");
    }
    assertTold(
        anomaly(
            Level.SER,
            """
            - : w(x,1)
            - : w(x,1) r(u,1) r(v,1)
            - : r(x,1) w(x,2) w(u,1)
            - : r(x,2) w(x,4)
            - : r(x,1) w(x,3) w(v,1)
            - : r(x,3) w(x,5)
            """),
        "CausalityViolation/G-single",
        new int[] {4, 1, 2, 5},
        hint,
        "4-WR>1 1-WR?>4",
        "2-WR>1 1-WR?>2",
        "2-RW?>4 4-WW>5 5-WW?>2");
  }

  @Test
  void anOrderAndAReadThatIsKnown() {
    assertTold(
        anomaly(
            Level.SER,
            """
            - : w(x,1)
            - : r(x,1) w(x,2)
            - : o(x,0) w(x,3) r(z,0)
            - : r(x,2) w(z,1)
            - : r(z,1) r(x,3) w(u,1)
            - : r(x,2) r(u,1)
            """),
        "WriteSkew/G2-item",
        new int[] {2, 3, 0, 1, 4},
        "whatever the order of \"x\"=1 and \"x\"=3 is, there is a cycle",
        "2-RW>3 3-RW?>2",
        "0-WR>1 1-WR>3 3-WR>4 4-RW?>0");
  }
}
