package mtc.verdict;

/** What a history can be held to. */
public enum Level {
  /** Strict serializability: RT ∪ SO ∪ WR ∪ WW ∪ RW is acyclic. */
  SSER,
  /** Serializability: SO ∪ WR ∪ WW ∪ RW is acyclic. */
  SER,
  /** Snapshot isolation: (SO ∪ WR ∪ WW) ; RW? is acyclic. */
  SI,
  /** Linearizability of registers: per key, one order that respects real time and the register. */
  LIN
}
