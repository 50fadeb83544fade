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
      if (calls.functions().stream().allMatch(workload::has) && workload.recognises(calls)) {
        return workload;
      }
    }
    return null;
  }

  /** Of which workloads these may be as well, whose verdicts differ; null if there is no doubt. */
  public static String doubt(Calls calls) {
    if (calls.hasOnly("read") && calls.any(Workloads::tellsSomething)) {
      return "there is nothing but `:f :read`, which says little of what was read; say --workload"
          + " register, or which one it is of";
    }
    if (calls.has("add")
        && calls.has("read")
        && calls.hasOnly("add", "read")
        && calls.any(call -> call.function.equals("read") && call.isOk())
        && calls.all("read", call -> !call.isOk() || call.answered.isNothing())) {
      return "every `:f :read` answers nil: these may be of a set or of a counter; say --workload"
          + " set or --workload counter";
    }
    if (Causal.beginsOtherwise(calls)) {
      return "there is a `:f :read-init`, and a log of causal registers begins with one; say"
          + " --workload causal if it is one";
    }
    if (Mutex.mayBeAnotherLock(calls)) {
      return "`:acquire` and `:release` have values: these may be several locks, a semaphore, or"
          + " one that its holder may take again; --workload mutex takes them for one lock, or one"
          + " for each k of [k ...]";
    }
    if (Comments.mayBeCopies(calls)) {
      return "the lists that `:f :read` answers have a value twice, or are all empty: these may be"
          + " copies of a register, which are not read; say --workload comments if they are ids";
    }
    if (DirtyReads.mayBeIds(calls)) {
      return "every `:f :read` answers a list: these may be ids (comments) or the rows of a table"
          + " (dirty-reads); say --workload comments or --workload dirty-reads";
    }
    if (DirtyRead.mayBeCutShort(calls)) {
      return "every `:f :read` is asked for what it answers, or fails: these may be registers or a"
          + " dirty-read test; say --workload register or --workload dirty-read";
    }
    return null;
  }

  private static boolean tellsSomething(Call call) {
    var told = call.told();
    return call.isOk()
        && !told.isNothing()
        && !(told.isPair() && told.isNil(2))
        && !told.isTransaction()
        && !told.isKeyedTransaction();
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
