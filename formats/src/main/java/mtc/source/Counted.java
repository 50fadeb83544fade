package mtc.source;

/** So many of something, in words: {@code 1 operation is}, {@code 4 operations are}. */
public final class Counted {
  private Counted() {}

  /** The number and the noun, as it is if there is one. */
  public static String of(long count, String noun) {
    return count + " " + (count == 1 ? noun : several(noun));
  }

  /** With an s, or of those such as {@code entry} with {@code ies}. */
  private static String several(String noun) {
    return noun.matches(".*[^aeiou]y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
  }

  /** The same, and what is said of it; of one, and of several. */
  public static String of(long count, String noun, String saidOfOne, String saidOfMany) {
    return of(count, noun) + " " + (count == 1 ? saidOfOne : saidOfMany);
  }
}
