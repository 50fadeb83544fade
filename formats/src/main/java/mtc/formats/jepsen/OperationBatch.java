package mtc.formats.jepsen;

import java.io.IOException;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.bytes.TextPart;
import mtc.history.Scalars;
import mtc.source.Limits;
import mtc.workload.Value;
import tools.jackson.core.JacksonException;

/**
 * A part of a history's bytes and the operations in it, parsed for themselves: in columns, with
 * scalars of their own, to be put into an {@link Operation} one after the other. Used again.
 */
final class OperationBatch extends TextPart {
  private static final Operation.Type[] TYPES = Operation.Type.values();
  private static final Operation.Who[] WHO = Operation.Who.values();
  private static final Function[] FUNCTIONS = Function.values();
  private static final byte NO_TYPE = -1;

  /** How many operations ahead keys are told. */
  private static final int AHEAD = 256;

  /** More entries than a form gets before its capacity is looked at again. */
  private static final int FORM_MARGIN = 8;

  /** How far the input may go. */
  private final Limits limits;

  /** How the operations of the input stand beside each other. */
  private final Listing listing;

  /** Null before the first part of a text. */
  private LineParser lineParser;

  /** How many line feeds the bytes hold. */
  int lines;

  /** Whether all of it was parsed; if not, nothing in it counts. */
  boolean isWhole;

  private Scalars scalars;
  private int size;
  private int taken;

  /** The operation up to which {@link #keysAhead} has told the keys. */
  private int toldTo;

  private final Operation op = new Operation();

  private long[] line = new long[1024];
  private long[] column = new long[1024];
  private long[] index = new long[1024];
  private long[] time = new long[1024];
  private long[] version = new long[1024];

  /** Only of operations with a version. */
  private byte[] versionName = new byte[1024];

  private int[] process = new int[1024];
  private int[] formEnd = new int[1025];
  private byte[] type = new byte[1024];
  private byte[] who = new byte[1024];
  private boolean[] hasIndex = new boolean[1024];
  private boolean[] hasError = new boolean[1024];
  private byte[] function = new byte[1024];
  private String[] functionName = new String[1024];

  /** The entries of all forms. */
  byte[] tag = new byte[16_384];

  int[] code = new int[16_384];

  OperationBatch(Listing listing) {
    this(listing, Limits.DEFAULT);
  }

  OperationBatch(Listing listing, Limits limits) {
    this.listing = listing;
    this.limits = limits;
  }

  @Override
  protected void parse() {
    clear(new Scalars(limits));
    lineParser = lineParser == null ? new LineParser(listing) : lineParser;
    try {
      lines = new PartParser(this, listing, lineParser, scalars).parse();
      isWhole = true;
    } catch (JacksonException | IOException e) {
      isWhole = false;
    }
  }

  int size() {
    return size;
  }

  /** The number of the first operation, or -1 if it has none. */
  long firstIndex() {
    return size > 0 && hasIndex[0] ? index[0] : -1;
  }

  /** Forgets all operations; those to come have these scalars. */
  void clear(Scalars ofOperations) {
    size = 0;
    taken = 0;
    toldTo = 0;
    scalars = ofOperations;
    isWhole = false;
  }

  /** Adds all operations that a parser has. */
  void addAll(OperationParser parser) throws IOException {
    while (addNext(parser)) {}
  }

  /** Adds the next operation of a parser; false if it has none. */
  boolean addNext(OperationParser parser) throws IOException {
    if (!parser.next(op)) {
      return false;
    }
    add();
    return true;
  }

  private void add() {
    begin(op.line);
    column[size] = op.column;
    index[size] = op.index;
    hasIndex[size] = op.hasIndex;
    time[size] = op.time;
    version[size] = op.version;
    versionName[size] = op.versionName;
    process[size] = op.process;
    hasError[size] = op.hasError;
    type[size] = op.type == null ? NO_TYPE : (byte) op.type.ordinal();
    who[size] = (byte) op.who.ordinal();
    function(op.function, op.functionName);
    var from = formStart();
    var end = from + op.value.size;
    ensureFormCapacity(end);
    // Of so few entries copying them is cheaper than having them copied.
    for (var i = from; i < end; i++) {
      tag[i] = op.value.tag[i - from];
      code[i] = op.value.code[i - from];
    }
    end(end);
  }

  // An operation is begun, gets the fields that it has, and is ended; or begun anew.

  /** Begins an operation of no field, at the beginning of a line. */
  @ForceInline
  void begin(long atLine) {
    if (size == line.length) {
      grow(size * 2);
    }
    line[size] = atLine;
    column[size] = 1;
    index[size] = 0;
    hasIndex[size] = false;
    hasError[size] = false;
    time[size] = Operation.NO_TIME;
    version[size] = Operation.NO_VERSION;
    type[size] = NO_TYPE;
    who[size] = (byte) Operation.Who.ANONYMOUS.ordinal();
    function(Function.NONE, null);
  }

  /** Begins a client's operation of all fields, at the offset of a byte; where its form begins. */
  @ForceInline
  int beginAtByte(
      long offset,
      long number,
      long nanos,
      Operation.Type ofType,
      int processScalar,
      Function does,
      String name) {
    if (size == line.length) {
      grow(size * 2);
    }
    line[size] = offset;
    column[size] = Operation.NO_COLUMN;
    version[size] = Operation.NO_VERSION;
    hasError[size] = false;
    index(number);
    time(nanos);
    type(ofType);
    process(processScalar);
    function(does, name);
    return formStart();
  }

  @ForceInline
  void index(long value) {
    index[size] = value;
    hasIndex[size] = true;
  }

  @ForceInline
  void time(long value) {
    time[size] = value;
  }

  @ForceInline
  void process(int scalar) {
    process[size] = scalar;
    who[size] = (byte) Operation.Who.CLIENT.ordinal();
  }

  @ForceInline
  void type(Operation.Type value) {
    type[size] = (byte) value.ordinal();
  }

  @ForceInline
  void function(Function value, String name) {
    function[size] = (byte) value.ordinal();
    // They are mostly the same, and storing an object costs more than comparing it.
    if (functionName[size] != name) {
      functionName[size] = name;
    }
  }

  /** Where the form of the operation begins in {@link #tag} and {@link #code}. */
  @ForceInline
  int formStart() {
    return formEnd[size];
  }

  @ForceInline
  void end(int endOfForm) {
    formEnd[++size] = endOfForm;
  }

  /** Makes room for so many entries and a few more. */
  @ForceInline
  void ensureFormCapacity(int entries) {
    if (entries + FORM_MARGIN > tag.length) {
      growForms(entries + FORM_MARGIN);
    }
  }

  private void growForms(int least) {
    tag = Arrays.copyOf(tag, Math.max(least, tag.length * 2));
    code = Arrays.copyOf(code, tag.length);
  }

  private void grow(int capacity) {
    line = Arrays.copyOf(line, capacity);
    column = Arrays.copyOf(column, capacity);
    index = Arrays.copyOf(index, capacity);
    time = Arrays.copyOf(time, capacity);
    version = Arrays.copyOf(version, capacity);
    versionName = Arrays.copyOf(versionName, capacity);
    process = Arrays.copyOf(process, capacity);
    formEnd = Arrays.copyOf(formEnd, capacity + 1);
    type = Arrays.copyOf(type, capacity);
    who = Arrays.copyOf(who, capacity);
    hasIndex = Arrays.copyOf(hasIndex, capacity);
    hasError = Arrays.copyOf(hasError, capacity);
    function = Arrays.copyOf(function, capacity);
    functionName = Arrays.copyOf(functionName, capacity);
  }

  /** Puts the keys of transactions that are completed soon: only then are they asked for. */
  int keysAhead(int[] keys) {
    var count = 0;
    var end = Math.min(size, taken + AHEAD);
    for (toldTo = Math.max(toldTo, taken); toldTo < end && count < keys.length; toldTo++) {
      if (type[toldTo] == Operation.Type.OK.ordinal()) {
        for (var i = formEnd[toldTo] + 1; i < formEnd[toldTo + 1] && count < keys.length; i++) {
          keys[count] = code[i];
          count += tag[i - 1] == Value.HEAD && tag[i] == Value.SCALAR ? 1 : 0;
        }
      }
    }
    return count;
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
    var isClient = who[taken] == Operation.Who.CLIENT.ordinal();
    into.line = linesBefore + line[taken];
    into.column = column[taken];
    into.index = index[taken];
    into.time = time[taken];
    into.version = version[taken];
    into.versionName =
        into.version == Operation.NO_VERSION ? VersionNumbers.NONE : versionName[taken];
    into.process = isClient ? all.adopt(scalars, process[taken]) : 0;
    into.type = type[taken] == NO_TYPE ? null : TYPES[type[taken]];
    into.who = WHO[who[taken]];
    into.hasIndex = hasIndex[taken];
    into.hasError = hasError[taken];
    into.function = FUNCTIONS[function[taken]];
    into.functionName = functionName[taken];
    into.value.set(tag, code, formEnd[taken], formEnd[taken + 1]);
    if (!scalars.isEmpty()) {
      into.value.adopt(scalars, all);
    }
    taken++;
    return true;
  }
}
