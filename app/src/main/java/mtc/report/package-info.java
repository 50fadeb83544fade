/**
 * Says what was found, in the words of the history. It knows verdicts and histories, not where
 * either came from.
 *
 * <p>Everything that came of one input is its {@link mtc.report.Answers}; a {@link
 * mtc.report.Report} puts them into words, as lines ({@link mtc.report.LineReport}: text, JSON,
 * EDN) or as a file ({@link mtc.report.Document}: a Graphviz graph, a page). A new report extends
 * one of the two and is listed in {@code mtc.cli.Reports}.
 */
package mtc.report;
