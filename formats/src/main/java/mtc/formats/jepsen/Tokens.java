package mtc.formats.jepsen;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import jdk.internal.vm.annotation.ForceInline;
import mtc.edn.EdnFactory;
import mtc.edn.EdnParser;
import mtc.formats.json.Constraints;
import mtc.formats.json.Utf8Bytes;
import mtc.fressian.FressianParser;
import mtc.history.Scalars;
import mtc.source.InputException;
import mtc.source.Limits;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * The tokens of a history: what EDN, JSON and Fressian have in common, and the few things that JSON
 * has not.
 */
final class Tokens {
  private static final String LONGEST = Long.toString(Long.MAX_VALUE);
  private static final String LEAST = Long.toString(Long.MIN_VALUE);

  private static final JsonFactory JSON =
      JsonFactory.builder().streamReadConstraints(Constraints.of(Limits.DEFAULT)).build();

  private final JsonParser parser;

  /** The same parser if the text is EDN, else null. */
  private final EdnParser edn;

  /** The parser of what is no text but Fressian, else null; then there is no other. */
  private final FressianParser fressian;

  private Scalars scalars;
  private final RecentTexts texts = new RecentTexts();
  private String lastRead;
  private String lastWrite;

  // Of JSON, where the text is a part of the input: what comes before it, and what was put there.
  private long linesBefore;
  private int columnsAdded;

  private Tokens(JsonParser parser, EdnParser edn, FressianParser fressian, Scalars scalars) {
    this.parser = parser;
    this.edn = edn;
    this.fressian = fressian;
    this.scalars = scalars;
  }

  static Tokens of(InputStream in, boolean isEdn, Scalars scalars) throws IOException {
    var context = ObjectReadContext.empty();
    if (isEdn) {
      var parser = edn(scalars).createParser(context, in);
      return new Tokens(parser, parser, null, scalars);
    }
    try {
      // This one reads ahead, to see how characters are encoded.
      var parser = json(scalars).createParser(context, new Utf8Bytes(in));
      return new Tokens(parser, null, null, scalars);
    } catch (JacksonException e) {
      throw causeOf(e);
    }
  }

  static Tokens of(FressianParser values, Scalars scalars) {
    return new Tokens(null, null, values, scalars);
  }

  /** Those of an EDN text in the first bytes of a longer array. */
  static Tokens ofEdnInPlace(byte[] buffer, int length, Scalars scalars) {
    var parser = edn(scalars).createParserInPlace(ObjectReadContext.empty(), buffer, length);
    return new Tokens(parser, parser, null, scalars);
  }

  /** The rest of an EDN text that has so many lines before it. */
  static Tokens ofEdn(InputStream in, long linesBefore, Scalars scalars) {
    var parser = edn(scalars).createParser(ObjectReadContext.empty(), in);
    parser.countLinesFrom(linesBefore + 1);
    return new Tokens(parser, parser, null, scalars);
  }

  /**
   * The rest of a JSON text.
   *
   * @param linesBefore how many lines it has before that
   * @param columnsAdded how many characters were put before its first line
   */
  static Tokens ofJson(InputStream in, long linesBefore, int columnsAdded, Scalars scalars)
      throws IOException {
    var tokens = of(in, false, scalars);
    tokens.linesBefore = linesBefore;
    tokens.columnsAdded = columnsAdded;
    return tokens;
  }

  /** Makes the scalars of the tokens to come codes of another table, with the same limits. */
  void into(Scalars others) {
    scalars = others;
  }

  // The parser of EDN is asked by its own type, so that its calls can be bound at compile time.

  @ForceInline
  JsonToken next() {
    return edn != null ? edn.nextToken() : fressian != null ? fressian.next() : parser.nextToken();
  }

  JsonToken current() {
    return fressian != null ? fressian.current() : parser.currentToken();
  }

  /** The name that is the current token. */
  @ForceInline
  String name() {
    return edn != null
        ? edn.getString()
        : fressian != null ? fressian.text() : parser.currentName();
  }

  Limits limits() {
    return scalars.limits();
  }

  void skip() {
    if (fressian != null) {
      fressian.skipChildren();
    } else {
      parser.skipChildren();
    }
  }

  /** Whether the array that begins here is a set. */
  boolean isSet() {
    return edn != null
        ? edn.collection() == EdnParser.Collection.SET
        : fressian != null && fressian.isSet();
  }

  /** The characters of the current word: a keyword's name, a string's content. */
  @ForceInline
  String text() {
    return edn != null ? edn.getString() : otherText();
  }

  private String otherText() {
    return fressian != null
        ? fressian.text()
        : texts.of(
            parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
  }

  /** Which of {@link ValueForm#HEADS} the current word is, or -1. */
  @ForceInline
  int head() {
    var word = text();
    // Words keep coming up as the same objects.
    return word == lastRead ? 0 : word == lastWrite ? 2 : newHead(word);
  }

  private int newHead(String word) {
    var head = ValueForm.headOf(word);
    if (head == 0) {
      lastRead = word;
    } else if (head == 2) {
      lastWrite = word;
    }
    return head;
  }

  @ForceInline
  Scalars.Kind textKind() {
    if (edn == null) {
      return fressian != null ? fressian.kind() : Scalars.Kind.STRING;
    }
    return switch (edn.kind()) {
      case KEYWORD -> Scalars.Kind.KEYWORD;
      case SYMBOL -> Scalars.Kind.SYMBOL;
      case CHARACTER -> Scalars.Kind.CHARACTER;
      case RATIO -> Scalars.Kind.RATIO;
      default -> Scalars.Kind.STRING;
    };
  }

  /** The code of the scalar at the current token, which is this one. */
  @ForceInline
  int scalar(JsonToken token) {
    if (token == JsonToken.VALUE_NUMBER_INT) {
      return integer();
    }
    return switch (token) {
      case VALUE_STRING -> textScalar();
      case VALUE_NULL -> Scalars.NIL;
      case VALUE_TRUE -> scalars.bool(true);
      case VALUE_FALSE -> scalars.bool(false);
      case VALUE_NUMBER_FLOAT -> decimal();
      case VALUE_EMBEDDED_OBJECT -> throw fressian.noValue();
      default -> throw new IllegalStateException("no scalar: " + token);
    };
  }

  @ForceInline
  private int integer() {
    return isBig() ? scalars.integer(bigValue()) : scalars.integer(longValue());
  }

  @ForceInline
  private boolean isBig() {
    return edn != null
        ? edn.kind() == EdnParser.Kind.BIG_INTEGER
        : fressian != null
            ? fressian.kind() == Scalars.Kind.BIG_INTEGER
            : parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER;
  }

  private BigInteger bigValue() {
    return fressian != null ? fressian.bigIntegerValue() : parser.getBigIntegerValue();
  }

  private int decimal() {
    var exact = fressian != null ? fressian.decimalValue() : exactDecimal();
    return exact != null
        ? scalars.decimal(exact)
        : scalars.decimal(fressian != null ? fressian.doubleValue() : parser.getDoubleValue());
  }

  private BigDecimal exactDecimal() {
    var isExact = parser.getNumberType() == JsonParser.NumberType.BIG_DECIMAL;
    return isExact ? parser.getDecimalValue() : null;
  }

  private int textScalar() {
    var kind = textKind();
    if (kind == Scalars.Kind.STRING && edn != null && edn.getTypeId() != null) {
      return scalars.tagged(edn.getTypeId().toString(), text());
    }
    return scalars.text(kind, text());
  }

  /**
   * The code of the name that is the current token. JSON has only texts for names, so one that is
   * spelt like an integer is that integer, in both.
   */
  int keyScalar() {
    var name = name();
    if (isInteger(name)) {
      return scalars.integer(Long.parseLong(name));
    }
    return scalars.text(nameKind(), name);
  }

  private Scalars.Kind nameKind() {
    if (fressian != null) {
      return fressian.nameKind() == null ? Scalars.Kind.TAGGED : fressian.nameKind();
    }
    if (edn == null) {
      return Scalars.Kind.STRING;
    }
    return switch (edn.kind()) {
      case KEYWORD -> Scalars.Kind.KEYWORD;
      case SYMBOL -> Scalars.Kind.SYMBOL;
      case CHARACTER -> Scalars.Kind.CHARACTER;
      case COMPOSITE -> Scalars.Kind.TAGGED;
      default -> Scalars.Kind.STRING;
    };
  }

  /** Whether a name is a 64-bit integer. */
  private static boolean isInteger(String name) {
    var first = name.startsWith("-") ? 1 : 0;
    var digits = name.length() - first;
    if (digits == 0 || digits > LONGEST.length()) {
      return false;
    }
    for (var i = first; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return false;
      }
    }
    return digits < LONGEST.length() || name.compareTo(first == 0 ? LONGEST : LEAST) <= 0;
  }

  /** Whether the current token, which is this one, is a 64-bit integer. */
  @ForceInline
  boolean isLong(JsonToken token) {
    return token == JsonToken.VALUE_NUMBER_INT && !isBig();
  }

  @ForceInline
  long longValue() {
    return edn != null
        ? edn.getLongValue()
        : fressian != null ? fressian.longValue() : parser.getLongValue();
  }

  /** The same also of EDN's {@code 5N}. */
  boolean fitsLong(JsonToken token) {
    return token == JsonToken.VALUE_NUMBER_INT && (!isBig() || bigValue().bitLength() < Long.SIZE);
  }

  long anyLongValue() {
    return isBig() ? bigValue().longValue() : longValue();
  }

  /** The line of the current token; of what is no text, the offset of its first byte. */
  long line() {
    return edn != null
        ? edn.tokenLine()
        : fressian != null ? fressian.tokenOffset() : line(parser.currentTokenLocation());
  }

  /** The column of the current token, or {@link Operation#NO_COLUMN}. */
  long column() {
    return edn != null
        ? edn.tokenColumn()
        : fressian != null ? Operation.NO_COLUMN : column(parser.currentTokenLocation());
  }

  private long line(TokenStreamLocation at) {
    return linesBefore + at.getLineNr();
  }

  private long column(TokenStreamLocation at) {
    return at.getColumnNr() - (at.getLineNr() == 1 ? columnsAdded : 0);
  }

  /** The tokens that follow are those of a JSON text with so many lines before it. */
  void countLinesAfter(long lines) {
    linesBefore = lines;
  }

  /** Goes to where a line begins, of an EDN text in place. */
  void moveTo(int index, long lineNumber) {
    edn.moveTo(index, lineNumber);
  }

  /** In an EDN text in place: the index after the current token. */
  int position() {
    return edn.position();
  }

  /** How many line feeds of an EDN text come before the next token. */
  int linesRead() {
    return edn.currentLocation().getLineNr() - 1;
  }

  InputException error(String message) {
    return Operation.error(line(), column(), message);
  }

  /** What went wrong, where, and without Jackson's names for it. */
  IOException asInputError(JacksonException e) {
    if (fressian != null) {
      return InputException.atByte(fressian.tokenOffset(), e.getOriginalMessage());
    }
    if (e instanceof JacksonIOException) {
      var cause = causeOf(e);
      var at = parser.currentLocation();
      return Utf8Bytes.isNotUtf8(cause)
          ? InputException.atLine(line(at), column(at), cause.getMessage())
          : cause;
    }
    var at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
    var message =
        e instanceof StreamConstraintsException limit
            ? Constraints.message(limit, scalars.limits())
            : Constraints.withoutJackson(e.getOriginalMessage());
    return InputException.atLine(line(at), column(at), message);
  }

  private static IOException causeOf(JacksonException e) {
    return e.getCause() instanceof IOException cause ? cause : new IOException(e);
  }

  private static EdnFactory edn(Scalars scalars) {
    var limits = scalars.limits();
    return limits.equals(Limits.DEFAULT)
        ? new EdnFactory()
        : EdnFactory.builder().streamReadConstraints(Constraints.of(limits)).build();
  }

  private static JsonFactory json(Scalars scalars) {
    var limits = scalars.limits();
    return limits.equals(Limits.DEFAULT)
        ? JSON
        : JsonFactory.builder().streamReadConstraints(Constraints.of(limits)).build();
  }
}
