package mtc.fressian;

/** The first bytes of values. */
final class Code {
  static final int SMALL_INTEGERS = 0x40;
  static final int INTEGERS = 0x80;
  static final int CACHED_END = 0xA0;
  static final int STRUCTS_END = 0xB0;
  static final int LONG_ARRAY = 0xB0;
  static final int OBJECT_ARRAY = 0xB5;
  static final int MAP = 0xC0;
  static final int SET = 0xC1;
  static final int UUID = 0xC3;
  static final int REGEX = 0xC4;
  static final int URI = 0xC5;
  static final int BIG_INTEGER = 0xC6;
  static final int BIG_DECIMAL = 0xC7;
  static final int INSTANT = 0xC8;
  static final int SYMBOL = 0xC9;
  static final int KEYWORD = 0xCA;
  static final int CACHED = 0xCC;
  static final int CACHE = 0xCD;
  static final int FOOTER = 0xCF;
  static final int SHORT_BYTES = 0xD0;
  static final int BYTES_CHUNK = 0xD8;
  static final int BYTES = 0xD9;
  static final int SHORT_STRING = 0xDA;
  static final int STRING_CHUNK = 0xE2;
  static final int STRING = 0xE3;
  static final int SHORT_LIST = 0xE4;
  static final int LIST = 0xEC;
  static final int CLOSED_LIST = 0xED;
  static final int OPEN_LIST = 0xEE;
  static final int NEW_STRUCT = 0xEF;
  static final int KNOWN_STRUCT = 0xF0;
  static final int TRUE = 0xF5;
  static final int FALSE = 0xF6;
  static final int NIL = 0xF7;
  static final int LONG = 0xF8;
  static final int FLOAT = 0xF9;
  static final int DOUBLE = 0xFA;
  static final int ZERO = 0xFB;
  static final int ONE = 0xFC;
  static final int END = 0xFD;
  static final int RESET = 0xFE;
  static final int MINUS_ONE = 0xFF;
  static final int ALL = 0x100;

  private Code() {}
}
