/**
 * The command line: one class per command, each no more than options and a call into the package
 * that does the work.
 */
package mtc.cli;
