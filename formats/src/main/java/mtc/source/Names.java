package mtc.source;

/** The names of files in archives. */
final class Names {
  private Names() {}

  /** The name without what says nothing: {@code ./} in front, back slashes of other systems. */
  static String relative(String name) {
    var plain = name.indexOf('/') < 0 ? name.replace('\\', '/') : name;
    while (plain.startsWith("./")) {
      plain = plain.substring(2);
    }
    return plain;
  }
}
