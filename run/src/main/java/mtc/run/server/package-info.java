/** Servers that a run brings along. */
package mtc.run.server;
