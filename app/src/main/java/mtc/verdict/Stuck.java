package mtc.verdict;

/**
 * Why the operations on a register have no linearization: how far they can be put in order.
 *
 * @param key the register
 * @param transaction the operation that cannot be placed by the time it ended
 * @param initialValue what the register holds at first; {@link mtc.history.Scalars#UNKNOWN} if that
 *     is not known
 * @param order a longest order of what took effect before; who ended before is in it
 * @param valueAfter what the register holds after each of them
 * @param possible what the register can hold when it is the operation's turn, in any such order
 * @param pending who had started by then and is not in the order, in the order of their starts
 */
public record Stuck(
    int key,
    int transaction,
    int initialValue,
    int[] order,
    int[] valueAfter,
    int[] possible,
    int[] pending) {}
