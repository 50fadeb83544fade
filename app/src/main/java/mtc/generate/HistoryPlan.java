package mtc.generate;

import java.util.List;

/**
 * What a synthetic history is to be like.
 *
 * @param transactionsPerSession how many transactions each session runs, planted ones apart
 * @param keys how many names of keys the workload has
 * @param hasLists whether keys hold lists, to which transactions append
 * @param overlap 0: one after the other; 1: all sessions always have a transaction open
 * @param aborted the share of transactions that abort for no reason
 * @param indeterminate the share of transactions whose outcome the client never learns; half of
 *     them take effect
 * @param tellsUncommittedReads whether the log has what aborted and indeterminate transactions
 *     read, as those of databases do and those of clients do not
 * @param planted the anomalies to plant, each as often as {@code count}
 */
public record HistoryPlan(
    Isolation isolation,
    int sessions,
    int transactionsPerSession,
    int keys,
    boolean hasLists,
    double overlap,
    double aborted,
    double indeterminate,
    boolean tellsUncommittedReads,
    List<Planted> planted,
    int count) {}
