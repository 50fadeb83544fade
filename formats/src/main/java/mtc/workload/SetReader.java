package mtc.workload;

import java.util.Arrays;
import mtc.column.Groups;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Makes transactions of sets that only grow: every element is a key that is nil, or 1 once it is in
 * the set. To add it is to write that; to read the set is to read every element's key.
 *
 * <p>So written out, n elements read m times are n·m reads, however few of them the log lists.
 * Where that is much, {@link SetStates} says the same in fewer.
 */
final class SetReader {
  /** Up to so many reads are written out: then every level can be checked, and best explained. */
  private static final long WRITTEN_OUT = 1 << 20;

  private static final int FEW = 2;

  private final SetCalls sets;
  private final Calls calls;
  private final Transactions out;
  private final SetReads reads;
  private final int present;

  /** A value that nobody writes: of an element that a read lists twice. */
  private final int twice;

  /** By element: the read at hand that lists it twice and has not found it yet, + 1, or null. */
  private final int[] listedTwice;

  SetReader(SetCalls sets, Calls calls, HistoryBuilder into) throws InputException {
    this.sets = sets;
    this.calls = calls;
    this.out = Transactions.independent(calls, into);
    this.reads = new SetReads(sets, calls, out);
    this.present = out.scalars.integer(1);
    this.twice = out.keyword("twice");
    this.listedTwice = reads.twiceCount == 0 ? null : new int[reads.keys.size()];
  }

  void read() throws InputException {
    read(WRITTEN_OUT, FEW);
  }

  /**
   * Reads.
   *
   * @param limit how many reads are written out at most
   * @param few how many operations per call are too few for a moment in the middle
   */
  void read(long limit, int few) throws InputException {
    write(reads.writtenOut() <= limit ? new WrittenOut() : abbreviated(few));
    if (reads.count == 0) {
      out.into.note("nobody read a whole set: there is little that could be wrong");
    }
  }

  private Writing abbreviated(int few) throws InputException {
    out.into.onlyAt(
        "reads of a large set are abbreviated to what decides prefix and the levels above it",
        "prefix",
        "si",
        "strong-si",
        "ser",
        "sser",
        "lin");
    return new SetStates(this, reads, sets, calls, out, few);
  }

  /** What the calls on whole sets read and write. */
  interface Writing {
    /** What an addition does apart from writing its element. */
    void add(Call call, int element);

    /** What a read of a whole set reads. */
    void read(int read);

    /** What there is beside the calls. */
    void end();
  }

  private void write(Writing writing) throws InputException {
    var call = new Call();
    var nextTwice = 0;
    for (var i = 0; i < calls.size(); i++) {
      calls.get(i, call);
      switch (sets.does(call)) {
        case ADD -> {
          var e = reads.keys.number(sets.group(call, out), sets.element(call, out));
          out.begin(call);
          writing.add(call, e);
          out.write(reads.keys.key(e), present);
          out.end(call);
        }
        case READ_ALL -> {
          if (call.isOk()) {
            var read = reads.readOf[i] - 1;
            var firstTwice = nextTwice;
            out.begin(call);
            for (; isTwice(nextTwice, read); nextTwice++) {
              listedTwice[reads.twice[2 * nextTwice + 1]] = read + 1;
            }
            writing.read(read);
            findTheRest(read, firstTwice, nextTwice);
            out.end(call);
          }
        }
        case LOOK -> look(call);
        case NOTHING -> {}
      }
    }
    writing.end();
  }

  /** A read finds an element. */
  void find(int read, int element) {
    var isTwice = listedTwice != null && listedTwice[element] == read + 1;
    out.read(reads.keys.key(element), isTwice ? twice : present);
    if (isTwice) {
      listedTwice[element] = 0;
    }
  }

  /** What a read lists twice counts also where that it is there follows from other reads. */
  private void findTheRest(int read, int from, int to) {
    for (var next = from; next < to; next++) {
      var element = reads.twice[2 * next + 1];
      if (listedTwice[element] == read + 1) {
        find(read, element);
      }
    }
  }

  private boolean isTwice(int next, int read) {
    return next < reads.twiceCount && reads.twice[2 * next] == read;
  }

  /** A transaction that looks for one element; that it is not there is an answer, too. */
  private void look(Call call) throws InputException {
    var isFound = sets.isFound(call);
    if (isFound == null) {
      return;
    }
    var e = reads.keys.number(sets.group(call, out), sets.element(call, out));
    out.begin(call);
    out.read(reads.keys.key(e), isFound ? present : Scalars.NIL);
    out.end(call, Status.COMMITTED);
  }

  /** Everything, element by element. */
  private final class WrittenOut implements Writing {
    private final Groups elements =
        Groups.of(reads.groupCount(), Arrays.copyOf(reads.group, reads.keys.size()));

    /** By element: the read at hand that lists it, + 1. */
    private final int[] listedBy = new int[reads.keys.size()];

    @Override
    public void add(Call call, int element) {}

    @Override
    public void read(int read) {
      for (var i = reads.first[read]; i < reads.first[read + 1]; i++) {
        listedBy[reads.listed[i]] = read + 1;
      }
      var group = reads.groupRead[read];
      for (var i = elements.first(group); i < elements.end(group); i++) {
        var e = elements.get(i);
        if (listedBy[e] == read + 1) {
          find(read, e);
        } else {
          out.read(reads.keys.key(e), Scalars.NIL);
        }
      }
    }

    @Override
    public void end() {}
  }
}
