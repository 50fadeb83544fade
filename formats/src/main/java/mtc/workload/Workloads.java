package mtc.workload;

import java.util.ArrayList;
import java.util.List;

/** All workloads, in the order in which they are tried. */
public final class Workloads {
  /** What needs no class: every operation tells by itself which reads and writes it is. */
  public static final List<String> PLAIN =
      List.of("rw-register", "list-append", "register", "long-fork");

  /**
   * Those with functions of their own come before those that share {@code :read, :write}; what has
   * nil among its elements is no set.
   */
  public static final List<Workload> ALL =
      List.of(
          new ClosedPredicate(),
          new Monotonic(),
          new AdyaG2(),
          new Upsert(),
          new Mutex(),
          new Causal(),
          new DirtyRead(),
          new Bank(),
          new Sequential(),
          new GrowingSet(),
          new Counter(),
          new VersionedRegister(),
          new Comments(),
          new DirtyReads(),
          new MultiRegister());

  private Workloads() {}

  /** The workload that these are the calls of; null if there is none but a plain one. */
  public static Workload of(Calls calls) {
    for (var workload : ALL) {
      if (workload.recognises(calls)) {
        return workload;
      }
    }
    return null;
  }

  /** The workload that calls without one of their own may be of as well; null if it is none. */
  public static Workload insteadOfRegister(Calls calls) {
    return DirtyRead.mayBeCutShort(calls) ? named("dirty-read") : null;
  }

  /** The workload of a name; null if there is none, or it is a plain one. */
  public static Workload named(String name) {
    for (var workload : ALL) {
      if (workload.name().equals(name)) {
        return workload;
      }
    }
    return null;
  }

  /** The names of all, plain ones first. */
  public static List<String> names() {
    var names = new ArrayList<>(PLAIN);
    for (var workload : ALL) {
      names.add(workload.name());
    }
    return names;
  }
}
