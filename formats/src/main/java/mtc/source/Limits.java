package mtc.source;

/**
 * How far an input may go before it counts as hostile, or as too large for this machine. Every
 * limit is checked while reading, has an option on the command line, and an error that names it.
 *
 * @param maxExpandedBytes the most that may come out of one compressed file or archive
 * @param maxRatio the most bytes that may come out per byte that went in, once {@link #RATIO_GRACE}
 *     bytes came out; 0 for no limit
 * @param maxEntries the most entries that an archive, or files that a folder, may have
 * @param maxDictionaryBytes the most memory that a decompressor may take
 * @param maxText the longest line, or text within one, in bytes
 * @param maxDepth the deepest nesting of EDN and JSON
 * @param maxValues the most values that all operations together may read and write
 * @param maxKeys the most keys
 * @param maxSessions the most sessions
 * @param maxMemory the most bytes that may be in use while reading
 */
public record Limits(
    long maxExpandedBytes,
    long maxRatio,
    int maxEntries,
    long maxDictionaryBytes,
    int maxText,
    int maxDepth,
    int maxValues,
    int maxKeys,
    int maxSessions,
    long maxMemory) {
  /** Small outputs are harmless whatever their ratio. */
  static final long RATIO_GRACE = 64L << 20;

  /**
   * 64 GiB is more than a history of 100 million transactions; logs compress by 5 to 200, while
   * what was made to fill memory does so by 500 and more. A limit of 0 on memory is most of what
   * the heap may grow to.
   */
  public static final Limits DEFAULT =
      new Limits(
          64L << 30,
          400,
          100_000,
          256L << 20,
          20_000_000,
          1000,
          1_000_000_000,
          1_000_000_000,
          10_000_000,
          0);

  /**
   * What the parsers of usual operations go up to without looking: words and integers that are
   * shorter, nested less deep.
   */
  private static final int USUAL_TEXT = 64;

  private static final int USUAL_DEPTH = 16;

  /** Whether even what is usual may be too much, so that everything must be looked at. */
  public boolean areTight() {
    return maxText < USUAL_TEXT || maxDepth < USUAL_DEPTH;
  }

  /** What there is to say of a folder or an archive that has more. */
  public InputException tooManyEntries() {
    return InputException.of(
        "it has more than "
            + Counted.of(maxEntries, "entry")
            + "; --max-entries N raises the limit");
  }

  /** Called as bytes come out. */
  void check(long expanded, long compressed) throws InputException {
    if (expanded > maxExpandedBytes) {
      throw InputException.of(
          "it expands to more than "
              + maxExpandedBytes
              + " bytes; --max-expanded SIZE raises the limit");
    }
    if (maxRatio != 0 && expanded > RATIO_GRACE && expanded / maxRatio > compressed) {
      throw InputException.of(
          "it expands to more than "
              + maxRatio
              + " times its size, as if made to fill memory; --max-expanded SIZE lifts this limit"
              + " and sets one in bytes");
    }
  }

  /** Called as values come in. */
  public void checkValues(long count) {
    if (count > maxValues) {
      throw new LimitException(
          "it has more than "
              + Counted.of(maxValues, "value")
              + "; --max-values N raises the limit");
    }
  }

  public void checkKeys(int count) {
    if (count > maxKeys) {
      throw new LimitException(
          "it has more than " + Counted.of(maxKeys, "key") + "; --max-keys N raises the limit");
    }
  }

  public void checkSessions(int count) {
    if (count > maxSessions) {
      throw new LimitException(
          "it has more than "
              + Counted.of(maxSessions, "session")
              + "; --max-sessions N raises the limit");
    }
  }

  /** A text that is longer than the limit. */
  public String textTooLong() {
    return "a line or a text in it is longer than "
        + maxText
        + " bytes; --max-text SIZE raises the limit";
  }

  public String tooDeep() {
    return "it is nested deeper than " + maxDepth + "; --max-depth N raises the limit";
  }
}
