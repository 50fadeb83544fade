package mtc.oracle;

/** How many random histories of each kind to try: the fixed few, or as many as were asked for. */
final class Seeds {
  private Seeds() {}

  static long count(long usual) {
    return Long.getLong("mtc.seeds", usual);
  }
}
