/**
 * Turns histories into MT histories: mini-transactions only, with the same verdict at {@code ser},
 * {@code si} and {@code sser}. Exactly, or not at all.
 */
package mtc.mini;
