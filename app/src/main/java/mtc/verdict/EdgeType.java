package mtc.verdict;

/** Why one transaction comes before another. */
public enum EdgeType {
  /** Session order: the same session ran them one after the other. */
  SO,
  /** Real time: one ended before the other started. */
  RT,
  /** Write-read: the second read what the first wrote. */
  WR,
  /** Write-write: the second overwrote what the first wrote. */
  WW,
  /** Read-write: the second overwrote what the first had read. */
  RW
}
