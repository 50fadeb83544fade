package mtc.run.driver;

/**
 * A jar of Maven Central.
 *
 * @param sha256 what it must hash to, in hexadecimal; {@code -} if that is not known
 */
record Jar(String group, String artifact, String version, String sha256) {
  String fileName() {
    return artifact + "-" + version + ".jar";
  }
}
