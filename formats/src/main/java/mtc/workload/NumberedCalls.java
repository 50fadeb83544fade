package mtc.workload;

import java.util.Arrays;
import mtc.column.LongNumbers;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;

/** Reads and updates of registers that count their updates, each with the number of its version. */
final class NumberedCalls {
  static final byte READ = 0;
  static final byte UPDATE = 1;

  /** Stands for a value that is not told, or told in several ways. */
  static final int UNTOLD = Scalars.UNKNOWN;

  private final Transactions out;

  // By call.
  private int count;
  final byte[] kind;
  final int[] key;
  final int[] old;
  final int[] value;
  final long[] version;
  final long[] start;
  final long[] end;
  final Status[] status;
  private final int[] session;

  /** Sessions, within a key if each is a history of its own, and when their last calls began. */
  private final LongNumbers sessions = new LongNumbers();

  private long[] lastStart = new long[16];

  NumberedCalls(Transactions out, int calls) {
    this.out = out;
    kind = new byte[calls];
    key = new int[calls];
    old = new int[calls];
    value = new int[calls];
    version = new long[calls];
    start = new long[calls];
    end = new long[calls];
    status = new Status[calls];
    session = new int[calls];
  }

  /** A read of what a version held; what it saw is UNKNOWN if the log does not tell. */
  void read(Call call, int ofKey, long seen, int saw) {
    add(call, READ, ofKey, seen, UNTOLD, saw);
  }

  /** A write, or a compare-and-set if it says what it compared to. */
  void update(Call call, int ofKey, long made, int compared, int wrote) {
    add(call, UPDATE, ofKey, made, compared, wrote);
  }

  private void add(Call call, byte as, int ofKey, long number, int compared, int of) {
    kind[count] = as;
    key[count] = ofKey;
    version[count] = number;
    old[count] = compared;
    value[count] = of;
    start[count] = call.start;
    end[count] = call.end;
    session[count] = sessionOf(call, ofKey);
    status[count++] = call.status;
  }

  private int sessionOf(Call call, int ofKey) {
    if (call.session == History.NO_SESSION) {
      return History.NO_SESSION;
    }
    var part = out.areIndependent() ? ofKey : 0;
    var number = sessions.number((long) call.session << Integer.SIZE | part);
    if (number == lastStart.length) {
      lastStart = Arrays.copyOf(lastStart, 2 * number);
    }
    lastStart[number] = Math.max(lastStart[number], call.start);
    return number;
  }

  /** Its session went on after it, which says more of when it took effect than real time does. */
  boolean isFollowed(int call) {
    return session[call] != History.NO_SESSION && start[call] < lastStart[session[call]];
  }

  boolean isNumbered(int call) {
    return version[call] != Call.NO_VERSION;
  }
}
