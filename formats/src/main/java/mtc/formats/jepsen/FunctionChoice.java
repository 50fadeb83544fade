package mtc.formats.jepsen;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import mtc.history.HistoryBuilder;
import mtc.history.Reading;

/** Which operations the user wants left out, and how many those are. */
final class FunctionChoice {
  private static final int NAMES_TOLD = 10;

  private final Reading reading;
  private final boolean isOfAll;
  private final Map<String, Long> leftOut = new TreeMap<>();

  FunctionChoice(Reading reading) {
    this.reading = reading;
    this.isOfAll = reading.only().isEmpty() && reading.ignored().isEmpty();
  }

  boolean leavesOut(String function) {
    if (isOfAll) {
      return false;
    }
    var name = function == null ? "" : function;
    var isWanted = reading.only().isEmpty() || reading.only().contains(name);
    if (isWanted && !reading.ignored().contains(name)) {
      return false;
    }
    leftOut.merge(name, 1L, Long::sum);
    return true;
  }

  /** What there is to say if nothing is left; null if nothing was left out. */
  String leavesNothing() {
    return leftOut.isEmpty()
        ? null
        : "--only and --ignore leave no client operation in it; those that there are have :f "
            + leftOut.keySet().stream()
                .limit(NAMES_TOLD)
                .map(name -> name.isEmpty() ? "nil" : ":" + name)
                .collect(Collectors.joining(", "))
            + (leftOut.size() > NAMES_TOLD ? ", ..." : "");
  }

  /** Says how many operations were left out: the verdict is on the others. */
  void tell(HistoryBuilder builder) {
    leftOut.forEach((name, count) ->
        builder.note(
            count
                + (count == 1 ? " operation" : " operations")
                + " of :f :"
                + name
                + " left out as asked; what they did is not in the verdict"));
  }
}
