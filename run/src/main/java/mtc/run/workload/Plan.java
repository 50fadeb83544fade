package mtc.run.workload;

/**
 * What the sessions are to do, beyond the generator's mix.
 *
 * @param sessions how many there are
 * @param transactions how many there are in all; {@link Long#MAX_VALUE} for no end
 * @param keys how many keys are in use at a time
 * @param rotate after so many transactions come as many fresh keys; 0 for never
 * @param operations how many operations a transaction has, reads and blind writes; 0 for
 *     mini-transactions
 * @param hasLists whether keys hold lists that are appended to
 * @param paired the share of transactions on two keys that touch neighbours
 * @param preloaded the share of keys that have a value before the sessions start
 * @param isShared whether sessions take from one queue, or each has transactions of its own
 * @param paused the share of transactions that pause once
 * @param pauseNanos for how long
 */
public record Plan(
    int sessions,
    long transactions,
    int keys,
    int rotate,
    int operations,
    boolean hasLists,
    double paired,
    double preloaded,
    boolean isShared,
    double paused,
    long pauseNanos) {}
