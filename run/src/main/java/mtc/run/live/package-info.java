/** Checks of a log that is still being written, and the shortest part of it that fails. */
package mtc.run.live;
