package mtc.linear;

import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;

/**
 * What a level takes for granted of single transactions, the rest of which is reported or gives
 * edges; and of the log.
 *
 * @param keepsUpdates nothing comes between a version and the write of who read it, so a write
 *     after a read of its key comes right after the version read
 * @param repeatsReads a transaction that reads a key twice sees the same
 * @param seesOwnWrites a transaction reads its own writes
 * @param trustsVersions where the log gives an order of versions, it is that one
 */
public record ReadRules(
    boolean keepsUpdates, boolean repeatsReads, boolean seesOwnWrites, boolean trustsVersions) {
  public static final ReadRules STRICT = new ReadRules(true, true, true, true);

  /** What reads alone tell. */
  public static final ReadRules OF_READS = new ReadRules(true, true, true, false);

  public static ReadRules at(Level level) {
    return new ReadRules(
        level.keepsUpdates(),
        level.forbids(AnomalyKind.NON_REPEATABLE_READS),
        level.forbids(AnomalyKind.NOT_MY_OWN_WRITE),
        true);
  }
}
