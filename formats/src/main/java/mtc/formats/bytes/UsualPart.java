package mtc.formats.bytes;

import jdk.internal.vm.annotation.ForceInline;

/**
 * A part in the spelling that nearly all texts of its format have, in which numbers are integers
 * without a sign. If anything is otherwise, all of it is read again, as the format allows it.
 */
public abstract class UsualPart extends TextPart {
  /** Instead of where something ends: it is not as it is usual. */
  protected static final int UNUSUAL = -1;

  public boolean isUsual;

  /** The number that was parsed last. */
  protected long number;

  /** Where a number ends that begins at an index, with zeros before it or not. */
  @ForceInline
  protected final int parseNumber(int at, boolean mayHaveZeros) {
    var word = EightBytes.at(bytes, at);
    var digits = EightBytes.digits(word);
    if (digits == 0 || !mayHaveZeros && digits > 1 && (byte) word == '0') {
      return UNUSUAL;
    }
    number = EightBytes.number(word, digits);
    return digits < Long.BYTES ? at + digits : longNumber(at + digits);
  }

  /** Goes on with a number of eight digits or more; one of 19 may be too large if it begins so. */
  private int longNumber(int from) {
    var at = from;
    for (var i = 0; i < 2; i++) {
      var word = EightBytes.at(bytes, at);
      var digits = EightBytes.digits(word);
      if (i == 1 && (digits > 3 || digits == 3 && bytes[from - Long.BYTES] > '8')) {
        return UNUSUAL;
      }
      number = EightBytes.append(number, word, digits);
      at += digits;
      if (digits < Long.BYTES) {
        break;
      }
    }
    return at;
  }
}
