package mtc.verdict;

/** What can be wrong with a history, by the paper's names, and what Adya and Elle call it. */
public enum AnomalyKind {
  // Inside one transaction, and of single reads.
  THIN_AIR_READ("ThinAirRead", "dirty-read", Level.PL2),
  ABORTED_READ("AbortedRead", "G1a", Level.PL2),
  INTERMEDIATE_READ("IntermediateRead", "G1b", Level.PL2),
  FUTURE_READ("FutureRead", "internal", Level.RC),
  NOT_MY_LAST_WRITE("NotMyLastWrite", "internal", Level.RC),
  NOT_MY_OWN_WRITE("NotMyOwnWrite", "internal", Level.RC),
  NON_REPEATABLE_READS("NonRepeatableReads", "internal", Level.RA),
  // Of lists.
  INCOMPATIBLE_ORDER("IncompatibleOrder", "incompatible-order", Level.PL2),
  DUPLICATE_ELEMENTS("DuplicateElements", "duplicate-elements", Level.PL2),
  // Of registers: no order of the operations on one of them explains it.
  NOT_LINEARIZABLE("NotLinearizable", "nonlinearizable", Level.LIN),
  // Of several transactions: cycles, named by their edges.
  LOST_UPDATE("LostUpdate", "lost-update", Level.PSI),
  CIRCULAR_INFORMATION_FLOW("CircularInformationFlow", "G1c", Level.PL2),
  FRACTURED_READ("FracturedRead", "G-single", Level.RA),
  NON_MONOTONIC_READ("NonMonotonicRead", "G-single", Level.RC),
  SESSION_GUARANTEE_VIOLATION("SessionGuaranteeViolation", "G-single-process", Level.RA),
  CAUSALITY_VIOLATION("CausalityViolation", "G-single", Level.CAUSAL),
  STALE_READ("StaleRead", "G-single-realtime", Level.STRONG_SI),
  LONG_FORK("LongFork", "G-nonadjacent", Level.PREFIX),
  WRITE_SKEW("WriteSkew", "G2-item", Level.SER),
  SERIALIZATION_CYCLE("SerializationCycle", "G2-item", Level.SER);

  private final String paperName;
  private final String elleName;
  private final Level weakest;

  AnomalyKind(String paperName, String elleName, Level weakest) {
    this.paperName = paperName;
    this.elleName = elleName;
    this.weakest = weakest;
  }

  public String paperName() {
    return paperName;
  }

  public String elleName() {
    return elleName;
  }

  /** Whether a read shows it, whatever the order of the transactions. */
  public boolean isOfOneRead() {
    return compareTo(NOT_LINEARIZABLE) < 0;
  }

  /** The weakest level that forbids it; of cycles, one that forbids every such cycle. */
  public Level weakest() {
    return weakest;
  }

  /**
   * What a level calls it. Which of two reads was first is told by the first read of each key;
   * where each read stands for itself, only one that came after what it had to see can be wrong.
   */
  public AnomalyKind at(Level level) {
    return this == FRACTURED_READ && !level.forbids(this) ? NON_MONOTONIC_READ : this;
  }
}
