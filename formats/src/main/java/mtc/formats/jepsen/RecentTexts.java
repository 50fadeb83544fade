package mtc.formats.jepsen;

/** Gives the same {@code String} for the same characters, as long as they keep coming up. */
final class RecentTexts {
  private static final int SLOTS = 1 << 10;

  private final String[] texts = new String[SLOTS];

  String of(char[] characters, int offset, int length) {
    var hash = length;
    for (var i = offset; i < offset + length; i++) {
      hash = hash * 31 + characters[i];
    }
    var slot = (hash ^ (hash >>> 10)) & (SLOTS - 1);
    var known = texts[slot];
    if (known == null || !isText(known, characters, offset, length)) {
      known = new String(characters, offset, length);
      texts[slot] = known;
    }
    return known;
  }

  private static boolean isText(String text, char[] characters, int offset, int length) {
    if (text.length() != length) {
      return false;
    }
    for (var i = 0; i < length; i++) {
      if (text.charAt(i) != characters[offset + i]) {
        return false;
      }
    }
    return true;
  }
}
