package mtc.run.workload;

/**
 * What the sessions are to do, beyond the generator's mix.
 *
 * @param sessions how many there are
 * @param transactions how many there are in all; {@link Long#MAX_VALUE} for no end
 * @param keys how many keys are in use at a time
 * @param hasLists whether keys hold lists that are appended to
 * @param preloaded the share of keys that have a value before the sessions start
 * @param isShared whether sessions take from one queue, or each has transactions of its own
 * @param paused the share of transactions that pause once
 * @param pauseNanos for how long
 */
public record Plan(
    int sessions,
    long transactions,
    int keys,
    boolean hasLists,
    double preloaded,
    boolean isShared,
    double paused,
    long pauseNanos) {}
