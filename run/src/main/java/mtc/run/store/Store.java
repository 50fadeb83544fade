package mtc.run.store;

/**
 * A database or another store under test.
 *
 * <p>{@link #prepare} comes first, {@link #close} last, whatever happened in between.
 */
public interface Store extends AutoCloseable {
  /** Its name, its version and the isolation it is asked for, as {@code H2 2.3, SERIALIZABLE}. */
  String describe();

  /** What it promises at that isolation; null if nothing that is known. */
  Claim claim();

  /**
   * Makes what the run needs, under names of its own.
   *
   * @param replace whether to remove what has these names already, instead of refusing
   */
  void prepare(boolean replace) throws StoreException;

  /**
   * A connection of its own for a session.
   *
   * @param reads whether it is for transactions that only read
   */
  Client connect(int session, boolean reads) throws StoreException;

  /** Removes what {@link #prepare} made. */
  @Override
  void close() throws StoreException;
}
