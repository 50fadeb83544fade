package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/**
 * All targets in one: the first byte of an input says whose it is.
 *
 * <p>A target takes ten seconds of computing to begin with, before the first input. This one shares
 * them, and what a reader learnt is there for the others; but no number of edges is one target's.
 */
class MixtureFuzzTest {
  private static final List<String> SLOW = List.of("commandLine", "zip", "zipStructure", "bzip2");
  private static final int SHARE = 7;
  private static final long TOLD_EVERY = 1 << 20;

  private static final List<MethodHandle> TARGETS = new ArrayList<>();
  private static final List<String> NAMES = new ArrayList<>();

  /** By first byte, the target; those that write files have a seventh of what others have. */
  private static final List<Integer> SHARES = new ArrayList<>();

  private static final long[] EXECUTIONS;
  private static long sinceTold;

  static {
    for (var target : Targets.single()) {
      for (var i = SLOW.contains(target.getName()) ? SHARE - 1 : 0; i < SHARE; i++) {
        SHARES.add(TARGETS.size());
      }
      NAMES.add(target.getName());
      try {
        target.setAccessible(true);
        var owner = target.getDeclaringClass().getDeclaredConstructor();
        owner.setAccessible(true);
        TARGETS.add(MethodHandles.lookup().unreflect(target).bindTo(owner.newInstance()));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    EXECUTIONS = new long[TARGETS.size()];
  }

  @FuzzTest
  void mixture(byte[] bytes) throws Throwable {
    if (bytes.length == 0) {
      return;
    }
    var dice = new Dice(bytes);
    var target = SHARES.get(dice.below(SHARES.size()));
    EXECUTIONS[target]++;
    if (++sinceTold == TOLD_EVERY) {
      tell();
    }
    TARGETS.get(target).invoke(dice.rest());
  }

  private static void tell() {
    sinceTold = 0;
    var told = new StringBuilder("executions:");
    for (var i = 0; i < EXECUTIONS.length; i++) {
      told.append(' ').append(NAMES.get(i)).append('=').append(EXECUTIONS[i]);
    }
    System.err.println(told);
  }

  /** Those of all targets, each with the byte that says whose it is. */
  static List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    var targets = Targets.single();
    for (var i = 0; i < targets.size(); i++) {
      for (var seed : Seeds.of(targets.get(i))) {
        var own = new byte[seed.length + 1];
        own[0] = (byte) SHARES.indexOf(i);
        System.arraycopy(seed, 0, own, 1, seed.length);
        seeds.add(own);
      }
    }
    return seeds;
  }
}
