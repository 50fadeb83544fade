/**
 * Histories of Jepsen and Elle, in EDN and in JSON: one reader over tokens for both, and a writer
 * for each; and the other files in which Jepsen keeps them.
 *
 * <p>To be read in this order: an {@link mtc.formats.jepsen.Operation} comes from an {@link
 * mtc.formats.jepsen.OperationSource}: {@link mtc.formats.jepsen.OperationParser} takes it from
 * tokens, {@link mtc.formats.jepsen.ParallelOperations} from a long text on all cores, {@link
 * mtc.formats.jepsen.StoredOperations} from a {@code test.jepsen}, {@link
 * mtc.formats.jepsen.TextOperations} from a {@code history.txt}. {@link
 * mtc.formats.jepsen.JepsenReader} pairs invocations with completions; what they did {@link
 * mtc.formats.jepsen.Operations} says at once, or {@link mtc.formats.jepsen.Recording} at the end
 * of the log, where only all of it tells which workload it is. {@link
 * mtc.formats.jepsen.JepsenWriter} is the way back. {@link mtc.formats.jepsen.RunFiles} and {@link
 * mtc.formats.jepsen.RunFacts} are of the folder that a run leaves.
 */
package mtc.formats.jepsen;
