package mtc.edn;

/**
 * What a byte can be, in three tables. A table look-up costs the same for every byte, so the
 * scanner needs no profile to order its branches by.
 */
final class ByteClasses {
  /** Ends every loop at the end of the buffer, where the parser keeps a zero byte. */
  static final byte NUL = 0;

  static final byte SYMBOL = 1;
  static final byte DIGIT = 2;
  static final byte SIGN = 3;
  static final byte SPACE = 4;
  static final byte NEWLINE = 5;
  static final byte COLON = 6;
  static final byte QUOTE = 7;
  static final byte OPEN_VECTOR = 8;
  static final byte OPEN_LIST = 9;
  static final byte OPEN_MAP = 10;
  static final byte CLOSE = 11;
  static final byte HASH = 12;
  static final byte BACKSLASH = 13;
  static final byte COMMENT = 14;
  static final byte HIGH = 15;
  static final byte INVALID = 16;

  /** What a form that begins with the byte is. */
  static final byte[] START = new byte[256];

  static final byte PLAIN = 1;
  static final byte SLASH = 2;
  static final byte NON_ASCII = 4;

  /** 0 if the byte ends a symbol, keyword or number; otherwise what it means inside of one. */
  static final byte[] INSIDE = new byte[256];

  /** 0 if the byte stands for itself in a string. */
  static final byte[] STRING = new byte[256];

  static {
    for (int c = 0; c < 256; c++) {
      START[c] = startClass(c);
      INSIDE[c] = insideClass(c);
    }
    for (int c = 128; c < 256; c++) {
      STRING[c] = HIGH;
    }
    STRING[0] = INVALID;
    STRING['\n'] = NEWLINE;
    STRING['"'] = QUOTE;
    STRING['\\'] = BACKSLASH;
  }

  private ByteClasses() {}

  private static byte startClass(int c) {
    return switch (c) {
      case 0 -> NUL;
      // What Character.isWhitespace accepts below 128, as Clojure does, and the comma.
      case ' ', ',', '\t', '\r', '\f', 0x0B, 0x1C, 0x1D, 0x1E, 0x1F -> SPACE;
      case '\n' -> NEWLINE;
      case '+', '-' -> SIGN;
      case ':' -> COLON;
      case '"' -> QUOTE;
      case '[' -> OPEN_VECTOR;
      case '(' -> OPEN_LIST;
      case '{' -> OPEN_MAP;
      case ']', ')', '}' -> CLOSE;
      case '#' -> HASH;
      case '\\' -> BACKSLASH;
      case ';' -> COMMENT;
      case '.', '*', '!', '_', '?', '$', '%', '&', '=', '<', '>', '/' -> SYMBOL;
      default -> c >= 128 ? HIGH : isLetter(c) ? SYMBOL : c >= '0' && c <= '9' ? DIGIT : INVALID;
    };
  }

  private static byte insideClass(int c) {
    return switch (c) {
      case '/' -> SLASH;
      // The apostrophe is Clojure's, not the specification's: x' is a common name.
      case ':', '#', '\'' -> PLAIN;
      default ->
          switch (startClass(c)) {
            case SYMBOL, DIGIT, SIGN -> PLAIN;
            case HIGH -> NON_ASCII;
            default -> 0;
          };
    };
  }

  static boolean isLetter(int c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
