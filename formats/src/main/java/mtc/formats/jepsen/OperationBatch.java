package mtc.formats.jepsen;

import java.io.IOException;
import java.util.Arrays;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import tools.jackson.core.JacksonException;

/**
 * A part of a history's bytes and the operations in it, parsed for themselves: in columns, with
 * scalars of their own, to be put into an {@link Operation} one after the other. Used again.
 */
final class OperationBatch {
  byte[] bytes = {};
  int length;

  /** How the operations of the input stand beside each other. */
  Listing listing;

  /** Whether the input has nothing before the bytes. */
  boolean isFirst;

  /** Whether the input has nothing after the bytes. */
  boolean isLast;

  /** How many line feeds the bytes hold. */
  int lines;

  /** Whether all of it was parsed; if not, nothing in it counts. */
  boolean isWhole;

  private Scalars scalars;
  private int size;
  private int taken;
  private final Operation op = new Operation();

  private long[] line = new long[1024];
  private long[] column = new long[1024];
  private long[] index = new long[1024];
  private long[] time = new long[1024];
  private int[] process = new int[1024];
  private int[] formEnd = new int[1025];
  private Operation.Type[] type = new Operation.Type[1024];
  private Operation.Who[] who = new Operation.Who[1024];
  private boolean[] hasIndex = new boolean[1024];
  private Function[] function = new Function[1024];
  private String[] functionName = new String[1024];
  private byte[] tag = new byte[16_384];
  private int[] code = new int[16_384];

  /** Makes room for more than so many bytes. */
  void ensureCapacity(int capacity) {
    if (bytes.length <= capacity) {
      bytes = Arrays.copyOf(bytes, capacity + capacity / 8 + 1);
    }
  }

  /**
   * Parses the bytes. Whatever is wrong with them, whoever reads the whole input finds it again.
   */
  OperationBatch parse() {
    clear();
    try {
      var in = listing.tokens(bytes, length, isFirst, isLast, scalars);
      var parser = new OperationParser(in);
      addAll(parser);
      isWhole = parser.isVector() == (listing == Listing.JSON_ARRAY);
      lines = listing == Listing.EDN_MAPS ? in.linesRead() : countLines();
    } catch (JacksonException | IOException e) {
      isWhole = false;
    }
    return this;
  }

  /** The same for the data of a block, which counts only if its checksum holds. */
  OperationBatch parse(Block block) {
    clear();
    if (!block.isWhole(bytes, length)) {
      return this;
    }
    try {
      var values = new FressianParser(bytes, 0, length, block.dataAt());
      addAll(new OperationParser(Tokens.of(values, scalars)));
      isWhole = true;
    } catch (JacksonException | IOException e) {
      isWhole = false;
    }
    return this;
  }

  private void clear() {
    size = 0;
    taken = 0;
    scalars = new Scalars();
    isWhole = false;
  }

  private void addAll(OperationParser parser) throws IOException {
    while (parser.next(op)) {
      add();
    }
  }

  int size() {
    return size;
  }

  /** The number of the first operation, or -1 if it has none. */
  long firstIndex() {
    return size > 0 && hasIndex[0] ? index[0] : -1;
  }

  /** As the parser of JSON counts them. */
  private int countLines() {
    var count = 0;
    for (var i = 0; i < length; i++) {
      var isEnd = bytes[i] == '\n' || bytes[i] == '\r' && (i + 1 == length || bytes[i + 1] != '\n');
      count += isEnd ? 1 : 0;
    }
    return count;
  }

  private void add() {
    if (size == line.length) {
      grow();
    }
    line[size] = op.line;
    column[size] = op.column;
    index[size] = op.index;
    time[size] = op.time;
    process[size] = op.process;
    type[size] = op.type;
    who[size] = op.who;
    hasIndex[size] = op.hasIndex;
    function[size] = op.function;
    functionName[size] = op.functionName;
    var from = formEnd[size];
    var end = from + op.value.size;
    if (end > tag.length) {
      tag = Arrays.copyOf(tag, Math.max(end, tag.length * 2));
      code = Arrays.copyOf(code, tag.length);
    }
    // Of so few entries copying them is cheaper than having them copied.
    for (var i = from; i < end; i++) {
      tag[i] = op.value.tag[i - from];
      code[i] = op.value.code[i - from];
    }
    formEnd[++size] = end;
  }

  private void grow() {
    var capacity = size * 2;
    line = Arrays.copyOf(line, capacity);
    column = Arrays.copyOf(column, capacity);
    index = Arrays.copyOf(index, capacity);
    time = Arrays.copyOf(time, capacity);
    process = Arrays.copyOf(process, capacity);
    formEnd = Arrays.copyOf(formEnd, capacity + 1);
    type = Arrays.copyOf(type, capacity);
    who = Arrays.copyOf(who, capacity);
    hasIndex = Arrays.copyOf(hasIndex, capacity);
    function = Arrays.copyOf(function, capacity);
    functionName = Arrays.copyOf(functionName, capacity);
  }

  /**
   * Puts the next operation; false if there is none.
   *
   * @param linesBefore how many lines the input has before the bytes
   */
  boolean next(Operation into, long linesBefore, Scalars all) {
    if (taken == size) {
      return false;
    }
    into.line = linesBefore + line[taken];
    into.column = column[taken];
    into.index = index[taken];
    into.time = time[taken];
    into.process = who[taken] == Operation.Who.CLIENT ? all.adopt(scalars, process[taken]) : 0;
    into.type = type[taken];
    into.who = who[taken];
    into.hasIndex = hasIndex[taken];
    into.function = function[taken];
    into.functionName = functionName[taken];
    into.value.set(tag, code, formEnd[taken], formEnd[taken + 1]);
    if (!scalars.isEmpty()) {
      into.value.adopt(scalars, all);
    }
    taken++;
    return true;
  }
}
