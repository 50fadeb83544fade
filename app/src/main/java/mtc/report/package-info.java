/**
 * Says what was found, in the words of the history: as text, JSON and EDN, as a Graphviz graph and
 * as a page. It knows verdicts and histories, not where either came from.
 */
package mtc.report;
