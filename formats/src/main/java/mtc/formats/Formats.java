package mtc.formats;

import java.util.List;

/** All formats, in the order in which they are tried. */
public final class Formats {
  public static final List<Format> ALL = List.of();

  private Formats() {}
}
