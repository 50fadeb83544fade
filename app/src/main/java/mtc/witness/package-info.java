/**
 * The proof of a verdict {@code valid}: an order of events that anybody can replay, how it is
 * written down, and the replay itself, which shares no code with the checker.
 */
package mtc.witness;
