package mtc.formats.bytes;

import java.util.Arrays;

/** Some whole lines of a text, as {@link TextParts} cuts it. */
public abstract class TextPart {
  /** So many bytes after the last may be looked at; the first of them is 0. */
  public static final int MARGIN = 16;

  public byte[] bytes = {};
  public int length;

  /** Whether the text has nothing before it. */
  public boolean isFirst;

  /** Whether the text has nothing after it. */
  public boolean isLast;

  /** Makes room for so many bytes and the margin. */
  public final void ensureCapacity(int capacity) {
    if (bytes.length < capacity + MARGIN) {
      bytes = Arrays.copyOf(bytes, capacity + capacity / 8 + MARGIN);
    }
  }

  /** Parses the bytes; whatever is wrong with them is found again by who reads all that is left. */
  protected abstract void parse();
}
