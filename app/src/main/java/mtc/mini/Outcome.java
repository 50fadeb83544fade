package mtc.mini;

import java.util.List;
import mtc.history.History;

/** What became of a conversion. */
public sealed interface Outcome {
  /**
   * An MT history that satisfies the same levels from psi up.
   *
   * @param steps what was changed, a sentence each
   */
  record Converted(History history, List<String> steps) implements Outcome {}

  /** There is no such history, or which one it is cannot be known. */
  record Refused(List<Reason> reasons) implements Outcome {}

  /**
   * A reason to refuse.
   *
   * @param count how many there are of them
   * @param what is counted, in the plural
   * @param transaction the first one
   * @param operation the operation in it that is at fault, or -1 if it is the whole transaction
   */
  record Reason(long count, String what, int transaction, int operation) {}
}
