/**
 * What can be said of a history: the {@link mtc.verdict.Level}s it can be held to, the {@link
 * mtc.verdict.Verdict} at one of them, and the {@link mtc.verdict.Anomaly} with its {@link
 * mtc.verdict.Edge}s that shows why it is violated. Nothing here decides anything.
 */
package mtc.verdict;
