package mtc.solve;

/** How long a search may go on, and how much memory it may take. */
@FunctionalInterface
public interface Budget {
  Budget UNLIMITED = () -> false;

  /** Asked often, so it must be cheap. */
  boolean isExhausted();

  /** Whether there is room for so many bytes more; asked before large arrays are made. */
  default boolean allows(long bytes) {
    return true;
  }
}
