package mtc.history;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.source.LimitException;
import mtc.source.Limits;
import mtc.source.Printable;
import mtc.source.Quoted;

/**
 * The keys and values of a history, each an {@code int} code; equal scalars have equal codes.
 *
 * <p>Integers in [-2<sup>30</sup>, 2<sup>30</sup>), which is what most logs are made of, are their
 * own code and cost no memory and no look-up. Everything else is interned in a table: 9 bytes and a
 * hash slot for a 64-bit integer, the same and a {@code String} for text. Equality is that of EDN:
 * {@code 1}, {@code 1.0}, {@code "1"} and {@code :1} are four different scalars.
 */
public final class Scalars {
  /** The result of a read that the log does not tell. Equal to no value. */
  public static final int UNKNOWN = Integer.MIN_VALUE;

  /** {@code nil}, {@code null}. */
  public static final int NIL = Integer.MIN_VALUE + 1;

  /** The tag of a version that no write can have made: what a read of a Cobra log saw. */
  public static final String CONTRADICTED = "cobra/version";

  /** The tag of an array of bytes, in hexadecimal: what a Fressian file may hold. */
  public static final String BYTES = "bytes";

  /** What a scalar is; {@link #HASH} is a 64-bit integer that people read in hexadecimal. */
  public enum Kind {
    UNKNOWN,
    NIL,
    INTEGER,
    HASH,
    BIG_INTEGER,
    DECIMAL,
    RATIO,
    BOOLEAN,
    STRING,
    KEYWORD,
    SYMBOL,
    CHARACTER,
    TAGGED
  }

  private static final int SMALL = 1 << 30;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** So many fit a table that is half full. */
  private static final int MOST = 1 << 29;

  /** So many entries in a row come of no chance in a table that is half full. */
  private static final int MOST_PROBES = 512;

  /** What is looked at first, since nearly always one of them is free. */
  private static final int NEAR = 8;

  private static final Kind[] KINDS = Kind.values();

  private final Limits limits;
  private int size;
  private byte[] kinds = new byte[16];

  /** The integer itself, or the index of the text in {@link #texts}. */
  private long[] bits = new long[16];

  private int textCount;
  private String[] texts = new String[16];

  /** Open addressing; a slot holds entry index + 1, 0 is free. */
  private int[] slots = new int[32];

  /**
   * Not 0 once the log was found to have scalars whose usual hashes are equal, as {@code "Aa"} and
   * {@code "BB"}: then they have others, which nobody can foresee.
   */
  private long seed;

  public Scalars() {
    this(Limits.DEFAULT);
  }

  /** With limits on the texts that they may be. */
  public Scalars(Limits limits) {
    this.limits = limits;
  }

  /** How far the text that they come from may go. */
  public Limits limits() {
    return limits;
  }

  /** The code of a 64-bit integer. */
  public int integer(long value) {
    return isSmall(value) ? (int) value : internBits(Kind.INTEGER, value);
  }

  /** The code of an integer of any size: EDN's {@code 5N} is the number 5. */
  public int integer(BigInteger value) {
    return value.bitLength() < Long.SIZE
        ? integer(value.longValue())
        : text(Kind.BIG_INTEGER, value.toString());
  }

  /** The code of a decimal that is exact, as EDN's with the suffix M. */
  public int decimal(BigDecimal exact) {
    return text(Kind.DECIMAL, exact.stripTrailingZeros() + "M");
  }

  /** The code of a floating point number. */
  public int decimal(double value) {
    return text(Kind.DECIMAL, spelling(value));
  }

  private static String spelling(double value) {
    if (Double.isNaN(value)) {
      return "##NaN";
    }
    if (value == 0) {
      return "0.0"; // To Clojure, -0.0 equals it.
    }
    return Double.isInfinite(value) ? value > 0 ? "##Inf" : "##-Inf" : Double.toString(value);
  }

  public int bool(boolean value) {
    return text(Kind.BOOLEAN, Boolean.toString(value));
  }

  /**
   * The code of a text behind a tag. The two tags of EDN itself, and those that a conversion
   * writes, make another scalar; any other one is as good as none.
   */
  public int tagged(String tag, String text) {
    return switch (tag) {
      case "inst", "uuid", CONTRADICTED, BYTES ->
          text(Kind.TAGGED, "#" + tag + " " + Quoted.edn(TaggedText.canonical(tag, text)));
      default -> string(text);
    };
  }

  /** The code of a 64-bit hash: small ones are plain integers, as in hand-made logs. */
  public int hash(long value) {
    return isSmall(value) ? (int) value : internBits(Kind.HASH, value);
  }

  public int string(String value) {
    return text(Kind.STRING, value);
  }

  /** The code of a keyword, named without its colon. */
  public int keyword(String name) {
    return text(Kind.KEYWORD, name);
  }

  /** The code of a scalar that is kept as text, in the canonical spelling of its kind. */
  public int text(Kind kind, String value) {
    var at = slot(kind, value);
    if (slots[at] != 0) {
      return SMALL + slots[at] - 1;
    }
    if (value.length() > limits.maxText()) {
      throw new LimitException(limits.textTooLong());
    }
    if (textCount == texts.length) {
      texts = Arrays.copyOf(texts, textCount * 2);
    }
    texts[textCount] = value;
    return add(at, kind, textCount++);
  }

  /** Whether a text of this kind has a code already. */
  public boolean contains(Kind kind, String value) {
    return slots[slot(kind, value)] != 0;
  }

  /** Whether a number that is not small has a code as a hash already. */
  public boolean hasHash(long value) {
    return !isSmall(value) && slots[slot(Kind.HASH, value)] != 0;
  }

  /** Whether all scalars so far are their own codes. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The code here of a scalar of another table. */
  public int adopt(Scalars other, int code) {
    if (code < SMALL) {
      return code;
    }
    return switch (other.kind(code)) {
      case INTEGER, HASH -> internBits(other.kind(code), other.longValue(code));
      default -> text(other.kind(code), other.textValue(code));
    };
  }

  public Kind kind(int code) {
    if (code == UNKNOWN) {
      return Kind.UNKNOWN;
    }
    if (code == NIL) {
      return Kind.NIL;
    }
    return code < SMALL ? Kind.INTEGER : KINDS[kinds[code - SMALL]];
  }

  /** The value of an {@link Kind#INTEGER} or a {@link Kind#HASH}. */
  public long longValue(int code) {
    return code < SMALL ? code : bits[code - SMALL];
  }

  /** The text of a scalar that has one: the name of a keyword, the characters of a string. */
  public String textValue(int code) {
    return texts[(int) bits[code - SMALL]];
  }

  public boolean isIntegral(int code) {
    var kind = kind(code);
    return kind == Kind.INTEGER || kind == Kind.HASH;
  }

  /** As a person reads it, safe on a terminal. */
  public String render(int code) {
    return switch (kind(code)) {
      case UNKNOWN -> "?";
      case HASH -> "0x" + Long.toHexString(longValue(code));
      default -> Printable.text(edn(code));
    };
  }

  /** As EDN spells it; what a log does not tell is nil. */
  public String edn(int code) {
    return switch (kind(code)) {
      case UNKNOWN, NIL -> "nil";
      case INTEGER, HASH -> Long.toString(longValue(code));
      case STRING -> Quoted.edn(textValue(code));
      case KEYWORD -> ":" + textValue(code);
      case CHARACTER -> "\\" + characterName(textValue(code));
      case BIG_INTEGER -> textValue(code) + "N";
      case DECIMAL, RATIO, BOOLEAN, SYMBOL, TAGGED -> textValue(code);
    };
  }

  private static String characterName(String character) {
    return switch (character) {
      case "\n" -> "newline";
      case "\r" -> "return";
      case "\t" -> "tab";
      case "\f" -> "formfeed";
      case "\b" -> "backspace";
      case " " -> "space";
      default ->
          character.length() > 1 || Printable.isSafe(character.charAt(0))
              ? character
              : "u" + Integer.toHexString(0x10000 | character.charAt(0)).substring(1);
    };
  }

  private static boolean isSmall(long value) {
    return value >= -SMALL && value < SMALL;
  }

  private int internBits(Kind kind, long value) {
    var at = slot(kind, value);
    return slots[at] != 0 ? SMALL + slots[at] - 1 : add(at, kind, value);
  }

  private int slot(Kind kind, long value) {
    var mask = slots.length - 1;
    var at = numberHash(kind.ordinal(), value) & mask;
    while (slots[at] != 0) {
      var entry = slots[at] - 1;
      if (bits[entry] == value && kinds[entry] == kind.ordinal()) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  private int slot(Kind kind, String value) {
    var mask = slots.length - 1;
    var at = textHash(kind.ordinal(), value) & mask;
    while (slots[at] != 0) {
      var entry = slots[at] - 1;
      if (kinds[entry] == kind.ordinal() && texts[(int) bits[entry]].equals(value)) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  private int add(int slot, Kind kind, long entryBits) {
    if (size == kinds.length) {
      if (size == MOST) {
        throw new TooLargeException(MOST, "different keys and values that are not small integers");
      }
      kinds = Arrays.copyOf(kinds, size * 2);
      bits = Arrays.copyOf(bits, size * 2);
    }
    kinds[size] = (byte) kind.ordinal();
    bits[size] = entryBits;
    slots[slot] = ++size;
    if (size * 2 > slots.length) {
      rehash(slots.length * 2);
    } else if (seed == 0 && isFarOff(slot)) {
      hashOtherwise();
    }
    return SMALL + size - 1;
  }

  /** The most slots in a row that are taken, which is the most that a look-up looks at. */
  int longestRun() {
    var longest = 0;
    var run = 0;
    for (var slot : slots) {
      run = slot == 0 ? 0 : run + 1;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  /** Whether the entry that was added last is where chance puts none. */
  private boolean isFarOff(int slot) {
    var mask = slots.length - 1;
    for (var before = 1; before <= NEAR; before++) {
      if (slots[slot - before & mask] == 0) {
        return false;
      }
    }
    return (slot - hash(size - 1) & mask) > MOST_PROBES;
  }

  private void hashOtherwise() {
    seed = System.nanoTime() | 1;
    rehash(slots.length);
  }

  private void rehash(int slotCount) {
    slots = new int[slotCount];
    var mask = slots.length - 1;
    for (var entry = 0; entry < size; entry++) {
      var at = hash(entry) & mask;
      while (slots[at] != 0) {
        at = (at + 1) & mask;
      }
      slots[at] = entry + 1;
    }
  }

  private int hash(int entry) {
    var kind = kinds[entry];
    var isNumber = KINDS[kind] == Kind.INTEGER || KINDS[kind] == Kind.HASH;
    return isNumber ? numberHash(kind, bits[entry]) : textHash(kind, texts[(int) bits[entry]]);
  }

  @ForceInline
  private int numberHash(int kind, long value) {
    return seed == 0 ? mix(value + kind) : spread(value + kind ^ seed);
  }

  @ForceInline
  private int textHash(int kind, String value) {
    return seed == 0 ? mix(value.hashCode() * 31L + kind) : seededHash(kind, value);
  }

  private int seededHash(int kind, String value) {
    var h = seed + kind;
    for (var i = 0; i < value.length(); i++) {
      h = (h ^ value.charAt(i)) * MULTIPLIER;
      h ^= h >>> 29;
    }
    return spread(h);
  }

  /** Each bit of the result depends on each of the number's. */
  private static int spread(long number) {
    var h = (number ^ number >>> 32) * MULTIPLIER;
    h = (h ^ h >>> 29) * MULTIPLIER;
    return (int) (h >>> 32);
  }

  @ForceInline
  private static int mix(long value) {
    return (int) (value * MULTIPLIER >>> 32);
  }
}
