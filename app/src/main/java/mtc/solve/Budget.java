package mtc.solve;

/** How long a search may go on, and how much memory it may take; and who hears how far it is. */
@FunctionalInterface
public interface Budget {
  Budget UNLIMITED = () -> false;

  /** Asked often, so it must be cheap. */
  boolean isExhausted();

  /** Whether there is room for so many bytes more; asked before large arrays are made. */
  default boolean allows(long bytes) {
    return true;
  }

  /** What it ran out of. */
  default String ranOutOf() {
    return "time or memory";
  }

  /** What is being done now, in a few words. */
  default void doing(String what) {}

  /** How far the search is; told often, so it must be cheap. */
  default void solving(long answered, long open, long conflicts) {}

  /** A part of it, that is exhausted when that was asked so many times. */
  default Budget atMost(long times) {
    var asked = new long[1];
    return () -> ++asked[0] > times || isExhausted();
  }

  /** For long preparations: ends them, whatever they are, if nothing is left. */
  default void require() {
    if (isExhausted()) {
      throw new Exhausted();
    }
  }

  /** The same for want of room for so many bytes more. */
  default void requireRoom(long bytes) {
    if (!allows(bytes)) {
      throw new Exhausted();
    }
  }

  /** Whoever began the search knows what was known before. */
  final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Exhausted() {
      super("the budget is exhausted", null, false, false);
    }
  }
}
