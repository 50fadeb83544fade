/**
 * What every store under test looks like to a run: a {@code Store} that is prepared and gives each
 * session a {@code Client}, which runs transactions to an {@code Outcome}.
 */
package mtc.run.store;
