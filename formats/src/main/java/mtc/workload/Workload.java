package mtc.workload;

import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.source.InputException;

/**
 * A kind of test: what its clients' calls are as transactions. Each is one class, listed in {@link
 * Workloads}.
 */
public interface Workload {
  /** The functions of a workload that tells what a call does from its value alone. */
  List<String> ANY = List.of();

  /** What people call it. */
  String name();

  /** The level that it is about, by the name that {@code --level} knows. */
  String level();

  /** How its calls become transactions, in a sentence without its beginning "read as". */
  String reading();

  /**
   * What {@code :f} says in its calls, or {@link #ANY}. A call that says something else may have
   * written something.
   */
  List<String> functions();

  /** Whether this is what {@code :f} says in its calls. */
  default boolean has(String function) {
    return functions() == ANY || functions().contains(function);
  }

  /**
   * Whether calls with its functions are its, judged by which of them there are and the shapes of
   * values.
   */
  boolean recognises(Calls calls);

  /** Makes transactions of the calls. */
  void read(Calls calls, HistoryBuilder into) throws InputException;
}
