package mtc.linear;

import java.util.BitSet;
import mtc.column.Groups;
import mtc.column.Ints;
import mtc.history.History;
import mtc.history.Status;

/**
 * Real time between transactions that share a key: a line of ends for each key, with an end for
 * every transaction that has an operation on it.
 */
final class RealTimeByKey implements Ends {
  private final History history;
  private final RealTime realTime;

  /** By place: who ended. */
  private final int[] ended;

  /** Places where the line of a key begins. */
  private final BitSet beginsLine = new BitSet();

  /** By transaction: its first start; one more entry at the end. */
  private final int[] firstStart;

  /** By start: the last place before it on the key's line, or -1. */
  private final int[] lastBefore;

  RealTimeByKey(Versions versions, RealTime realTime) {
    this.history = versions.history;
    this.realTime = realTime;
    var keys = new Keys();
    var lines =
        Groups.of(
            history.keyCount(),
            end -> {
              for (var place = 0; place < realTime.endCount(); place++) {
                for (var key : keys.of(realTime.ended(place))) {
                  end.accept(key, place);
                }
              }
            });
    for (var key = 0; key < history.keyCount(); key++) {
      beginsLine.set(lines.first(key));
    }
    ended = lines.toArray();
    for (var i = 0; i < ended.length; i++) {
      ended[i] = realTime.ended(ended[i]);
    }
    firstStart = new int[history.transactionCount() + 1];
    var starts = new Ints(history.operationCount());
    for (var t = 0; t < history.transactionCount(); t++) {
      firstStart[t] = starts.size();
      if (history.status(t) != Status.ABORTED) {
        for (var key : keys.of(t)) {
          starts.add(lastBefore(lines, key, realTime.endsBefore(t)));
        }
      }
    }
    firstStart[history.transactionCount()] = starts.size();
    lastBefore = starts.toArray();
  }

  /** The last place of a key's line that is one of so many first ends of all; else -1. */
  private static int lastBefore(Groups lines, int key, int endsBefore) {
    var low = lines.first(key);
    for (var high = lines.end(key); low < high; ) {
      var middle = (low + high) >>> 1;
      if (lines.get(middle) < endsBefore) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == lines.first(key) ? -1 : low - 1;
  }

  /** The keys of a transaction, each once. */
  private final class Keys {
    private final int[] stamp = new int[history.keyCount()];
    private int round;
    private final Ints found = new Ints();

    int[] of(int t) {
      round++;
      found.clear();
      for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
        if (stamp[history.key(op)] != round) {
          stamp[history.key(op)] = round;
          found.add(history.key(op));
        }
      }
      return found.toArray();
    }
  }

  @Override
  public int endCount() {
    return ended.length;
  }

  @Override
  public int ended(int place) {
    return ended[place];
  }

  @Override
  public int previous(int place) {
    return beginsLine.get(place) ? -1 : place - 1;
  }

  @Override
  public int startCount(int transaction) {
    return firstStart[transaction + 1] - firstStart[transaction];
  }

  @Override
  public int lastBefore(int transaction, int index) {
    return lastBefore[firstStart[transaction] + index];
  }

  @Override
  public boolean isBefore(int transaction, int other) {
    return realTime.isBefore(transaction, other) && shareAKey(transaction, other);
  }

  private boolean shareAKey(int transaction, int other) {
    for (var op = history.firstOperation(transaction);
        op < history.endOperation(transaction);
        op++) {
      for (var its = history.firstOperation(other); its < history.endOperation(other); its++) {
        if (history.key(op) == history.key(its)) {
          return true;
        }
      }
    }
    return false;
  }
}
