package mtc.fressian;

/** What the structs are that Jepsen writes. */
enum Struct {
  /** An operation: a map whose keys go without saying. */
  OPERATION(7),
  /** The number of a block of the file. */
  REFERENCE(1),
  PAIR(2),
  /** Nil, if it is empty, or a list. */
  SET(1),
  /** As good as what it holds. */
  WRAPPER(1),
  /** The name of a class, and a map. */
  RECORD(2),
  CHARACTER(1),
  RATIO(2),
  /** A list of whatever it holds. */
  OTHER(-1);

  final int size;

  Struct(int size) {
    this.size = size;
  }

  static Struct of(String tag) {
    return switch (tag) {
      case "jepsen.history.Op" -> OPERATION;
      case "block-ref" -> REFERENCE;
      case "map-entry" -> PAIR;
      case "persistent-hash-set", "persistent-sorted-set" -> SET;
      case "atom", "vec", "date-time", "instant", "multiset", "throwable", "byte" -> WRAPPER;
      case "record" -> RECORD;
      case "char" -> CHARACTER;
      case "ratio" -> RATIO;
      default -> OTHER;
    };
  }
}
