/**
 * The one representation of a database log: an immutable, columnar {@link mtc.history.History}, and
 * the {@link mtc.history.HistoryBuilder} that every format fills.
 */
package mtc.history;
