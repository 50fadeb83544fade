/**
 * Stores that run in this process. These classes are compiled against the stores' own, and loaded
 * beside them: nothing else may name them.
 */
package mtc.run.embedded;
