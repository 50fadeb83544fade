package mtc.cli;

import picocli.CommandLine.IVersionProvider;

/** The version and the commit, as the build wrote them down. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"mtc " + describe()};
  }

  static String describe() {
    return Build.COMMIT.isEmpty() ? Build.VERSION : Build.VERSION + " (" + Build.COMMIT + ")";
  }
}
