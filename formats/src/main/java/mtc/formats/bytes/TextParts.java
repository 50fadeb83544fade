package mtc.formats.bytes;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.function.Supplier;
import mtc.source.Parts;

/**
 * A text in parts of whole lines, which are parsed on all cores and handed out in order.
 *
 * @param <P> what a part is parsed into
 */
public final class TextParts<P extends TextPart> implements Closeable {
  /** Small enough to stay in a core's cache with what comes out of it. */
  public static final int SIZE = 1 << 18;

  /** A text without a place to cut at for so many parts is not held in memory to find one. */
  private static final int LONGEST = 64;

  private static final long EVENTS = EightBytes.of("{\"events");
  private static final int EVENTS_LENGTH = Long.BYTES + 1;

  /** Where a text may be cut. */
  public enum Cut {
    /** Before any line. */
    LINE,
    /** Before a line that begins with a brace. */
    BRACE,
    /** Before {@code {"events"}, wherever it stands in a line. */
    EVENTS
  }

  private final InputStream in;
  private final Cut cutAt;
  private final int size;
  private final Parts<P> parts;

  /** What was read of the next part already. */
  private byte[] rest;

  private boolean hasBegun;
  private boolean atEnd;

  /** Why the text cannot be read any further; null as long as it can. */
  private IOException failure;

  /**
   * Parts of a text.
   *
   * @param head what was read of it already
   * @param cores how many there are; on one, nothing is done ahead
   */
  public TextParts(
      byte[] head, InputStream in, Cut cutAt, int size, int cores, Supplier<P> newPart) {
    this.rest = head;
    this.in = in;
    this.cutAt = cutAt;
    this.size = size;
    this.parts = new Parts<>(new Parsing(newPart), cores > 1 ? cores : 0);
  }

  /** The next part, parsed, or null after the last. */
  public P next() throws IOException {
    return parts.next();
  }

  /** All that is left, from the beginning of the part that was handed out last. */
  public InputStream fromCurrent() throws IOException {
    InputStream all = InputStream.nullInputStream();
    for (var part : parts.stop()) {
      all = new SequenceInputStream(all, new ByteArrayInputStream(part.bytes, 0, part.length));
    }
    all = new SequenceInputStream(all, new ByteArrayInputStream(rest));
    return new SequenceInputStream(all, failure == null ? in : failing());
  }

  private InputStream failing() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        throw failure;
      }
    };
  }

  @Override
  public void close() {
    parts.close();
  }

  private final class Parsing implements Parts.Work<P> {
    private final Supplier<P> newPart;

    Parsing(Supplier<P> newPart) {
      this.newPart = newPart;
    }

    @Override
    public P create() {
      return newPart.get();
    }

    @Override
    public boolean fill(P part) throws IOException {
      if (atEnd) {
        return false;
      }
      part.ensureCapacity(rest.length + size);
      System.arraycopy(rest, 0, part.bytes, 0, rest.length);
      part.length = rest.length;
      int cut;
      do {
        part.ensureCapacity(part.length + size);
        var read = read(part);
        part.length += read;
        atEnd = read < size;
        cut = atEnd ? part.length : lastCut(part.bytes, part.length);
      } while (cut == 0 && !atEnd && part.length < LONGEST * size);
      if (cut == 0) {
        cut = part.length;
      }
      rest = Arrays.copyOfRange(part.bytes, cut, part.length);
      part.length = cut;
      part.bytes[cut] = 0;
      part.isFirst = !hasBegun;
      part.isLast = atEnd;
      hasBegun = true;
      return part.length > 0;
    }

    private int read(P part) throws IOException {
      try {
        return in.readNBytes(part.bytes, part.length, size);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void process(P part) {
      part.parse();
    }
  }

  /** The last place to cut at, or 0. */
  private int lastCut(byte[] bytes, int length) {
    if (cutAt == Cut.EVENTS) {
      return lastEvents(bytes, length);
    }
    for (var at = length; at > 0; at--) {
      if (bytes[at - 1] == '\n' && (cutAt == Cut.LINE || at < length && bytes[at] == '{')) {
        return at;
      }
    }
    return 0;
  }

  private static int lastEvents(byte[] bytes, int length) {
    var at = length - EVENTS_LENGTH;
    while (at > 0 && (EightBytes.at(bytes, at) != EVENTS || bytes[at + EVENTS_LENGTH - 1] != '"')) {
      at--;
    }
    return Math.max(at, 0);
  }
}
