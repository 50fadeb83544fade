package mtc.report.page;

import mtc.history.History;

/**
 * From when to when a log goes.
 *
 * @param first counts as {@link History#start} does
 * @param firstNanos by the clock; 0 if the log has none
 */
record Extent(long first, long last, long firstNanos) {
  static Extent of(History history) {
    if (!history.hasRealTime()) {
      return new Extent(0, 0, 0);
    }
    var first = Long.MAX_VALUE;
    var last = Long.MIN_VALUE;
    var firstNanos = Long.MAX_VALUE;
    for (var t = 0; t < history.transactionCount(); t++) {
      first = Math.min(first, history.start(t));
      last = Math.max(last, history.end(t) == History.NEVER ? history.start(t) : history.end(t));
      if (history.hasClock()) {
        firstNanos = Math.min(firstNanos, history.startNanos(t));
      }
    }
    return new Extent(first, last, history.hasClock() ? firstNanos : 0);
  }

  /** How far along a moment is, from 0 to 1. */
  double share(long moment) {
    return last == first ? 0 : Math.clamp((double) (moment - first) / (last - first), 0.0, 1.0);
  }
}
