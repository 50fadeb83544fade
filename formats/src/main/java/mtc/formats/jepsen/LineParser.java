package mtc.formats.jepsen;

import jdk.internal.vm.annotation.ForceInline;
import mtc.formats.bytes.EightBytes;
import mtc.formats.jepsen.Operation.Type;
import mtc.history.Scalars;

/**
 * Parses operations that stand on a line each, in the spelling that nearly all of them have, eight
 * bytes at a time and without tokens.
 *
 * <p>It knows only the six fields, each at most once, single blanks where they are usual, integers
 * without a sign, and nil; and it takes a line only if the parser of tokens would take the same
 * from it. Whatever else comes up, it declines the line, and that parser reads it.
 */
final class LineParser {
  /** What it returns for a line that it declines. */
  static final int DECLINED = -1;

  private static final int INDEX = 1;
  private static final int TYPE = 2;
  private static final int PROCESS = 4;
  private static final int FUNCTION = 8;
  private static final int VALUE = 16;
  private static final int TIME = 32;

  private static final int READ = 0;
  private static final int WRITE = 2;
  private static final int DEEPEST = 3;
  private static final int ENTRIES_OF_HEAD = 3;

  /** A word of a value that it knows, and its letters as a text has them. */
  private record Word(String name, Function function, long letters, long mask) {
    static Word of(String name) {
      return new Word(name, Function.of(name), EightBytes.of(name), EightBytes.mask(name.length()));
    }

    boolean begins(long text) {
      return (text & mask) == letters;
    }
  }

  private static final Word OK = Word.of("ok");
  private static final Word INVOKE = Word.of("invoke");
  private static final Word FAIL = Word.of("fail");
  private static final Word INFO = Word.of("info");

  private static final Word[] FUNCTIONS = {
    Word.of("txn"), Word.of("read"), Word.of("write"), Word.of("cas")
  };

  private final boolean isJson;
  private final boolean isArray;

  /** What begins a name, and what stands between the elements of a vector. */
  private final byte quote;

  private final byte separator;

  // Names of fields, with what ends them, and the beginnings of micro-operations.
  private final long index;
  private final long type;
  private final long process;
  private final long function;
  private final long value;
  private final long time;
  private final long readHead;
  private final long writeHead;
  private final long appendHead;
  private final long headMask;
  private final int headLength;
  private final int headKind;
  private final long nil;
  private final int nilLength;

  private OperationBatch batch;
  private Scalars scalars;
  private byte[] bytes;

  /** The next byte: behind what was parsed last. */
  private int at;

  /** Where the form of the value begins in the batch's columns, and its next entry. */
  private int formStart;

  private int form;

  LineParser(Listing listing) {
    isJson = listing != Listing.EDN_MAPS;
    isArray = listing == Listing.JSON_ARRAY;
    quote = (byte) (isJson ? '"' : ':');
    separator = (byte) (isJson ? ',' : ' ');
    var end = isJson ? "\"" : " ";
    index = EightBytes.of("index" + end);
    type = EightBytes.of("type" + end);
    process = EightBytes.of("process" + end);
    function = EightBytes.of("f" + end);
    value = EightBytes.of("value" + end);
    time = EightBytes.of("time" + end);
    readHead = EightBytes.of(isJson ? "[\"r\"," : "[:r ");
    writeHead = EightBytes.of(isJson ? "[\"w\"," : "[:w ");
    appendHead = EightBytes.of(isJson ? "[\"append\"," : "[:append ");
    headLength = isJson ? 5 : 4;
    headMask = EightBytes.mask(headLength);
    headKind = ValueForm.headCode(0, isJson ? Scalars.Kind.STRING : Scalars.Kind.KEYWORD);
    nilLength = isJson ? 4 : 3;
    nil = EightBytes.of(isJson ? "null" : "nil");
  }

  /** The lines to come are those of a part, and their operations are added to it. */
  void begin(OperationBatch part, Scalars ofPart) {
    batch = part;
    scalars = ofPart;
    bytes = part.bytes;
  }

  /**
   * Parses the line that begins at an index.
   *
   * @return where the next line begins, or {@link #DECLINED}
   */
  int line(int start, long number) {
    if (bytes[start] != '{') {
      return DECLINED;
    }
    batch.begin(number);
    formStart = batch.formStart();
    form = formStart;
    at = start + 1;
    var seen = 0;
    do {
      var field = field();
      if (field == 0 || (seen & field) != 0) {
        return DECLINED;
      }
      seen |= field;
    } while (goesOn());
    var end = endOfLine();
    if (end != DECLINED) {
      batch.end(form);
    }
    return end;
  }

  private int endOfLine() {
    if (bytes[at] != '}') {
      return DECLINED;
    }
    if (isArray && bytes[++at] != ',') {
      return DECLINED;
    }
    return bytes[at + 1] == '\n' ? at + 2 : DECLINED;
  }

  /** Whether a field follows; it is then next. */
  @ForceInline
  private boolean goesOn() {
    var p = at;
    if (bytes[p] == ',') {
      p++;
    } else if (isJson) {
      return false;
    }
    if (bytes[p] == ' ') {
      p++;
    } else if (!isJson) {
      return false;
    }
    at = p;
    return true;
  }

  /** Parses a field; which one it is, or 0 to decline it. */
  @ForceInline
  private int field() {
    var p = at;
    if (bytes[p] != quote) {
      return 0;
    }
    var word = EightBytes.at(bytes, p + 1);
    if ((word & EightBytes.mask(6)) == index) {
      return afterName(p + 7) && index() ? INDEX : 0;
    }
    if ((word & EightBytes.mask(5)) == type) {
      return afterName(p + 6) && type() ? TYPE : 0;
    }
    if (word == process) {
      return afterName(p + 9) && process() ? PROCESS : 0;
    }
    if ((word & EightBytes.mask(2)) == function) {
      return afterName(p + 3) && function() ? FUNCTION : 0;
    }
    if ((word & EightBytes.mask(6)) == value) {
      return afterName(p + 7) && value() ? VALUE : 0;
    }
    if ((word & EightBytes.mask(5)) == time) {
      return afterName(p + 6) && time() ? TIME : 0;
    }
    return 0;
  }

  /** Goes to the value of a field, from behind its name and what ends that. */
  @ForceInline
  private boolean afterName(int p) {
    if (!isJson) {
      at = p;
      return true;
    }
    at = bytes[p + 1] == ' ' ? p + 2 : p + 1;
    return bytes[p] == ':';
  }

  @ForceInline
  private boolean index() {
    var number = number();
    batch.index(number);
    return number >= 0;
  }

  @ForceInline
  private boolean time() {
    var number = number();
    batch.time(number);
    return number >= 0;
  }

  @ForceInline
  private boolean process() {
    var number = number();
    if (number < 0) {
      return false;
    }
    batch.process(scalars.integer(number));
    return true;
  }

  @ForceInline
  private boolean type() {
    var word = EightBytes.at(bytes, at + 1);
    if (INVOKE.begins(word)) {
      batch.type(Type.INVOKE);
      return endsWord(INVOKE);
    }
    if (OK.begins(word)) {
      batch.type(Type.OK);
      return endsWord(OK);
    }
    return rareType(word);
  }

  private boolean rareType(long word) {
    if (FAIL.begins(word)) {
      batch.type(Type.FAIL);
      return endsWord(FAIL);
    }
    batch.type(Type.INFO);
    return INFO.begins(word) && endsWord(INFO);
  }

  private boolean function() {
    var word = EightBytes.at(bytes, at + 1);
    for (var known : FUNCTIONS) {
      if (known.begins(word)) {
        batch.function(known.function, known.name);
        return endsWord(known);
      }
    }
    return false;
  }

  /** Goes behind a word; what comes next shows whether it ends there. */
  @ForceInline
  private boolean endsWord(Word word) {
    var p = at;
    var end = p + 1 + word.name.length();
    at = isJson ? end + 1 : end;
    return bytes[p] == quote && (!isJson || bytes[end] == '"');
  }

  /** An integer of at most 15 digits, or -1 to decline. */
  @ForceInline
  private long number() {
    var word = EightBytes.at(bytes, at);
    var digits = EightBytes.digits(word);
    if (digits == 0 || (byte) word == '0' && digits > 1) {
      return -1;
    }
    at += digits;
    var number = EightBytes.number(word, digits);
    return digits < Long.BYTES ? number : longNumber(number);
  }

  private long longNumber(long begun) {
    var word = EightBytes.at(bytes, at);
    var digits = EightBytes.digits(word);
    if (digits == Long.BYTES) {
      return -1;
    }
    at += digits;
    return EightBytes.append(begun, word, digits);
  }

  private boolean value() {
    if (bytes[at] != '[') {
      return scalar();
    }
    if (bytes[at + 1] == '[') {
      return transaction();
    }
    at++;
    return vector(1);
  }

  /** A vector of micro-operations. */
  private boolean transaction() {
    var outer = form;
    add(ValueForm.VECTOR, 0);
    at++;
    do {
      if (!microOperation()) {
        return false;
      }
    } while (isSeparated());
    return ends(outer);
  }

  @ForceInline
  private boolean microOperation() {
    var word = EightBytes.at(bytes, at);
    var head = head(word);
    if (head < 0) {
      return false;
    }
    at += head == ValueForm.APPEND_HEAD ? headLength + 5 : headLength;
    if (isJson && bytes[at] == ' ') {
      at++;
    }
    var key = number();
    if (key < 0 || !isSeparated()) {
      return false;
    }
    var inner = form;
    batch.ensureFormCapacity(form + ENTRIES_OF_HEAD);
    add(ValueForm.VECTOR, 0);
    add(ValueForm.HEAD, headKind | head);
    add(ValueForm.SCALAR, scalars.integer(key));
    if (bytes[at] == '[') {
      at++;
      if (!vector(DEEPEST)) {
        return false;
      }
    } else if (!scalar()) {
      return false;
    }
    return ends(inner);
  }

  @ForceInline
  private int head(long word) {
    if ((word & headMask) == readHead) {
      return READ;
    }
    if ((word & headMask) == writeHead) {
      return WRITE;
    }
    // Eight letters of it were compared.
    var isAppend =
        word == appendHead
            && (isJson ? bytes[at + 8] == '"' && bytes[at + 9] == ',' : bytes[at + 8] == ' ');
    return isAppend ? ValueForm.APPEND_HEAD : -1;
  }

  /** The elements of a vector that was opened: scalars, and vectors while they are not too deep. */
  private boolean vector(int depth) {
    var opened = form;
    batch.ensureFormCapacity(form);
    add(ValueForm.VECTOR, 0);
    if (bytes[at] != ']') {
      do {
        if (bytes[at] == '[' && depth < DEEPEST) {
          at++;
          if (!vector(depth + 1)) {
            return false;
          }
        } else if (!scalar()) {
          return false;
        }
      } while (isSeparated());
    }
    return ends(opened);
  }

  /** Whether an element follows; it is then next. */
  @ForceInline
  private boolean isSeparated() {
    if (bytes[at] != separator) {
      return false;
    }
    at += isJson && bytes[at + 1] == ' ' ? 2 : 1;
    return true;
  }

  /** Closes a vector, if it ends here. */
  @ForceInline
  private boolean ends(int opened) {
    batch.code[opened] = form - formStart;
    return bytes[at++] == ']';
  }

  @ForceInline
  private boolean scalar() {
    batch.ensureFormCapacity(form);
    if (bytes[at] == 'n') {
      if ((EightBytes.at(bytes, at) & EightBytes.mask(nilLength)) != nil) {
        return false;
      }
      at += nilLength;
      add(ValueForm.SCALAR, Scalars.NIL);
      return true;
    }
    var number = number();
    add(ValueForm.SCALAR, number < 0 ? 0 : scalars.integer(number));
    return number >= 0;
  }

  @ForceInline
  private void add(byte tag, int code) {
    batch.tag[form] = tag;
    batch.code[form++] = code;
  }
}
