package mtc.formats.jepsen;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import mtc.formats.UnwritableException;
import mtc.history.History;
import mtc.history.Scalars;

/**
 * The process of each transaction: the session's own name if that is an integer, else a number that
 * no session has.
 */
final class Processes {
  private final Set<String> mappings = new LinkedHashSet<>();

  /** The numbers given to sessions of other names, by what those look like. */
  private final Map<String, Long> given = new HashMap<>();

  private final Set<Long> numbersGiven = new LinkedHashSet<>();
  private long next;

  private History history;

  /** By session. */
  private long[] processes;

  /** By transaction that has no session, its process + 1; empty while there is none. */
  private long[] anonymous = new long[0];

  Set<String> mappings() {
    return mappings;
  }

  void enter(History segment) throws UnwritableException {
    history = segment;
    processes = new long[segment.sessionCount()];
    anonymous = new long[0];
    var scalars = segment.scalars();
    if (segment.partCount() > 1) {
      mappings.add("a process is written as one for each independent key that it worked on");
    }
    for (var session = 0; session < processes.length; session++) {
      if (scalars.isIntegral(segment.sessionName(session))) {
        processes[session] = scalars.longValue(segment.sessionName(session));
        next = Math.max(next, processes[session] + 1);
        if (numbersGiven.contains(processes[session])) {
          throw new UnwritableException(
              "process " + processes[session] + " stands for another session already");
        }
      }
    }
    for (var session = 0; session < processes.length; session++) {
      if (!scalars.isIntegral(segment.sessionName(session))) {
        processes[session] = number(scalars, segment.sessionName(session));
      }
    }
  }

  private long number(Scalars scalars, int name) {
    return given.computeIfAbsent(
        scalars.render(name),
        rendered -> {
          var number = give();
          mappings.add("session " + rendered + " is written as process " + number);
          return number;
        });
  }

  private long give() {
    numbersGiven.add(next);
    return next++;
  }

  long of(int transaction) {
    var session = history.session(transaction);
    if (session != History.NO_SESSION) {
      return processes[session];
    }
    mappings.add(
        "transactions without a session overlap in real time: each is written with a process of its"
            + " own");
    if (anonymous.length == 0) {
      anonymous = new long[history.transactionCount()];
    }
    if (anonymous[transaction] == 0) {
      anonymous[transaction] = give() + 1;
    }
    return anonymous[transaction] - 1;
  }
}
