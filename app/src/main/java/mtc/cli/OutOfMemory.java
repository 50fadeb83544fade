package mtc.cli;

import mtc.source.InputException;
import mtc.source.Reason;

/** What there is to say when the system or the heap has no more. */
final class OutOfMemory {
  private OutOfMemory() {}

  static String reason(OutOfMemoryError error) {
    return Reason.isThread(error)
        ? "a thread is missing: the process may not have more of them (ulimit -u, or the pids of"
            + " its cgroup)"
        : "out of memory: the heap may not grow beyond "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB";
  }

  /** The same about an input, or an output. */
  static InputException of(OutOfMemoryError error, String path) {
    return InputException.of(reason(error)).in(path);
  }
}
