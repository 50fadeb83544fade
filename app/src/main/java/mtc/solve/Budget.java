package mtc.solve;

/** How long a search may go on. Asked often, so it must be cheap. */
@FunctionalInterface
public interface Budget {
  Budget UNLIMITED = () -> false;

  boolean isExhausted();
}
