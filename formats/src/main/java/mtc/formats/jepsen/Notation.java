package mtc.formats.jepsen;

/** How a history is spelt, as far as its first characters tell. */
enum Notation {
  EDN,
  JSON,
  NEITHER;

  /**
   * Passes over blanks, comments and opening brackets: the first map of JSON goes on with a
   * quotation mark, that of EDN with a colon.
   */
  static Notation of(byte[] head, int size) {
    var at =
        size >= 3 && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF
            ? 3
            : 0;
    var isInBracket = false;
    for (; at < size; at++) {
      switch (head[at]) {
        case ' ', '\t', '\r', '\n', '\f', ',' -> {}
        case ';' -> {
          while (at + 1 < size && head[at + 1] != '\n' && head[at + 1] != '\r') {
            at++;
          }
        }
        case '{', '[' -> isInBracket = true;
        case '(', '#' -> {
          return EDN;
        }
        case '"' -> {
          return isInBracket ? JSON : NEITHER;
        }
        case ':', '}', ']' -> {
          return isInBracket ? EDN : NEITHER;
        }
        default -> {
          return NEITHER;
        }
      }
    }
    return isInBracket ? EDN : NEITHER;
  }
}
