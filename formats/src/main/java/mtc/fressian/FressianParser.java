package mtc.fressian;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import jdk.internal.vm.annotation.ForceInline;
import mtc.history.Scalars;
import mtc.history.Scalars.Kind;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * Reads Fressian values, one after the other, as a stream of Jackson's tokens.
 *
 * <p>Lists, sets and structs are arrays, maps and Jepsen's operations are objects, a word of any
 * sort is a string whose {@link #kind} tells which, and a reference to another block of the file is
 * an embedded object whose number is {@link #longValue}. Nothing recurses but the keys of maps that
 * are collections themselves, and those only so deep.
 */
public final class FressianParser extends FressianBytes {
  private static final int DEEPEST = 500;
  private static final int DEEPEST_KEY = 8;
  private static final int LONGEST_KEY = 1 << 20;
  private static final int LONGEST_NAME = 64;
  private static final int DEEPEST_USUAL = 3;

  /** At least what an operation's fields before its value take, and eight bytes. */
  private static final int LONGEST_FIELDS = 64;

  /** The same of a list of a word, a key and a value. */
  private static final int LONGEST_MICRO_OPERATION = 32;

  /** A list of three, of which the first is a keyword without a namespace. */
  private static final long BEGIN_MICRO_OPERATION =
      (Code.SHORT_LIST + 3) << 16 | Code.KEYWORD << 8 | Code.NIL;

  /** Slots of the cache that a single byte refers to. */
  private static final int NEAR_SLOTS = Code.CACHED_END - Code.INTEGERS;

  // What the innermost open collection is, and what comes next in it.
  private static final byte ROOT = 0;
  private static final byte LIST = 1;
  private static final byte MAP_KEY = 2;
  private static final byte MAP_VALUE = 3;
  private static final byte FIELD_NAME = 4;
  private static final byte FIELD_VALUE = 5;

  /** Instead of how many elements are left: up to the code that ends the list. */
  private static final int UNTIL_END = -1;

  /** The same, or up to the end of the data. */
  private static final int UNTIL_END_OF_DATA = -2;

  private static final String[] FIELDS = {"index", "time", "type", "process", "f", "value"};

  /** A cached value that is nil; a null is one that is not known yet. */
  private static final Object CACHED_NIL = new Object();

  private record Word(Kind kind, String text) {}

  private int depth;
  private byte[] state = new byte[16];

  /** Elements left; of an operation, the next field. */
  private int[] left = new int[16];

  private Object[] cache = new Object[64];
  private int cached;

  // By slot of the cache, the number + 1 that the sink has for the keyword that is cached there, or
  // for that of which the name is; 0 where nothing was asked.
  private int[] keywords = new int[64];
  private int[] names = new int[64];

  private Struct[] structs = new Struct[8];
  private int[] structSizes = new int[8];
  private int structCount;

  private JsonToken current;
  private Kind kind = Kind.NIL;
  private String text;
  private long longValue;
  private double doubleValue;
  private BigDecimal decimal;
  private BigInteger bigInteger;
  private boolean isSet;
  private String name;
  private Kind nameKind = Kind.NIL;
  private int keyDepth;

  /**
   * A parser of a part of an array.
   *
   * @param base the offset in the file of the array's first byte
   */
  public FressianParser(byte[] bytes, int from, int end, long base) {
    super(bytes, from, end, base);
  }

  /** The next token; null after the last value. */
  public JsonToken next() {
    current =
        switch (state[depth]) {
          case LIST -> element();
          case FIELD_NAME -> fieldName();
          case FIELD_VALUE -> fieldValue();
          case MAP_KEY -> key();
          case MAP_VALUE -> {
            state[depth] = MAP_KEY;
            countDown();
            yield value();
          }
          default -> at == end ? null : value();
        };
    return current;
  }

  // Operations as nearly all of them are.

  /**
   * Decodes the operation that comes next without making tokens of it, if it is of the usual kind:
   * a client's, of integers, nil, lists and words that are in the cache, and without further
   * fields. Otherwise nothing has happened, but for what the sink was told.
   *
   * @param sink the same one each time
   */
  public boolean usualOperation(OperationSink sink) {
    if (depth > 0 || end - at < LONGEST_FIELDS) {
      return false; // The last ones of a block, with nothing behind them.
    }
    var struct = (bytes[at] & 0xff) - Code.CACHED_END;
    if (struct < 0
        || struct >= Math.min(structCount, Code.STRUCTS_END - Code.CACHED_END)
        || structs[struct] != Struct.OPERATION) {
      return false;
    }
    start = at;
    if (usualFields(sink, at + 1)
        && usualValue(sink, 0)
        && at < end
        && (bytes[at] & 0xff) == Code.NIL) {
      at++;
      sink.end();
      return true;
    }
    at = start;
    return false;
  }

  /** Whether all values were read that the parser was given. */
  public boolean isAtEnd() {
    return depth == 0 && at == end;
  }

  @ForceInline
  private boolean usualFields(OperationSink sink, int from) {
    var eight = eightBytes(from);
    var shift = shift(eight);
    if (shift < 0) {
      return false;
    }
    var index = integer(eight, shift);
    var next = from + size(shift);
    eight = eightBytes(next);
    shift = shift(eight);
    if (shift < 0 || index < 0) {
      return false;
    }
    var time = integer(eight, shift);
    at = next + size(shift);
    var type = usualWord(sink);
    eight = eightBytes(at);
    shift = shift(eight);
    if (shift < 0 || type < 0) {
      return false;
    }
    var process = integer(eight, shift);
    at += size(shift);
    var function = usualWord(sink);
    return function >= 0 && sink.begin(tokenOffset(), index, time, type, process, function);
  }

  /** A keyword without a namespace that is cached as a whole, or whose name is; or -1. */
  @ForceInline
  private int usualWord(OperationSink sink) {
    var slot = (bytes[at] & 0xff) - Code.INTEGERS;
    if (slot >= 0 && slot < Math.min(cached, NEAR_SLOTS) && keywords[slot] > 0) {
      at++;
      return keywords[slot] - 1;
    }
    return otherUsualWord(sink);
  }

  private int otherUsualWord(OperationSink sink) {
    var code = octet();
    var isName = code == Code.KEYWORD && (bytes[at] & 0xff) == Code.NIL;
    if (isName) {
      at++;
      code = octet();
    }
    var slot = code - Code.INTEGERS;
    if (code == Code.CACHED) {
      var eight = eightBytes(at);
      var shift = shift(eight);
      slot = shift < 0 ? -1 : Math.clamp(integer(eight, shift), -1, cached);
      at += size(shift);
    } else if (code >= Code.CACHED_END) {
      return -1;
    }
    return slot < 0 || slot >= cached ? -1 : word(sink, slot, isName ? names : keywords);
  }

  /** The sink's number of the word in a slot of the cache; or -1. */
  private int word(OperationSink sink, int slot, int[] words) {
    if (words[slot] == 0) {
      var isName = words == names;
      var text =
          switch (cache[slot]) {
            case String name when isName -> name;
            case Word word when !isName && word.kind == Kind.KEYWORD -> word.text;
            case null, default -> null;
          };
      if (text == null) {
        return -1;
      }
      words[slot] = sink.word(text) + 1;
    }
    return words[slot] - 1;
  }

  private boolean usualValue(OperationSink sink, int nesting) {
    if (end - at < LONGEST_MICRO_OPERATION) {
      return false;
    }
    var eight = eightBytes(at);
    var shift = shift(eight);
    if (shift >= 0) {
      at += size(shift);
      sink.integer(integer(eight, shift));
      return true;
    }
    if ((bytes[at] & 0xff) == Code.NIL) {
      at++;
      sink.nil();
      return true;
    }
    return nesting < DEEPEST_USUAL && usualList(sink, nesting);
  }

  private boolean usualList(OperationSink sink, int nesting) {
    var size = usualSize();
    if (size < 0) {
      return false;
    }
    var opened = sink.open();
    for (var i = 0L; i < size; i++) {
      if (nesting == 0 && usualMicroOperation(sink)) {
        continue;
      }
      if (end - at < LONGEST_MICRO_OPERATION) {
        return false;
      }
      if (nesting == 1 && i == 0 && (bytes[at] & 0xff) == Code.KEYWORD) {
        var head = otherUsualWord(sink);
        if (head < 0 || !sink.head(head)) {
          return false;
        }
      } else if (!usualValue(sink, nesting + 1)) {
        return false;
      }
    }
    sink.close(opened);
    return true;
  }

  /** How many elements the list has that begins here; or -1 if none begins whose end is known. */
  private long usualSize() {
    var code = bytes[at++] & 0xff;
    if (code != Code.LIST) {
      return code >= Code.SHORT_LIST && code < Code.LIST ? code - Code.SHORT_LIST : -1;
    }
    var eight = eightBytes(at);
    var shift = shift(eight);
    at += size(shift);
    return shift < 0 ? -1 : integer(eight, shift);
  }

  /** {@code [:r 4711 nil]}, {@code [:w 4711 1]}; if it is something else, nothing has happened. */
  @ForceInline
  private boolean usualMicroOperation(OperationSink sink) {
    if (end - at < LONGEST_MICRO_OPERATION) {
      return false;
    }
    var eight = eightBytes(at);
    var slot = (int) (eight >>> Integer.SIZE & 0xff) - Code.INTEGERS;
    if (eight >>> Long.SIZE - 24 != BEGIN_MICRO_OPERATION
        || slot < 0
        || slot >= Math.min(cached, NEAR_SLOTS)) {
      return false;
    }
    var head = names[slot] > 0 ? names[slot] - 1 : word(sink, slot, names);
    eight = eightBytes(at + Integer.BYTES);
    var shift = shift(eight);
    if (shift < 0 || head < 0) {
      return false;
    }
    var key = integer(eight, shift);
    var next = at + Integer.BYTES + size(shift);
    eight = eightBytes(next);
    shift = shift(eight);
    if (shift >= 0 && sink.microOperation(head, key, integer(eight, shift))) {
      at = next + size(shift);
      return true;
    }
    if ((bytes[next] & 0xff) == Code.NIL && sink.microOperationOfNil(head, key)) {
      at = next + 1;
      return true;
    }
    return false;
  }

  public JsonToken current() {
    return current;
  }

  /** Goes to the end of the collection that begins with the current token, if one does. */
  public void skipChildren() {
    if (current == JsonToken.START_ARRAY || current == JsonToken.START_OBJECT) {
      for (var outside = depth - 1; depth > outside; ) {
        next();
      }
    }
  }

  /** What the current scalar is. */
  public Kind kind() {
    return kind;
  }

  /** The characters of the current word, or the name that is the current token. */
  public String text() {
    return current == JsonToken.PROPERTY_NAME ? name : text;
  }

  /** What the name was as a value; null if it was a collection, or a reference to a block. */
  public Kind nameKind() {
    return nameKind;
  }

  public long longValue() {
    return longValue;
  }

  public BigInteger bigIntegerValue() {
    return bigInteger;
  }

  public double doubleValue() {
    return doubleValue;
  }

  /** The current decimal of unlimited precision; null if it is a double. */
  public BigDecimal decimalValue() {
    return decimal;
  }

  /** Whether the array that begins here is a set. */
  public boolean isSet() {
    return isSet;
  }

  // Collections

  @ForceInline
  private JsonToken element() {
    if (hasEnded()) {
      depth--;
      return JsonToken.END_ARRAY;
    }
    countDown();
    return value();
  }

  @ForceInline
  private boolean hasEnded() {
    var rest = left[depth];
    return rest == 0 || rest < 0 && endsHere(rest);
  }

  private boolean endsHere(int rest) {
    if (at < end) {
      if ((bytes[at] & 0xff) != Code.END) {
        return false;
      }
      at++;
    } else if (rest == UNTIL_END) {
      throw cutShort();
    }
    start = at;
    return true;
  }

  @ForceInline
  private void countDown() {
    if (left[depth] > 0) {
      left[depth]--;
    } else if (left[depth] == 0 || endsHere(left[depth])) {
      throw error("a map has a key without a value");
    }
  }

  private JsonToken key() {
    if (hasEnded()) {
      depth--;
      return JsonToken.END_OBJECT;
    }
    countDown();
    var own = depth;
    state[own] = MAP_VALUE;
    var token = value();
    name =
        switch (token) {
          case START_ARRAY, START_OBJECT -> collectionAsName(token);
          case VALUE_STRING -> text;
          default -> scalarText(token);
        };
    nameKind =
        switch (token) {
          case START_ARRAY, START_OBJECT, VALUE_EMBEDDED_OBJECT -> null;
          default -> kind;
        };
    return JsonToken.PROPERTY_NAME;
  }

  /** A key that is a collection goes by its spelling. */
  private String collectionAsName(JsonToken first) {
    if (++keyDepth > DEEPEST_KEY) {
      throw error("keys of maps hold maps with such keys more than " + DEEPEST_KEY + " deep");
    }
    var outside = depth - 1;
    var spelling = new StringBuilder();
    var token = first;
    while (true) {
      switch (token) {
        case START_ARRAY -> spelling.append(isSet ? "#{" : "[");
        case START_OBJECT -> spelling.append('{');
        case END_ARRAY -> spelling.append("] ");
        case END_OBJECT -> spelling.append("} ");
        case PROPERTY_NAME -> spelling.append(name).append(' ');
        case VALUE_STRING -> spelling.append(kind).append(' ').append(text).append(' ');
        default -> spelling.append(scalarText(token)).append(' ');
      }
      if (spelling.length() > LONGEST_KEY) {
        throw error("a key of a map has more than " + LONGEST_KEY + " characters");
      }
      if (depth == outside) {
        keyDepth--;
        return spelling.toString().strip();
      }
      token = next();
    }
  }

  private String scalarText(JsonToken token) {
    return switch (token) {
      case VALUE_NUMBER_INT -> integerText();
      case VALUE_NUMBER_FLOAT -> decimal != null ? decimal + "M" : Double.toString(doubleValue);
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NULL -> "nil";
      default -> "#block " + longValue;
    };
  }

  private String integerText() {
    return kind == Kind.BIG_INTEGER ? bigInteger.toString() : Long.toString(longValue);
  }

  @ForceInline
  private JsonToken fieldName() {
    var field = left[depth];
    state[depth] = FIELD_VALUE;
    if (field == FIELDS.length) {
      return furtherFields();
    }
    start = at;
    name = FIELDS[field];
    nameKind = Kind.KEYWORD;
    return JsonToken.PROPERTY_NAME;
  }

  private JsonToken fieldValue() {
    var field = left[depth]++;
    state[depth] = FIELD_NAME;
    var token = value();
    var isAbsent = field == 0 && token == JsonToken.VALUE_NUMBER_INT && longValue == -1;
    return isAbsent ? JsonToken.VALUE_NULL : token;
  }

  /** The last field of an operation: nil, or a map of whatever else it has. */
  private JsonToken furtherFields() {
    start = at;
    var code = octet();
    if (code == Code.NIL) {
      depth--;
      return JsonToken.END_OBJECT;
    }
    if (code != Code.MAP) {
      throw error("expected the further fields of an operation, found the code " + hex(code));
    }
    left[depth] = listSize(octet());
    state[depth] = MAP_KEY;
    return key();
  }

  private JsonToken open(byte as, int count) {
    if (++depth > DEEPEST) {
      throw error("it is nested more than " + DEEPEST + " deep");
    }
    if (depth == state.length) {
      state = Arrays.copyOf(state, depth * 2);
      left = Arrays.copyOf(left, depth * 2);
    }
    state[depth] = as;
    left[depth] = count;
    return as == LIST ? JsonToken.START_ARRAY : JsonToken.START_OBJECT;
  }

  @ForceInline
  private JsonToken list(int count) {
    isSet = false;
    return open(LIST, count);
  }

  private JsonToken set(int count) {
    open(LIST, count);
    isSet = true;
    return JsonToken.START_ARRAY;
  }

  /** How many elements the list has that begins with this code. */
  private int listSize(int code) {
    if (code >= Code.SHORT_LIST && code < Code.LIST) {
      return code - Code.SHORT_LIST;
    }
    return switch (code) {
      case Code.LIST -> count();
      case Code.CLOSED_LIST -> UNTIL_END;
      case Code.OPEN_LIST -> UNTIL_END_OF_DATA;
      default -> throw error("expected a list, found the code " + hex(code));
    };
  }

  // Values

  private JsonToken value() {
    start = at;
    var code = octet();
    if (code < Code.INTEGERS) {
      return integer64(integer(code));
    }
    if (code == Code.CACHE) {
      return cachedValue();
    }
    return value(code);
  }

  private JsonToken integer64(long value) {
    kind = Kind.INTEGER;
    longValue = value;
    return JsonToken.VALUE_NUMBER_INT;
  }

  /** The slot is taken before the value is read, so that what is cached within it comes later. */
  private JsonToken cachedValue() {
    var slot = takeSlot();
    var token = value(octet());
    cache[slot] =
        switch (token) {
          case VALUE_STRING -> kind == Kind.STRING ? text : new Word(kind, text);
          case VALUE_NULL -> CACHED_NIL;
          case VALUE_TRUE -> Boolean.TRUE;
          case VALUE_FALSE -> Boolean.FALSE;
          case VALUE_NUMBER_INT ->
              kind == Kind.BIG_INTEGER ? bigInteger : (Object) Long.valueOf(longValue);
          case VALUE_NUMBER_FLOAT ->
              decimal != null ? decimal : (Object) Double.valueOf(doubleValue);
          default -> throw error("a collection is cached, which Jepsen does not do");
        };
    return token;
  }

  private int takeSlot() {
    if (cached == cache.length) {
      cache = Arrays.copyOf(cache, cached * 2);
      keywords = Arrays.copyOf(keywords, cache.length);
      names = Arrays.copyOf(names, cache.length);
    }
    cache[cached] = null;
    keywords[cached] = 0;
    names[cached] = 0;
    return cached++;
  }

  private Object fromCache(int slot) {
    if (slot >= cached || cache[slot] == null) {
      throw error("it refers to value " + slot + " of the cache, which is not there");
    }
    return cache[slot];
  }

  private JsonToken recall(int slot) {
    switch (fromCache(slot)) {
      case Word word -> {
        return word(word.kind, word.text);
      }
      case String string -> {
        return word(Kind.STRING, string);
      }
      case Long number -> {
        return integer64(number);
      }
      case Double number -> {
        return float64(number);
      }
      case BigInteger number -> {
        return big(number);
      }
      case BigDecimal number -> {
        return decimal(number);
      }
      case Boolean flag -> {
        return bool(flag);
      }
      default -> {
        return nil();
      }
    }
  }

  @ForceInline
  private JsonToken word(Kind of, String as) {
    kind = of;
    text = as;
    return JsonToken.VALUE_STRING;
  }

  private JsonToken value(int first) {
    var code = first;
    while (true) { // Once for each thing that is around a value.
      if (code < Code.INTEGERS) {
        return integer64(integer(code));
      }
      if (code < Code.CACHED_END) {
        return recall(code - Code.INTEGERS);
      }
      if (code >= Code.SHORT_LIST && code <= Code.OPEN_LIST) {
        return list(listSize(code));
      }
      if (code == Code.KEYWORD || code == Code.SYMBOL) {
        return name(code == Code.KEYWORD ? Kind.KEYWORD : Kind.SYMBOL);
      }
      if (isString(code)) {
        return word(Kind.STRING, string(code));
      }
      if (code == Code.RESET || code == Code.FOOTER) {
        reset(code);
      } else if (isStruct(code)) {
        var token = struct(structOf(code));
        if (token != null) {
          return token;
        }
      } else {
        return rareValue(code);
      }
      code = octet();
    }
  }

  private void reset(int code) {
    if (code == Code.FOOTER) {
      if (octet() != Code.FOOTER || octet() != Code.FOOTER || octet() != Code.FOOTER) {
        throw error("expected a footer");
      }
      require(2 * Integer.BYTES);
      at += 2 * Integer.BYTES;
    }
    cached = 0;
    structCount = 0;
  }

  private JsonToken rareValue(int code) {
    return switch (code) {
      case Code.NIL -> nil();
      case Code.TRUE, Code.FALSE -> bool(code == Code.TRUE);
      case Code.MINUS_ONE, Code.LONG -> integer64(integer(code));
      case Code.FLOAT ->
          // As it is printed, and read again as a double.
          float64(Double.parseDouble(Float.toString(Float.intBitsToFloat((int) number(4)))));
      case Code.DOUBLE -> float64(Double.longBitsToDouble(number(Long.BYTES)));
      case Code.ZERO, Code.ONE -> float64(code == Code.ZERO ? 0 : 1);
      case Code.MAP -> open(MAP_KEY, listSize(octet()));
      case Code.SET -> set(listSize(octet()));
      case Code.CACHED -> recall(count());
      case Code.BIG_INTEGER -> big(bigInteger());
      case Code.BIG_DECIMAL -> decimal(new BigDecimal(bigInteger(), scale()));
      case Code.UUID -> word(Kind.TAGGED, "#uuid \"" + uuid(bytes()) + "\"");
      case Code.INSTANT ->
          word(Kind.TAGGED, "#inst \"" + Instant.ofEpochMilli(integer(octet())) + "\"");
      case Code.REGEX, Code.URI -> word(Kind.STRING, string(stringCode(octet())));
      case Code.CACHE -> throw error("a value is cached twice, which Jepsen does not do");
      default -> {
        if (code >= Code.LONG_ARRAY && code <= Code.OBJECT_ARRAY) {
          yield list(count());
        }
        if (code >= Code.SHORT_BYTES && code <= Code.BYTES) {
          at--;
          yield word(
              Kind.TAGGED, "#" + Scalars.BYTES + " \"" + HexFormat.of().formatHex(bytes()) + "\"");
        }
        throw error("there is no value that begins with the code " + hex(code));
      }
    };
  }

  private JsonToken nil() {
    kind = Kind.NIL;
    return JsonToken.VALUE_NULL;
  }

  private JsonToken bool(boolean flag) {
    kind = Kind.BOOLEAN;
    return flag ? JsonToken.VALUE_TRUE : JsonToken.VALUE_FALSE;
  }

  private JsonToken float64(double number) {
    kind = Kind.DECIMAL;
    doubleValue = number;
    decimal = null;
    return JsonToken.VALUE_NUMBER_FLOAT;
  }

  private JsonToken decimal(BigDecimal number) {
    kind = Kind.DECIMAL;
    decimal = number;
    return JsonToken.VALUE_NUMBER_FLOAT;
  }

  private JsonToken big(BigInteger number) {
    kind = Kind.BIG_INTEGER;
    bigInteger = number;
    return JsonToken.VALUE_NUMBER_INT;
  }

  private BigInteger bigInteger() {
    var digits = bytes();
    if (digits.length == 0 || digits.length > LONGEST_NAME * 64) {
      throw error("an integer of " + digits.length + " bytes");
    }
    return new BigInteger(digits);
  }

  /** The text of a decimal has about as many digits. */
  private int scale() {
    var scale = integer(octet());
    if (Math.abs(scale) > LONGEST_NAME * 64) {
      throw error("a decimal of the scale " + scale);
    }
    return (int) scale;
  }

  private String uuid(byte[] id) {
    if (id.length != 2 * Long.BYTES) {
      throw error("expected the 16 bytes of a UUID, found " + id.length);
    }
    var hex = HexFormat.of().formatHex(id);
    return hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
  }

  /** A keyword or a symbol: a namespace, or nil, and a name. */
  @ForceInline
  private JsonToken name(Kind of) {
    var namespace = component();
    var local = component();
    if (local == null) {
      throw error("expected the name of a keyword or a symbol, found nil");
    }
    return word(of, namespace == null ? local : namespace + "/" + local);
  }

  /** A string, which may come from the cache and go to it, or null for nil. */
  private String component() {
    var code = octet();
    if (code == Code.NIL) {
      return null;
    }
    if (isString(code)) {
      return string(code);
    }
    if (code == Code.CACHE) {
      var slot = takeSlot();
      var string = string(stringCode(octet()));
      // Whoever compares it with a field's name compares references first.
      cache[slot] = string.length() <= LONGEST_NAME ? string.intern() : string;
      return (String) cache[slot];
    }
    var isNear = code >= Code.INTEGERS && code < Code.CACHED_END;
    var slot = isNear ? code - Code.INTEGERS : code == Code.CACHED ? count() : stringCode(code);
    if (fromCache(slot) instanceof String string) {
      return string;
    }
    throw error("expected a string, found something else in the cache");
  }

  private int stringCode(int code) {
    if (!isString(code)) {
      throw error("expected a string, found the code " + hex(code));
    }
    return code;
  }

  // Structs

  private static boolean isStruct(int code) {
    return code >= Code.CACHED_END && code < Code.STRUCTS_END
        || code == Code.NEW_STRUCT
        || code == Code.KNOWN_STRUCT;
  }

  /** The number of the struct in its cache. */
  private int structOf(int code) {
    if (code == Code.NEW_STRUCT) {
      return newStruct();
    }
    var number = code == Code.KNOWN_STRUCT ? count() : code - Code.CACHED_END;
    if (number >= structCount) {
      throw error("it refers to struct " + number + ", which is not there");
    }
    return number;
  }

  private int newStruct() {
    var tag = component();
    if (tag == null) {
      throw error("expected the tag of a struct, found nil");
    }
    var size = count();
    var struct = Struct.of(tag);
    if (struct.size >= 0 && struct.size != size) {
      throw error("a " + tag + " of " + size + " parts, where " + struct.size + " are known");
    }
    if (structCount == structs.length) {
      structs = Arrays.copyOf(structs, structCount * 2);
      structSizes = Arrays.copyOf(structSizes, structCount * 2);
    }
    structs[structCount] = struct;
    structSizes[structCount] = size;
    return structCount++;
  }

  /** What stands here is in another block, where no operation keeps anything. */
  public StreamReadException noValue() {
    return error("expected a value, found a reference to block " + longValue);
  }

  /** Null if the struct is what comes next. */
  private JsonToken struct(int number) {
    return switch (structs[number]) {
      case OPERATION -> open(FIELD_NAME, 0);
      case PAIR, OTHER -> list(structSizes[number]);
      case SET -> {
        var code = octet();
        yield set(code == Code.NIL ? 0 : listSize(code));
      }
      case REFERENCE -> {
        longValue = integer(octet());
        text = null;
        yield JsonToken.VALUE_EMBEDDED_OBJECT;
      }
      case CHARACTER -> word(Kind.CHARACTER, character(integer(octet())));
      case RATIO -> word(Kind.RATIO, part() + "/" + part());
      case WRAPPER -> null;
      case RECORD -> {
        recordClass();
        yield null;
      }
    };
  }

  /** A symbol, which may come from the cache and go to it. */
  private void recordClass() {
    var code = octet();
    var slot = code == Code.CACHE ? takeSlot() : -1;
    code = slot >= 0 ? octet() : code;
    if (code == Code.SYMBOL) {
      name(Kind.SYMBOL);
    } else if (code >= Code.INTEGERS && code < Code.CACHED_END) {
      recall(code - Code.INTEGERS);
    } else if (code == Code.CACHED) {
      recall(count());
    } else {
      throw error("expected the class of a record, found the code " + hex(code));
    }
    if (slot >= 0) {
      cache[slot] = new Word(Kind.SYMBOL, text);
    }
  }

  private String character(long unit) {
    if (unit < 0 || unit > Character.MAX_VALUE) {
      throw error("expected a character, found " + unit);
    }
    return Character.toString((char) unit);
  }

  private String part() {
    var code = octet();
    return code == Code.BIG_INTEGER ? bigInteger().toString() : Long.toString(integer(code));
  }
}
