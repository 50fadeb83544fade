package mtc.source;

/**
 * How far a compressed input or an archive may go before it counts as hostile. Plain files have no
 * limit: they cost what they weigh.
 *
 * @param maxExpandedBytes the most that may come out of one compressed file or archive
 * @param maxRatio the most bytes that may come out per byte that went in, once {@link #RATIO_GRACE}
 *     bytes came out; 0 for no limit
 * @param maxEntries the most entries that an archive, or files that a folder, may have
 * @param maxDictionaryBytes the most memory that a decompressor may take
 */
public record Limits(
    long maxExpandedBytes, long maxRatio, int maxEntries, long maxDictionaryBytes) {
  /** Small outputs are harmless whatever their ratio. */
  static final long RATIO_GRACE = 64L << 20;

  /**
   * 64 GiB is more than a history of 100 million transactions; logs compress by 5 to 200, while
   * what was made to expand forever does so by many thousands.
   */
  public static final Limits DEFAULT = new Limits(64L << 30, 2000, 100_000, 256L << 20);

  /** Who states a size knows the input: then that size alone decides, not the ratio. */
  public Limits withMaxExpandedBytes(long bytes) {
    return new Limits(bytes, 0, maxEntries, maxDictionaryBytes);
  }

  public Limits withMaxEntries(int entries) {
    return new Limits(maxExpandedBytes, maxRatio, entries, maxDictionaryBytes);
  }

  InputException tooManyEntries() {
    return InputException.of(
        "it has more than " + maxEntries + " entries; --max-entries N raises the limit");
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
}
