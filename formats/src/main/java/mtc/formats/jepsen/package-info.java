/**
 * Histories of Jepsen and Elle, in EDN and in JSON: one reader over tokens for both, and a writer
 * for each.
 */
package mtc.formats.jepsen;
