package mtc.verdict;

/** What can be wrong with a history, by the paper's names, and what Adya and Elle call it. */
public enum AnomalyKind {
  // Inside one transaction, and of single reads.
  THIN_AIR_READ("ThinAirRead", "dirty-read"),
  ABORTED_READ("AbortedRead", "G1a"),
  INTERMEDIATE_READ("IntermediateRead", "G1b"),
  FUTURE_READ("FutureRead", "internal"),
  NOT_MY_LAST_WRITE("NotMyLastWrite", "internal"),
  NOT_MY_OWN_WRITE("NotMyOwnWrite", "internal"),
  NON_REPEATABLE_READS("NonRepeatableReads", "internal"),
  // Of lists.
  INCOMPATIBLE_ORDER("IncompatibleOrder", "incompatible-order"),
  DUPLICATE_ELEMENTS("DuplicateElements", "duplicate-elements"),
  // Of registers: no order of the operations on one of them explains it.
  NOT_LINEARIZABLE("NotLinearizable", "nonlinearizable"),
  // Of several transactions: cycles, named by their edges.
  LOST_UPDATE("LostUpdate", "lost-update"),
  CIRCULAR_INFORMATION_FLOW("CircularInformationFlow", "G1c"),
  FRACTURED_READ("FracturedRead", "G-single"),
  NON_MONOTONIC_READ("NonMonotonicRead", "G-single"),
  SESSION_GUARANTEE_VIOLATION("SessionGuaranteeViolation", "G-single-process"),
  CAUSALITY_VIOLATION("CausalityViolation", "G-single"),
  STALE_READ("StaleRead", "G-single-realtime"),
  LONG_FORK("LongFork", "G-nonadjacent"),
  WRITE_SKEW("WriteSkew", "G2-item"),
  SERIALIZATION_CYCLE("SerializationCycle", "G2-item");

  private final String paperName;
  private final String elleName;

  AnomalyKind(String paperName, String elleName) {
    this.paperName = paperName;
    this.elleName = elleName;
  }

  public String paperName() {
    return paperName;
  }

  public String elleName() {
    return elleName;
  }
}
