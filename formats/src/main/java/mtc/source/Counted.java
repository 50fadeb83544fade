package mtc.source;

/** So many of something, in words: {@code 1 operation is}, {@code 4 operations are}. */
public final class Counted {
  private Counted() {}

  /** The number and the noun, with an s if there is not one. */
  public static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** The same, and what is said of it; of one, and of several. */
  public static String of(long count, String noun, String saidOfOne, String saidOfMany) {
    return of(count, noun) + " " + (count == 1 ? saidOfOne : saidOfMany);
  }
}
