package mtc.formats.jepsen;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import mtc.formats.bytes.TextParts;
import mtc.history.Scalars;
import tools.jackson.core.JacksonException;

/**
 * The operations of a long history, parsed on all cores: the input is cut into parts where a line
 * begins with a brace, and what comes out of the parts is put together again in order.
 *
 * <p>Such a line need not begin an operation: it may be inside a string, or a map may go on there.
 * But a part that is parsed to its end, from outside of any form to outside of any form, was cut in
 * the right places. If a part is not, for that reason or because something is wrong with the input,
 * everything from its beginning on is read in one piece.
 */
final class ParallelOperations implements OperationSource {
  private final Listing listing;
  private final Scalars scalars;
  private final TextParts<OperationBatch> parts;
  private OperationBatch current;
  private long linesBefore;

  /** Reads what is left, once it cannot be cut. */
  private OperationParser inOnePiece;

  private ParallelOperations(Listing listing, Scalars scalars, TextParts<OperationBatch> parts) {
    this.listing = listing;
    this.scalars = scalars;
    this.parts = parts;
  }

  /** The operations of an input; one that is short, or an EDN vector, is read in one piece. */
  static OperationSource of(InputStream in, boolean isEdn, Scalars scalars, int cores)
      throws IOException {
    return of(in, isEdn, scalars, cores, TextParts.SIZE);
  }

  static OperationSource of(InputStream in, boolean isEdn, Scalars scalars, int cores, int partSize)
      throws IOException {
    var head = in.readNBytes(partSize);
    var listing = Listing.of(head, isEdn);
    if (head.length < partSize || listing == Listing.OTHER || scalars.limits().areTight()) {
      var all = new SequenceInputStream(new ByteArrayInputStream(head), in);
      return new OperationParser(Tokens.of(all, isEdn, scalars));
    }
    var parts =
        new TextParts<>(
            head,
            in,
            TextParts.Cut.BRACE,
            partSize,
            cores,
            () -> new OperationBatch(listing, scalars.limits()));
    return new ParallelOperations(listing, scalars, parts);
  }

  @Override
  public boolean next(Operation into) throws IOException {
    while (inOnePiece == null) {
      if (current != null && current.next(into, linesBefore, scalars)) {
        return true;
      }
      if (!nextPart()) {
        return false;
      }
    }
    return inOnePiece.next(into);
  }

  @Override
  public int keysAhead(int[] keys) {
    return inOnePiece == null && current != null ? current.keysAhead(keys) : 0;
  }

  /** Goes on to the next part; false at the end. */
  private boolean nextPart() throws IOException {
    linesBefore += current == null ? 0 : current.lines;
    current = parts.next();
    if (current != null && !current.isWhole) {
      var rest = parts.fromCurrent();
      inOnePiece = new OperationParser(listing.rest(rest, linesBefore, current.isFirst, scalars));
    }
    return current != null;
  }

  /** Whether some of it could not be read in parts. */
  boolean wasReadInOnePiece() {
    return inOnePiece != null;
  }

  @Override
  public IOException asInputError(JacksonException e) {
    return inOnePiece.asInputError(e);
  }

  @Override
  public void close() {
    parts.close();
  }
}
