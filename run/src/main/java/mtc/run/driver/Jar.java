package mtc.run.driver;

/**
 * A jar of Maven Central.
 *
 * @param sha256 what it must hash to, in hexadecimal; {@code -} if that is not known
 */
record Jar(String group, String artifact, String version, String sha256) {
  /** What Maven calls it. */
  String coordinates() {
    return String.join(":", group, artifact, version);
  }

  String fileName() {
    return artifact + "-" + version + ".jar";
  }
}
