package mtc.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a long run begins with, and a little chance, goes well with every target. */
class SeedsTest {
  private static final int CHANCES = 60;

  static List<Method> targets() {
    return Targets.single();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void everyTargetTakesItsSeedsAndChanges(Method target) throws Throwable {
    target.setAccessible(true);
    var owner = target.getDeclaringClass().getDeclaredConstructor();
    owner.setAccessible(true);
    var handle = MethodHandles.lookup().unreflect(target).bindTo(owner.newInstance());
    var seeds = seeds(target);
    for (var seed : seeds) {
      handle.invoke(seed);
    }
    var random = new Random(1);
    for (var i = 0; i < CHANCES; i++) {
      var changed = seeds.get(random.nextInt(seeds.size())).clone();
      for (var changes = 1 + random.nextInt(3); changes > 0 && changed.length > 0; changes--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      handle.invoke(changed);
    }
  }

  private static List<byte[]> seeds(Method target) throws IOException {
    var seeds = Seeds.of(target);
    assertFalse(seeds.isEmpty(), target.getName() + " has no seeds");
    return seeds;
  }
}
