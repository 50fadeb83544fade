package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.Set;
import mtc.history.Reading;
import mtc.workload.Workloads;

/** The readers of Jepsen's workloads: of the one that is asked for, or whichever it is. */
class WorkloadsFuzzTest {
  private static final String[] NAMES = Workloads.names().toArray(String[]::new);

  @FuzzTest
  void workloads(byte[] bytes) {
    var named = named(bytes);
    if (named != null) {
      var from = named.length() + 1;
      read(named, Arrays.copyOfRange(bytes, from, bytes.length));
      return;
    }
    var dice = new Dice(bytes);
    var choice = dice.below(NAMES.length + 4);
    read(choice < NAMES.length ? NAMES[choice] : null, dice.rest());
  }

  /**
   * The workload whose name is the first line: an input that is kept is to stay that workload's.
   */
  private static String named(byte[] bytes) {
    for (var name : NAMES) {
      var line = Seeds.utf8(name + "\n");
      if (bytes.length >= line.length && Arrays.mismatch(bytes, line) >= line.length) {
        return name;
      }
    }
    return null;
  }

  /** The same of calls that are what they should be in all but one or two places. */
  @FuzzTest
  void workloadStructure(byte[] bytes) {
    var dice = new Dice(bytes);
    var choice = dice.below(NAMES.length + 4);
    read(choice < NAMES.length ? NAMES[choice] : null, Seeds.utf8(CallText.of(dice)));
  }

  private static void read(String workload, byte[] bytes) {
    var reading = new Reading(Set.of(), Set.of(), workload, null, false, false);
    var history = Oracles.read(MemoryFiles.file(bytes), Oracles.EDN, reading);
    if (history != null) {
      Oracles.ends(history);
    }
  }
}
