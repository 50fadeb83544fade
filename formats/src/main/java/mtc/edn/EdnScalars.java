package mtc.edn;

import static mtc.edn.ByteClasses.INSIDE;
import static mtc.edn.ByteClasses.START;
import static mtc.edn.ByteClasses.STRING;
import static mtc.edn.ByteClasses.isDigit;

import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import jdk.internal.vm.annotation.ForceInline;
import mtc.edn.EdnParser.Kind;
import tools.jackson.core.Base64Variant;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.util.ByteArrayBuilder;

/**
 * Scalars: found and checked in the buffer when they are scanned, turned into values when they are
 * asked for.
 */
abstract class EdnScalars extends EdnBuffer {
  private static final long NIL = 0x6E696CL;
  private static final long TRUE = 0x74727565L;
  private static final long FALSE = 0x66616C7365L;

  /** So many digits always fit a {@code long}. */
  private static final int SAFE_DIGITS = 18;

  private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private final NameTable names = new NameTable();
  private final int longestName = _streamReadConstraints.getMaxNameLength();
  private final int longestString = _streamReadConstraints.getMaxStringLength();
  private final int longestNumber = _streamReadConstraints.getMaxNumberLength();

  Kind kind;

  /** What the current scalar's text is made from, in {@link #buf}. */
  private int textStart;

  private int textEnd;

  /** The last 8 bytes of a keyword or symbol. */
  private long word;

  /** The string has escapes. */
  private boolean escaped;

  /** The current scalar's text, once somebody asked or where it is not in the buffer. */
  String text;

  /** The current number, if it is an integer that fits. */
  private long longValue;

  private boolean fitsLong;

  EdnScalars(ObjectReadContext readContext, IOContext io, int features, InputStream in, int size) {
    super(readContext, io, features, in, size);
  }

  EdnScalars(ObjectReadContext readContext, IOContext io, int features, byte[] bytes, int length) {
    super(readContext, io, features, bytes, length);
  }

  // Keywords and symbols

  @ForceInline
  final JsonToken keyword(int start) {
    begin(start);
    int seen = scanName(start + 1);
    textStart = tokenStart + 1;
    kind = Kind.KEYWORD;
    int first = START[buf[textStart] & 0xFF];
    if (seen != ByteClasses.PLAIN || first < ByteClasses.SYMBOL || first > ByteClasses.SIGN) {
      checkKeyword(seen);
    }
    return JsonToken.VALUE_STRING;
  }

  final JsonToken symbol(int start) {
    begin(start);
    int seen = scanName(start);
    textStart = tokenStart;
    if (seen != ByteClasses.PLAIN || !ByteClasses.isLetter(buf[textStart])) {
      checkSymbol(seen, textStart, "symbol");
    } else if (word == NIL) {
      kind = Kind.NIL;
      return JsonToken.VALUE_NULL;
    } else if (word == TRUE) {
      kind = Kind.BOOLEAN;
      return JsonToken.VALUE_TRUE;
    } else if (word == FALSE) {
      kind = Kind.BOOLEAN;
      return JsonToken.VALUE_FALSE;
    }
    kind = Kind.SYMBOL;
    return JsonToken.VALUE_STRING;
  }

  /** The symbol after {@code #}; the token stays the one that began at the {@code #}. */
  final String tag() {
    int seen = scanName(ptr);
    textStart = tokenStart + 1;
    checkSymbol(seen, textStart, "tag");
    return names.find(buf, textStart, textEnd - textStart, word);
  }

  /**
   * Scans the bytes of a name or a number from {@code p}, to {@link #textEnd}.
   *
   * @return which of {@link ByteClasses#INSIDE} there were
   */
  @ForceInline
  private int scanName(int p) {
    var b = buf;
    long w = 0;
    int seen = 0;
    while (true) {
      int inside;
      int c;
      while ((inside = INSIDE[(c = b[p]) & 0xFF]) != 0) {
        w = w << 8 | (c & 0xFF);
        seen |= inside;
        p++;
      }
      ptr = p;
      if (p < end || !more()) {
        break;
      }
      b = buf;
      p = ptr;
      if (p - tokenStart > longestName) {
        constrain(p - tokenStart, NAME);
      }
    }
    word = w;
    textEnd = ptr;
    if (textEnd - tokenStart > longestName) {
      constrain(textEnd - tokenStart - 1, NAME);
    }
    return seen;
  }

  private void checkKeyword(int seen) {
    if (textEnd == textStart) {
      throw tokenError("a : without a name is not a keyword");
    }
    if (buf[textStart] == ':') {
      throw tokenError("a keyword cannot begin with ::");
    }
    if ((seen & ByteClasses.NON_ASCII) != 0) {
      checkCharacters();
    }
    // Unlike symbols, keywords may begin with digits (:1, :3-nodes), as Clojure prints them.
    if (!nameFirst(textStart, true) || !slashesRight(seen, textStart) || only('/')) {
      throw tokenError(":" + rawText() + " is not a keyword");
    }
  }

  private void checkSymbol(int seen, int start, String what) {
    if ((seen & ByteClasses.NON_ASCII) != 0) {
      checkCharacters();
    }
    if (only('/') && what.equals("symbol")) {
      return;
    }
    if (!nameFirst(start, false) || !slashesRight(seen, start)) {
      throw tokenError(rawText() + " is not a " + what);
    }
  }

  private boolean only(char c) {
    return textEnd - textStart == 1 && buf[textStart] == c;
  }

  /** May a symbol, or the part after its slash, begin like this? */
  private boolean nameFirst(int p, boolean digits) {
    if (p == textEnd) {
      return false;
    }
    int c = buf[p];
    return switch (START[c & 0xFF]) {
      case ByteClasses.SYMBOL -> c != '.' || digits || p + 1 == textEnd || !isDigit(buf[p + 1]);
      case ByteClasses.SIGN -> digits || p + 1 == textEnd || !isDigit(buf[p + 1]);
      case ByteClasses.DIGIT -> digits;
      case ByteClasses.HIGH -> true;
      default -> false;
    };
  }

  /** At most one slash, with something on both sides of it. */
  private boolean slashesRight(int seen, int start) {
    if ((seen & ByteClasses.SLASH) == 0) {
      return true;
    }
    int slash = start;
    while (buf[slash] != '/') {
      slash++;
    }
    for (int p = slash + 1; p < textEnd; p++) {
      if (buf[p] == '/') {
        return false;
      }
    }
    return slash > start && nameFirst(slash + 1, false);
  }

  /** Every character of a name above 127 must be UTF-8, and visible. */
  private void checkCharacters() {
    int after = ptr;
    for (ptr = textStart; ptr < textEnd; ) {
      int n = 1;
      if (buf[ptr] < 0) {
        n = utf8Length();
        int c = codePoint(ptr, n);
        if (Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
          throw error("unexpected character " + describe(c), ptr);
        }
      }
      ptr += n;
    }
    ptr = after;
  }

  static String describe(int c) {
    return c > ' ' && c < 127 ? Character.toString(c) : "U+%04X".formatted(c);
  }

  // Numbers

  /** A number, or a symbol that begins with its sign. */
  @ForceInline
  final JsonToken number(int start) {
    var b = buf;
    int p = start;
    int first = b[p];
    if (START[first] == ByteClasses.SIGN) {
      first = b[++p];
    }
    int digits = p;
    long value = 0;
    int d;
    while ((d = b[p] - '0') >= 0 && d <= 9) {
      value = value * 10 + d;
      p++;
    }
    int n = p - digits;
    // At the buffer's end (n is 0 or b[p] is its zero) the number may go on.
    if (n == 0
        || n > SAFE_DIGITS
        || INSIDE[b[p] & 0xFF] != 0
        || first == '0' && n > 1
        || p == end) {
      return oddNumber(start);
    }
    begin(start);
    ptr = p;
    textStart = start;
    textEnd = p;
    longValue = b[start] == '-' ? -value : value;
    fitsLong = true;
    kind = Kind.INTEGER;
    return JsonToken.VALUE_NUMBER_INT;
  }

  private JsonToken oddNumber(int start) {
    begin(start);
    ptr = start;
    if (!isDigit(buf[start]) && !(has(2) && isDigit(buf[ptr + 1]))) {
      return symbol(tokenStart);
    }
    scanName(ptr);
    textStart = tokenStart;
    int length = textEnd - textStart;
    if (length > longestNumber) {
      constrain(length, NUMBER);
    }
    int p = isDigit(buf[textStart]) ? textStart : textStart + 1;
    int whole = skipDigits(p);
    if (buf[p] == '0' && whole > p + 1) {
      throw tokenError("an integer cannot begin with 0: " + rawText());
    }
    return whole == textEnd ? integer(textEnd, false) : suffixed(whole);
  }

  private int skipDigits(int p) {
    while (p < textEnd && isDigit(buf[p])) {
      p++;
    }
    return p;
  }

  private JsonToken suffixed(int whole) {
    boolean last = whole + 1 == textEnd;
    return switch (buf[whole]) {
      case 'N' -> last ? integer(whole, true) : notNumber();
      case '/' -> ratio(whole);
      case 'M', '.', 'e', 'E' -> fraction(whole);
      default -> notNumber();
    };
  }

  private JsonToken integer(int endOfDigits, boolean big) {
    var value = new BigInteger(digits(textStart, endOfDigits));
    textEnd = endOfDigits;
    setInteger(value, big);
    return JsonToken.VALUE_NUMBER_INT;
  }

  private void setInteger(BigInteger value, boolean big) {
    fitsLong = value.compareTo(LEAST_LONG) >= 0 && value.compareTo(MOST_LONG) <= 0;
    longValue = value.longValue();
    kind = big || !fitsLong ? Kind.BIG_INTEGER : Kind.INTEGER;
  }

  /** As Clojure does: 2/4 is 1/2, and 4/2 is the integer 2. */
  private JsonToken ratio(int slash) {
    int from = slash + 1;
    if (from == textEnd || skipDigits(from) != textEnd || buf[from] == '0' && textEnd > from + 1) {
      return notNumber();
    }
    var numerator = new BigInteger(digits(textStart, slash));
    var denominator = new BigInteger(digits(from, textEnd));
    if (denominator.signum() == 0) {
      throw tokenError("division by zero: " + rawText());
    }
    var common = numerator.gcd(denominator);
    numerator = numerator.divide(common);
    denominator = denominator.divide(common);
    text = numerator.toString();
    if (denominator.equals(BigInteger.ONE)) {
      setInteger(numerator, false);
      return JsonToken.VALUE_NUMBER_INT;
    }
    text = text + "/" + denominator;
    kind = Kind.RATIO;
    return JsonToken.VALUE_STRING;
  }

  private JsonToken fraction(int p) {
    if (buf[p] == '.') {
      p = skipDigits(p + 1);
    }
    if (p < textEnd && (buf[p] | 0x20) == 'e') {
      int digits = p + 1;
      if (digits < textEnd && START[buf[digits] & 0xFF] == ByteClasses.SIGN) {
        digits++;
      }
      p = skipDigits(digits);
      if (p == digits) {
        return notNumber();
      }
    }
    kind = Kind.FLOAT;
    if (p + 1 == textEnd && buf[p] == 'M') {
      kind = Kind.DECIMAL;
      textEnd = p++;
      decimal();
    }
    if (p < textEnd) {
      return notNumber();
    }
    fitsLong = false;
    return JsonToken.VALUE_NUMBER_FLOAT;
  }

  private JsonToken notNumber() {
    int c = buf[skipDigits(isDigit(buf[textStart]) ? textStart : textStart + 1)] | 0x20;
    String why = c == 'x' || c == 'r' ? ": integers of EDN are decimal" : "";
    throw tokenError(rawText() + " is not a number" + why);
  }

  /** {@code ##Inf}, {@code ##-Inf}, {@code ##NaN}; {@link #ptr} is behind the {@code ##}. */
  final JsonToken symbolicValue() {
    scanName(ptr);
    textStart = tokenStart + 2;
    kind = Kind.FLOAT;
    fitsLong = false;
    text =
        switch (rawText()) {
          case "Inf" -> "Infinity";
          case "-Inf" -> "-Infinity";
          case "NaN" -> "NaN";
          default -> throw tokenError("expected ##Inf, ##-Inf or ##NaN, found ##" + rawText());
        };
    return JsonToken.VALUE_NUMBER_FLOAT;
  }

  // Strings and characters

  final JsonToken string(int start) {
    begin(start);
    escaped = false;
    var b = buf;
    int p = start + 1;
    while (true) {
      byte what;
      while ((what = STRING[b[p] & 0xFF]) == 0) {
        p++;
      }
      if (what == ByteClasses.QUOTE) {
        break;
      }
      ptr = p;
      stringByte(what);
      b = buf;
      p = ptr;
    }
    textStart = tokenStart + 1;
    textEnd = p;
    ptr = p + 1;
    if (textEnd - textStart > longestString) {
      constrain(textEnd - textStart, TEXT);
    }
    kind = Kind.STRING;
    return JsonToken.VALUE_STRING;
  }

  /** Goes past what does not simply stand for itself in a string, or past the buffer's end. */
  private void stringByte(byte what) {
    switch (what) {
      case ByteClasses.NEWLINE -> newline(++ptr);
      case ByteClasses.HIGH -> {
        // Not ptr += utf8Length(): that would add to where ptr was before the buffer moved.
        int n = utf8Length();
        ptr += n;
      }
      case ByteClasses.BACKSLASH -> escape();
      default -> {
        if (ptr < end) {
          ptr++;
        } else if (!more()) {
          throw unclosedString();
        }
        if (ptr - tokenStart > longestString) {
          constrain(ptr - tokenStart, TEXT);
        }
      }
    }
  }

  private StreamReadException unclosedString() {
    return endError(
        "expected \", found end of input; the string opened at line %d, column %d is not closed"
            .formatted(tokenLine, tokenColumn()));
  }

  private void escape() {
    escaped = true;
    if (!has(2)) {
      throw unclosedString();
    }
    switch (buf[ptr + 1]) {
      case 't', 'r', 'n', 'b', 'f', '\\', '"' -> ptr += 2;
      case 'u' -> unicodeEscape();
      default -> {
        ptr++;
        int n = buf[ptr] < 0 ? utf8Length() : 1;
        throw error(
            "\\"
                + describe(codePoint(ptr, n))
                + " is not an escape of a string: \\t \\r \\n \\b \\f"
                + " \\\\ \\\" \\uXXXX are",
            ptr - 1);
      }
    }
  }

  private void unicodeEscape() {
    int unit = hexAt(2);
    if (Character.isHighSurrogate((char) unit)) {
      int at = 6;
      if (has(12) && buf[ptr + at] == '\\' && buf[ptr + at + 1] == 'u') {
        if (Character.isLowSurrogate((char) hexAt(at + 2))) {
          ptr += 12;
          return;
        }
      }
    }
    if (Character.isSurrogate((char) unit)) {
      throw error("\\u%04X is half of a surrogate pair".formatted(unit), ptr);
    }
    ptr += 6;
  }

  /** The four hexadecimal digits {@code from} bytes after {@link #ptr}. */
  private int hexAt(int from) {
    int value = has(from + 4) ? hex(ptr + from) : -1;
    if (value < 0) {
      throw error("expected four hexadecimal digits after \\u", ptr + from - 2);
    }
    return value;
  }

  private int hex(int p) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = buf[p + i] < 0 ? -1 : Character.digit(buf[p + i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  final JsonToken character(int start) {
    begin(start);
    ptr = start;
    if (!has(2)) {
      throw endError("expected a character after \\, found end of input");
    }
    ptr++;
    int first = buf[ptr] & 0xFF;
    int n = first > 127 ? utf8Length() : 1;
    if (n == 1 && first != ',' && first <= ' ') {
      throw tokenError("a \\ cannot be followed by " + describe(first));
    }
    int c = codePoint(ptr, n);
    scanName(ptr + n);
    textStart = tokenStart + 1;
    kind = Kind.CHARACTER;
    text = Character.toString(textEnd - textStart == n ? c : namedCharacter());
    return JsonToken.VALUE_STRING;
  }

  private int namedCharacter() {
    var name = rawText();
    return switch (name) {
      case "newline" -> '\n';
      case "return" -> '\r';
      case "space" -> ' ';
      case "tab" -> '\t';
      case "formfeed" -> '\f';
      case "backspace" -> '\b';
      default -> codedCharacter(name);
    };
  }

  /** {@code \}{@code uXXXX}, and Clojure's {@code \oNNN}. */
  private int codedCharacter(String name) {
    int c = -1;
    if (name.charAt(0) == 'u' && name.length() == 5) {
      c = hex(textStart + 1);
    } else if (name.charAt(0) == 'o' && name.length() <= 4) {
      c = octal(name);
    }
    if (c < 0 || Character.isSurrogate((char) c)) {
      throw tokenError("\\" + name + " is not a character");
    }
    return c;
  }

  private static int octal(String name) {
    int value = 0;
    for (int i = 1; i < name.length(); i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 7) {
        return -1;
      }
      value = value << 3 | digit;
    }
    return value > 0xFF ? -1 : value;
  }

  // Values

  /** Text as it stands in the input, for messages: not more of it than a line of them holds. */
  private String rawText() {
    int length = Math.min(textEnd - textStart, 80);
    var raw = NameTable.decode(buf, textStart, length);
    return length < textEnd - textStart ? raw + "..." : raw;
  }

  /** A number's text without its plus. */
  private String digits(int from, int to) {
    int start = buf[from] == '+' ? from + 1 : from;
    return NameTable.decode(buf, start, to - start);
  }

  /** The text of the current scalar. */
  @ForceInline
  final String text() {
    if (text == null) {
      text =
          switch (kind) {
            case KEYWORD, SYMBOL -> names.find(buf, textStart, textEnd - textStart, word);
            case STRING -> escaped ? unescaped() : NameTable.decode(buf, textStart, length());
            default -> digits(textStart, textEnd);
          };
    }
    return text;
  }

  private int length() {
    return textEnd - textStart;
  }

  private String unescaped() {
    var out = new StringBuilder(length());
    int plain = textStart;
    int p = textStart;
    while (p < textEnd) {
      if (buf[p] != '\\') {
        p++;
        continue;
      }
      out.append(NameTable.decode(buf, plain, p - plain));
      int c = buf[p + 1];
      out.append(
          switch (c) {
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'n' -> '\n';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> (char) hex(p + 2);
            default -> (char) c;
          });
      p += c == 'u' ? 6 : 2;
      plain = p;
    }
    return out.append(NameTable.decode(buf, plain, textEnd - plain)).toString();
  }

  @ForceInline
  @Override
  public long getLongValue() {
    if (_currToken == JsonToken.VALUE_NUMBER_INT && fitsLong) {
      return longValue;
    }
    return oddLong();
  }

  private long oddLong() {
    if (_currToken == JsonToken.VALUE_NUMBER_FLOAT && !isNaN()) {
      var whole = wholePart();
      if (whole.bitLength() < Long.SIZE) {
        return whole.longValue();
      }
    }
    if (_currToken == JsonToken.VALUE_NUMBER_INT || _currToken == JsonToken.VALUE_NUMBER_FLOAT) {
      _reportOverflowLong(text());
    }
    throw _constructNotNumericType(_currToken, 0);
  }

  @Override
  public int getIntValue() {
    long value = getLongValue();
    if ((int) value != value) {
      _reportOverflowInt(text());
    }
    return (int) value;
  }

  @Override
  public BigInteger getBigIntegerValue() {
    requireNumber();
    if (_currToken == JsonToken.VALUE_NUMBER_INT) {
      return fitsLong ? BigInteger.valueOf(longValue) : new BigInteger(text());
    }
    if (isNaN()) {
      throw _constructInputCoercion(text() + " has no integer value", _currToken, BigInteger.class);
    }
    return wholePart();
  }

  private BigInteger wholePart() {
    var value = decimal();
    streamReadConstraints().validateBigIntegerScale(value.scale());
    return value.toBigInteger();
  }

  @Override
  public double getDoubleValue() {
    requireNumber();
    return _currToken == JsonToken.VALUE_NUMBER_INT && fitsLong
        ? longValue
        : Double.parseDouble(text());
  }

  @Override
  public float getFloatValue() {
    requireNumber();
    return Float.parseFloat(text());
  }

  @Override
  public BigDecimal getDecimalValue() {
    requireNumber();
    if (isNaN()) {
      throw _constructInputCoercion(text() + " has no decimal value", _currToken, BigDecimal.class);
    }
    return decimal();
  }

  private BigDecimal decimal() {
    try {
      return new BigDecimal(text());
    } catch (NumberFormatException e) {
      throw tokenError(text() + " is out of range");
    }
  }

  @Override
  public Number getNumberValue() {
    requireNumber();
    return switch (kind) {
      case INTEGER -> (int) longValue == longValue ? (Number) (int) longValue : (Number) longValue;
      case BIG_INTEGER -> getBigIntegerValue();
      case DECIMAL -> decimal();
      default -> getDoubleValue();
    };
  }

  private void requireNumber() throws InputCoercionException {
    if (_currToken != JsonToken.VALUE_NUMBER_INT && _currToken != JsonToken.VALUE_NUMBER_FLOAT) {
      throw _constructNotNumericType(_currToken, 0);
    }
  }

  @Override
  public NumberType getNumberType() {
    if (_currToken == JsonToken.VALUE_NUMBER_INT) {
      return kind == Kind.BIG_INTEGER
          ? NumberType.BIG_INTEGER
          : (int) longValue == longValue ? NumberType.INT : NumberType.LONG;
    }
    if (_currToken == JsonToken.VALUE_NUMBER_FLOAT) {
      return kind == Kind.DECIMAL ? NumberType.BIG_DECIMAL : NumberType.DOUBLE;
    }
    return null;
  }

  @Override
  public NumberTypeFP getNumberTypeFP() {
    return _currToken != JsonToken.VALUE_NUMBER_FLOAT
        ? NumberTypeFP.UNKNOWN
        : kind == Kind.DECIMAL ? NumberTypeFP.BIG_DECIMAL : NumberTypeFP.DOUBLE64;
  }

  /** {@code ##NaN}, and the infinities, as Jackson has it. */
  @Override
  public boolean isNaN() {
    return _currToken == JsonToken.VALUE_NUMBER_FLOAT && buf[tokenStart] == '#';
  }

  @Override
  public byte[] getBinaryValue(Base64Variant variant) {
    if (_currToken != JsonToken.VALUE_STRING) {
      throw _constructInputCoercion(
          "Current token (" + _currToken + ") is not a string", _currToken, byte[].class);
    }
    var bytes = new ByteArrayBuilder();
    _decodeBase64(text(), bytes, variant);
    return bytes.toByteArray();
  }
}
