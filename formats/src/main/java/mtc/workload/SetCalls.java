package mtc.workload;

import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.InputException;

/** A workload of sets that only grow: what its calls do to them. */
interface SetCalls extends Workload {
  /** What a call does. */
  enum Does {
    /** Puts an element into a set. */
    ADD,
    /** Answers all elements of a set. */
    READ_ALL,
    /** Answers whether an element is in a set. */
    LOOK,
    /** Nothing that matters. */
    NOTHING
  }

  @Override
  default void read(Calls calls, HistoryBuilder into) throws InputException {
    new SetReader(this, calls, into).read();
  }

  Does does(Call call) throws InputException;

  /** The scalar that names the set, or nil if there is only one. */
  default int group(Call call, Transactions out) {
    return Scalars.NIL;
  }

  /** The element that is added or looked for. */
  int element(Call call, Transactions out) throws InputException;

  /** Whether the element that was looked for was there; null if nobody knows. */
  default Boolean isFound(Call call) {
    return call.isOk() ? true : null;
  }

  /** The entry of the collection that the answer to a read of all is, or -1 if it is nil. */
  int elements(Call call, Transactions out) throws InputException;
}
