package mtc.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mtc.history.Status;

/**
 * The calls of a test's clients in the order of their completion, in columns: what a workload is
 * recognised from and made transactions of.
 */
public final class Calls {
  private static final Status[] STATUSES = Status.values();

  private int size;
  private byte[] status = new byte[64];
  private boolean[] hasError = new boolean[64];
  private int[] function = new int[64];
  private int[] session = new int[64];
  private long[] numbers = new long[64 * NUMBERS];

  /** By call: where its invocation's value begins, then its answer's; then the next call's. */
  private int[] value = new int[130];

  private byte[] tag = new byte[512];
  private int[] code = new int[512];

  private static final int NUMBERS = 9;

  private final List<String> functions = new ArrayList<>();
  private final Map<String, Integer> functionNumbers = new HashMap<>();

  public int size() {
    return size;
  }

  /** The names that {@code :f} has. */
  public Set<String> functions() {
    return functionNumbers.keySet();
  }

  public boolean has(String name) {
    return functionNumbers.containsKey(name);
  }

  /** Whether {@code :f} is always one of these. */
  public boolean hasOnly(String... names) {
    return Set.of(names).containsAll(functions());
  }

  /** Adds a call; it may be used again. */
  public void add(Call call) {
    if (size == status.length) {
      var capacity = size * 2;
      status = Arrays.copyOf(status, capacity);
      hasError = Arrays.copyOf(hasError, capacity);
      function = Arrays.copyOf(function, capacity);
      session = Arrays.copyOf(session, capacity);
      numbers = Arrays.copyOf(numbers, capacity * NUMBERS);
      value = Arrays.copyOf(value, 2 * capacity + 2);
    }
    status[size] = (byte) call.status.ordinal();
    hasError[size] = call.hasError;
    function[size] = number(call.function);
    session[size] = call.session;
    var at = size * NUMBERS;
    numbers[at] = call.id;
    numbers[at + 1] = call.line;
    numbers[at + 2] = call.column;
    numbers[at + 3] = call.start;
    numbers[at + 4] = call.end;
    numbers[at + 5] = call.startNanos;
    numbers[at + 6] = call.endNanos;
    numbers[at + 7] = call.version;
    numbers[at + 8] = call.versionName;
    value[2 * size + 1] = append(value[2 * size], call.invoked);
    value[2 * size + 2] = append(value[2 * size + 1], call.answered);
    size++;
  }

  private int number(String name) {
    var known = functionNumbers.get(name);
    if (known != null) {
      return known;
    }
    functionNumbers.put(name, functions.size());
    functions.add(name);
    return functions.size() - 1;
  }

  private int append(int from, Value added) {
    var end = from + added.size;
    if (end > tag.length) {
      tag = Arrays.copyOf(tag, Math.max(end, tag.length * 2));
      code = Arrays.copyOf(code, tag.length);
    }
    System.arraycopy(added.tag, 0, tag, from, added.size);
    System.arraycopy(added.code, 0, code, from, added.size);
    return end;
  }

  /** Puts a call into the columns of one. */
  public void get(int at, Call into) {
    into.status = STATUSES[status[at]];
    into.hasError = hasError[at];
    into.function = functions.get(function[at]);
    into.session = session[at];
    var n = at * NUMBERS;
    into.id = numbers[n];
    into.line = numbers[n + 1];
    into.column = numbers[n + 2];
    into.start = numbers[n + 3];
    into.end = numbers[n + 4];
    into.startNanos = numbers[n + 5];
    into.endNanos = numbers[n + 6];
    into.version = numbers[n + 7];
    into.versionName = (byte) numbers[n + 8];
    into.invoked.set(tag, code, value[2 * at], value[2 * at + 1]);
    into.answered.set(tag, code, value[2 * at + 1], value[2 * at + 2]);
  }

  /** The call that the log has first, which may be over after others. */
  public Call first() {
    var first = 0;
    for (var i = 1; i < size; i++) {
      first = begin(i) < begin(first) ? i : first;
    }
    var call = new Call();
    get(first, call);
    return call;
  }

  private long begin(int at) {
    var start = numbers[at * NUMBERS + 3];
    return start == Call.NO_START ? numbers[at * NUMBERS + 4] : start;
  }

  /** What may be asked of a call. */
  public interface Test {
    boolean of(Call call);
  }

  /** Whether some call is like this. */
  public boolean any(Test test) {
    var call = new Call();
    for (var i = 0; i < size; i++) {
      get(i, call);
      if (test.of(call)) {
        return true;
      }
    }
    return false;
  }

  /** Whether every call of a function is like this. */
  public boolean all(String name, Test test) {
    return !any(call -> call.function.equals(name) && !test.of(call));
  }
}
