package mtc.cli;

import java.util.Locale;

/** When to do what suits a terminal: colours, progress. */
public enum When {
  AUTO,
  NEVER,
  ALWAYS;

  /** As it is spelt on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
