package mtc.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Answers that were given before. Where mutants are tried, the same histories are checked thousands
 * of times by one process, and what the oracles say of them stays the same.
 */
final class Remembered {
  private static final boolean REMEMBERS = Boolean.getBoolean("mtc.remember");

  private static final Map<Object, Object> ANSWERS = new HashMap<>();

  private Remembered() {}

  /** The answer to a question, which must name all that the answer hangs on. */
  @SuppressWarnings("unchecked")
  static synchronized <T> T of(Object question, Supplier<T> answer) {
    return REMEMBERS ? (T) ANSWERS.computeIfAbsent(question, _ -> answer.get()) : answer.get();
  }
}
