package mtc.edn;

import java.io.IOException;
import java.io.InputStream;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.base.ParserMinimalBase;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.io.ContentReference;
import tools.jackson.core.io.IOContext;

/**
 * The bytes under the parser, where in the input they are, and what is wrong with them.
 *
 * <p>A token is always whole and contiguous in the buffer: at the buffer's end the unfinished token
 * is moved to its front, and the buffer grows for one that does not fit. The byte after the last is
 * always zero, which ends every scanning loop, so that no loop compares with the end.
 */
abstract class EdnBuffer extends ParserMinimalBase {
  private final InputStream in;
  private boolean atEnd;

  byte[] buf;

  /** The next byte to look at, and the end of what is there, where a zero is. */
  int ptr;

  int end;

  /** Offset in the input of {@code buf[0]}. */
  private long base;

  /** Where the current token begins in {@link #buf}; what follows survives {@link #more}. */
  int tokenStart;

  /** Where the composite key that is being captured begins, or -1. It survives too. */
  int mark = -1;

  private long markLine;
  private long markLineStart;

  long line = 1;

  /** Offset in the input of the first byte of {@link #line}. */
  long lineStart;

  long tokenLine = 1;
  private long tokenLineStart;

  EdnBuffer(ObjectReadContext readContext, IOContext io, int features, InputStream in, int size) {
    super(readContext, io, features);
    this.in = in;
    this.buf = new byte[size + 1];
  }

  /** Over bytes that stay where they are; the one after the last is used up. */
  EdnBuffer(ObjectReadContext readContext, IOContext io, int features, byte[] bytes, int length) {
    super(readContext, io, features);
    this.in = InputStream.nullInputStream();
    this.buf = bytes;
    this.end = length;
    this.atEnd = true;
    buf[length] = 0;
    if (_streamReadConstraints.hasMaxDocumentLength()) {
      constrain(length, DOCUMENT);
    }
  }

  /** A token begins at {@code p}. */
  final void begin(int p) {
    tokenStart = p;
    tokenLine = line;
    tokenLineStart = lineStart;
  }

  final void markToken() {
    mark = tokenStart;
    markLine = tokenLine;
    markLineStart = tokenLineStart;
  }

  /** The current token is all that was read since {@link #markToken}. */
  final void widenTokenToMark() {
    tokenStart = mark;
    tokenLine = markLine;
    tokenLineStart = markLineStart;
    mark = -1;
  }

  /** The byte before {@code p} was a line feed. */
  final void newline(int p) {
    line++;
    lineStart = base + p;
  }

  final long offset(int p) {
    return base + p;
  }

  /**
   * Reads at least one more byte and returns true, or returns false at the end of the input. Moves
   * {@link #buf}'s content: {@link #ptr}, {@link #tokenStart} and {@link #mark} move along, other
   * indices are void.
   */
  final boolean more() {
    if (atEnd) {
      return false;
    }
    if (mark >= 0) {
      constrain(end - mark, NAME);
    }
    if (end == buf.length - 1) {
      makeRoom();
    }
    int n = read();
    if (n < 0) {
      atEnd = true;
      return false;
    }
    end += n;
    buf[end] = 0;
    if (_streamReadConstraints.hasMaxDocumentLength()) {
      constrain(base + end, DOCUMENT);
    }
    return true;
  }

  private int read() {
    try {
      int n = in.read(buf, end, buf.length - 1 - end);
      if (n == 0) {
        throw error("the input stream returned no bytes though it was asked for some", ptr);
      }
      return n;
    } catch (IOException e) {
      throw _wrapIOFailure(e);
    }
  }

  private void makeRoom() {
    int keep = mark < 0 ? tokenStart : Math.min(mark, tokenStart);
    int kept = end - keep;
    // Making room in small steps would cost the square of a long token's length.
    var target = kept > (buf.length - 1) / 2 ? larger() : buf;
    System.arraycopy(buf, keep, target, 0, kept);
    buf = target;
    base += keep;
    ptr -= keep;
    end = kept;
    buf[end] = 0;
    tokenStart -= keep;
    if (mark >= 0) {
      mark -= keep;
    }
  }

  private byte[] larger() {
    long size = Math.min(2L * buf.length + 14, Integer.MAX_VALUE - 16);
    if (size <= buf.length) {
      throw error("a form of more than 2 GB", tokenStart);
    }
    return new byte[(int) size];
  }

  /** True if {@code n} bytes are there from {@link #ptr}. */
  final boolean has(int n) {
    while (end - ptr < n) {
      if (!more()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The length of the UTF-8 sequence at {@link #ptr}, which begins with a byte above 127. Fails if
   * it is none: overlong, a surrogate, above U+10FFFF, cut short.
   */
  final int utf8Length() {
    int first = buf[ptr] & 0xFF;
    int n = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (n == 0 || !has(n)) {
      throw notUtf8();
    }
    int second = buf[ptr + 1] & 0xFF;
    int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      throw notUtf8();
    }
    for (int i = 2; i < n; i++) {
      if ((buf[ptr + i] & 0xC0) != 0x80) {
        throw notUtf8();
      }
    }
    return n;
  }

  private StreamReadException notUtf8() {
    return error(
        "byte 0x%02X at offset %d is not UTF-8".formatted(buf[ptr] & 0xFF, offset(ptr)), ptr);
  }

  /** The character at {@code p}, for messages and classification; the bytes are valid UTF-8. */
  final int codePoint(int p, int length) {
    return NameTable.decode(buf, p, length).codePointAt(0);
  }

  // Where it is

  static TokenStreamLocation location(ContentReference source, long offset, long row, long col) {
    return new TokenStreamLocation(
        source,
        offset,
        -1,
        (int) Math.min(row, Integer.MAX_VALUE),
        (int) Math.min(col, Integer.MAX_VALUE));
  }

  @Override
  public TokenStreamLocation currentTokenLocation() {
    return location(_ioContext.contentReference(), offset(tokenStart), tokenLine, tokenColumn());
  }

  @Override
  public TokenStreamLocation currentLocation() {
    return locationOf(ptr);
  }

  private TokenStreamLocation locationOf(int p) {
    return location(_ioContext.contentReference(), offset(p), line, offset(p) - lineStart + 1);
  }

  /** The line of the current token, from 1; lines end with a line feed. Costs nothing. */
  public final long tokenLine() {
    return tokenLine;
  }

  /** The column of the current token, from 1, in bytes. */
  public final long tokenColumn() {
    return offset(tokenStart) - tokenLineStart + 1;
  }

  /** The offset in the input of the current token's first byte. */
  public final long tokenOffset() {
    return offset(tokenStart);
  }

  // What is wrong with it

  /** An error at {@code p}, which is in the line that was reached. */
  final StreamReadException error(String message, int p) {
    return new StreamReadException(this, message, locationOf(p));
  }

  /** An error that is the current token's. */
  final StreamReadException tokenError(String message) {
    return new StreamReadException(this, message, currentTokenLocation());
  }

  final StreamReadException endError(String message) {
    ptr = end;
    return new UnexpectedEndOfInputException(this, null, message);
  }

  static final int DOCUMENT = 0;
  static final int NAME = 1;
  static final int TEXT = 2;
  static final int NUMBER = 3;
  static final int DEPTH = 4;

  /** Applies one of Jackson's limits, and says where it was exceeded. */
  final void constrain(long size, int what) {
    var limits = _streamReadConstraints;
    try {
      int length = (int) Math.min(size, Integer.MAX_VALUE);
      switch (what) {
        case DOCUMENT -> limits.validateDocumentLength(size);
        case NAME -> limits.validateNameLength(length);
        case TEXT -> limits.validateStringLength(length);
        case NUMBER -> limits.validateIntegerLength(length);
        default -> limits.validateNestingDepth(length);
      }
    } catch (StreamConstraintsException e) {
      throw new StreamConstraintsException(e.getOriginalMessage(), currentTokenLocation());
    }
  }

  // Life cycle

  @Override
  public Object streamReadInputSource() {
    return in;
  }

  @Override
  protected void _closeInput() throws IOException {
    if (_ioContext.isResourceManaged() || isEnabled(StreamReadFeature.AUTO_CLOSE_SOURCE)) {
      in.close();
    }
  }

  /** The buffer stays: the last token can still be asked for its text and place. */
  @Override
  protected void _releaseBuffers() {
    atEnd = true;
    ptr = end;
  }
}
