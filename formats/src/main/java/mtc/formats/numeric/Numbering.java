package mtc.formats.numeric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.formats.UnwritableException;
import mtc.history.Scalars;

/**
 * Gives every scalar of one sort (keys, values or sessions) a number that a format can hold.
 *
 * <p>A number in the format's range is itself. Any other scalar gets a number from {@link #FIRST}
 * up, in the order of first mention, and {@link #mapping} lists them all, so that the way back is
 * known; that is why there may only be {@link #LIMIT}. The range is out of the way of real numbers,
 * and a history that has both is refused: two scalars never become one.
 */
public final class Numbering {
  /** Which numbers a format holds. */
  public enum Range {
    /** Decimal digits, up to 2<sup>63</sup> - 1. */
    NON_NEGATIVE,
    /** 64 bits without a sign; a hash with its highest bit set is a number above 2<sup>63</sup>. */
    UNSIGNED,
    /** 64 bits with a sign, as Java has them. */
    SIGNED
  }

  /** Scalars of different kinds differ even where people read the same. */
  private record Name(Scalars.Kind kind, String text) {}

  /** Scalars of fewer bits are integers even if a log means hashes. */
  private static final long SMALL = 1L << 30;

  /** The first number that stands for something else. */
  public static final long FIRST = 1L << 62;

  static final int LIMIT = 10_000;

  /** Sessions for transactions that have none are numbered from here, above all others. */
  public static final long FIRST_LONER = FIRST + (1L << 32);

  private final String sort;
  private final Range range;
  private final Map<Name, Long> mapped = new LinkedHashMap<>();
  private boolean plainInMappedRange;

  // Large integers and hashes are different scalars, but the same number would be written. No log
  // has both.
  private boolean largeInteger;
  private boolean largeHash;
  private boolean unsignedHash;

  Numbering(String sort, Range range) {
    this.sort = sort;
    this.range = range;
  }

  long number(Scalars scalars, int code) throws UnwritableException {
    return switch (scalars.kind(code)) {
      case INTEGER -> {
        var value = scalars.longValue(code);
        largeInteger |= value < -SMALL || value >= SMALL;
        yield value >= 0 || range == Range.SIGNED ? plain(value) : mapped(scalars, code);
      }
      case HASH -> {
        var value = scalars.longValue(code);
        largeHash = true;
        unsignedHash |= value < 0 && range == Range.UNSIGNED;
        yield value >= 0 || range != Range.NON_NEGATIVE ? plain(value) : mapped(scalars, code);
      }
      case BIG_INTEGER -> big(scalars, code);
      default -> mapped(scalars, code);
    };
  }

  /** A number from the range set aside, whatever the scalar. */
  long mapped(Scalars scalars, int code) throws UnwritableException {
    var name = new Name(scalars.kind(code), scalars.render(code));
    var known = mapped.get(name);
    if (known != null) {
      return known;
    }
    if (mapped.size() == LIMIT) {
      throw new UnwritableException(
          "more than "
              + LIMIT
              + " "
              + sort
              + " are not numbers that the format can hold, such as "
              + scalars.render(code));
    }
    var number = FIRST + mapped.size();
    mapped.put(name, number);
    refuseClashes();
    return number;
  }

  /** Adds a sentence for what is not its own number, if anything is. */
  void addMappings(List<String> to) {
    if (unsignedHash) {
      to.add(sort + " that are hashes are written as unsigned numbers");
    }
    if (!mapped.isEmpty()) {
      to.add(listMapped());
    }
  }

  private String listMapped() {
    var list = new StringBuilder(sort).append(" that the format cannot hold are numbered: ");
    var separator = "";
    for (var entry : mapped.entrySet()) {
      list.append(separator).append(entry.getKey().text());
      list.append(" is ").append(entry.getValue());
      separator = ", ";
    }
    return list.toString();
  }

  private long plain(long value) throws UnwritableException {
    if (value >= FIRST && value < FIRST + LIMIT) {
      plainInMappedRange = true;
      refuseClashes();
    }
    if (largeHash && largeInteger) {
      throw new UnwritableException(sort + " are both hashes and large integers");
    }
    return value;
  }

  private long big(Scalars scalars, int code) throws UnwritableException {
    var digits = scalars.textValue(code);
    if (range == Range.UNSIGNED && digits.charAt(0) != '-' && digits.length() <= 20) {
      try {
        var value = Long.parseUnsignedLong(digits);
        largeInteger = true;
        return plain(value);
      } catch (NumberFormatException beyond64Bits) {
        return mapped(scalars, code);
      }
    }
    return mapped(scalars, code);
  }

  private void refuseClashes() throws UnwritableException {
    if (plainInMappedRange && !mapped.isEmpty()) {
      throw new UnwritableException(
          sort
              + " that the format cannot hold would be numbered from "
              + FIRST
              + ", but the history has such numbers itself");
    }
  }
}
