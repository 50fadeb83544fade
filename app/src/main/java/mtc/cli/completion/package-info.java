/**
 * Scripts that teach a shell the command line, made from its model: {@code CommandTree} is what
 * they have in common, and there is a class for each shell.
 */
package mtc.cli.completion;
