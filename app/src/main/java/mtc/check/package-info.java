/**
 * Decides whether a history satisfies an isolation level, and finds the counterexample if not.
 *
 * <p>It reads as the argument goes: resolve each read to its writer, link writes into chains, build
 * the graph of what must hold, search it for cycles, name what was found.
 */
package mtc.check;
