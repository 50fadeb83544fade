package mtc.workload;

import mtc.history.HistoryBuilder;
import mtc.source.InputException;

/**
 * A kind of test: what its clients' calls are as transactions. Each is one class, listed in {@link
 * Workloads}.
 */
public interface Workload {
  /** What people call it. */
  String name();

  /** The level that it is about, by the name that {@code --level} knows. */
  String level();

  /** How its calls become transactions, in a sentence without its beginning "read as". */
  String reading();

  /** Whether these calls are its, judged by the functions they name and the shapes of values. */
  boolean recognises(Calls calls);

  /** Makes transactions of the calls. */
  void read(Calls calls, HistoryBuilder into) throws InputException;
}
