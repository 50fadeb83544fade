package mtc.report.page;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;

/**
 * The faults that a nemesis made, each from its beginning to its end.
 *
 * <p>A log has an operation that begins a fault and a later one that ends it, told apart by nothing
 * but their names: {@code start-partition} and {@code stop-partition}, {@code kill} and {@code
 * start}. What is neither lasts as long as the operation itself.
 */
final class Faults {
  /**
   * A fault.
   *
   * @param start counts as {@link History#start} does
   * @param end {@link History#NEVER} if the log does not end it
   */
  record Fault(String name, long start, long end, long startNanos, long endNanos) {}

  /** No test has so many at a time; looking through more would take too long. */
  private static final int MOST_OPEN = 100;

  private final History history;
  private final List<Fault> all = new ArrayList<>();

  /** Numbers of events that began a fault which has not ended. */
  private final List<Integer> open = new ArrayList<>();

  private Faults(History history) {
    this.history = history;
  }

  static List<Fault> of(History history) {
    var faults = new Faults(history);
    for (var event = 0; event < history.eventCount(); event++) {
      faults.take(event);
    }
    for (var event : faults.open) {
      faults.add(event, History.NEVER, History.NEVER);
    }
    faults.all.sort((a, b) -> Long.compare(a.start, b.start));
    return faults.all;
  }

  private void take(int event) {
    var name = history.eventName(event);
    var ended = open.stream().filter(begun -> ends(name, history.eventName(begun))).toList();
    for (var begun : ended) {
      add(begun, history.eventEnd(event), history.eventEndNanos(event));
    }
    open.removeAll(ended);
    if (!ended.isEmpty() || isEnd(name)) {
      return;
    }
    // A fault that is there already does not begin again.
    if (open.stream().anyMatch(begun -> history.eventName(begun).equals(name))) {
      return;
    }
    if (lasts(name) && open.size() < MOST_OPEN) {
      open.add(event);
    } else {
      add(event, history.eventEnd(event), history.eventEndNanos(event));
    }
  }

  private void add(int begun, long end, long endNanos) {
    all.add(
        new Fault(
            history.eventName(begun),
            history.eventStart(begun),
            end,
            history.eventStartNanos(begun),
            endNanos));
  }

  private static boolean lasts(String name) {
    return name.startsWith("start")
        || name.contains("partition")
        || name.contains("isolate")
        || switch (name) {
          case "kill", "pause", "slow", "flaky", "stop" -> true;
          default -> false;
        };
  }

  private static boolean isEnd(String name) {
    return name.startsWith("stop-")
        || switch (name) {
          case "heal", "resume", "recover", "fast", "reliable" -> true;
          default -> false;
        };
  }

  /** Whether an operation ends the fault that another one began. */
  private static boolean ends(String name, String begun) {
    if (name.startsWith("stop-") && begun.startsWith("start-")) {
      return name.substring("stop-".length()).equals(begun.substring("start-".length()));
    }
    return switch (name) {
      case "stop" -> begun.equals("start");
      case "start" -> begun.equals("kill") || begun.equals("stop");
      case "resume" -> begun.equals("pause");
      case "heal", "stop-partition" -> begun.contains("partition") || begun.contains("isolate");
      case "fast" -> begun.equals("slow");
      case "reliable" -> begun.equals("flaky");
      case "recover" -> true;
      default -> false;
    };
  }
}
