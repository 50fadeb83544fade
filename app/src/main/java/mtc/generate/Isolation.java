package mtc.generate;

/** What a simulated store promises. */
public enum Isolation {
  /** Everything takes effect at one moment between begin and commit. */
  STRICT_SERIALIZABLE("strict-serializable"),
  /** Writers as above; readers may be served from a replica that lags behind. */
  SERIALIZABLE("serializable"),
  /** Reads from the state at begin; of two concurrent writers of a key the second aborts. */
  SNAPSHOT("snapshot"),
  /** Two sites that hear of each other's commits late; who would overwrite unheard ones aborts. */
  PARALLEL_SNAPSHOT("parallel-snapshot"),
  /** The same, but the last committer wins. */
  CAUSAL("causal"),
  /** The same, and commits overtake each other on their way, each of them whole. */
  READ_ATOMIC("read-atomic"),
  /** Each read sees what is committed at that moment; writers overwrite each other. */
  READ_COMMITTED("read-committed");

  private final String spelling;

  Isolation(String spelling) {
    this.spelling = spelling;
  }

  /** As people write it. */
  @Override
  public String toString() {
    return spelling;
  }
}
