package mtc.formats.jepsen;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
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
  /** Small enough to stay in a core's cache, large enough that a thread for each costs nothing. */
  private static final int PART = 1 << 20;

  /** An input without a place to cut at for so many parts is not held in memory to find one. */
  private static final int LONGEST = 16;

  private final InputStream in;
  private final Listing listing;
  private final Scalars scalars;
  private final int ahead;
  private final int partSize;
  private final ArrayDeque<FutureTask<OperationBatch>> running = new ArrayDeque<>();
  private final ArrayDeque<OperationBatch> free = new ArrayDeque<>();
  private final ArrayDeque<OperationBatch> unread = new ArrayDeque<>();

  /** What was read of the next part already. */
  private byte[] rest = {};

  private boolean hasBegun;
  private boolean atEnd;
  private OperationBatch current;
  private long linesBefore;

  /** Reads what is left, once it cannot be cut. */
  private OperationParser inOnePiece;

  private ParallelOperations(
      InputStream in, Listing listing, Scalars scalars, int cores, int partSize) {
    this.in = in;
    this.listing = listing;
    this.partSize = partSize;
    this.scalars = scalars;
    this.ahead = cores + 1;
  }

  /** The operations of an input; one that is short, or an EDN vector, is read in one piece. */
  static OperationSource of(InputStream in, boolean isEdn, Scalars scalars, int cores)
      throws IOException {
    return of(in, isEdn, scalars, cores, PART);
  }

  static OperationSource of(InputStream in, boolean isEdn, Scalars scalars, int cores, int partSize)
      throws IOException {
    var head = in.readNBytes(partSize);
    var listing = Listing.of(head, isEdn);
    if (head.length < partSize || listing == Listing.OTHER) {
      var all = new SequenceInputStream(new ByteArrayInputStream(head), in);
      return new OperationParser(Tokens.of(all, isEdn, scalars));
    }
    var operations = new ParallelOperations(in, listing, scalars, cores, partSize);
    operations.rest = head;
    return operations;
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

  /** Goes on to the next part; false at the end. */
  private boolean nextPart() throws IOException {
    if (current != null) {
      linesBefore += current.lines;
      free.add(current);
      current = null;
    }
    while (running.size() < ahead && startPart()) {}
    if (running.isEmpty()) {
      return false;
    }
    var part = await(running.remove());
    if (part.isWhole) {
      current = part;
    } else {
      readInOnePiece(part);
    }
    return true;
  }

  private boolean startPart() throws IOException {
    if (atEnd) {
      return false;
    }
    var part = free.isEmpty() ? new OperationBatch() : free.remove();
    part.listing = listing;
    part.isFirst = !hasBegun;
    fill(part);
    part.isLast = atEnd;
    if (part.length == 0) {
      return false;
    }
    hasBegun = true;
    var task = new FutureTask<>(part::parse);
    running.add(task);
    Thread.ofPlatform().daemon().start(task);
    return true;
  }

  private void fill(OperationBatch part) throws IOException {
    part.ensureCapacity(rest.length + partSize);
    System.arraycopy(rest, 0, part.bytes, 0, rest.length);
    part.length = rest.length;
    int cut;
    do {
      part.ensureCapacity(part.length + partSize);
      var read = in.readNBytes(part.bytes, part.length, partSize);
      part.length += read;
      atEnd = read < partSize;
      cut = atEnd ? part.length : lastCut(part.bytes, part.length);
    } while (cut == 0 && part.length < LONGEST * partSize);
    if (cut == 0) {
      cut = part.length;
    }
    rest = Arrays.copyOfRange(part.bytes, cut, part.length);
    part.length = cut;
  }

  /** Where the last line begins that begins with a brace, or 0. */
  private static int lastCut(byte[] bytes, int length) {
    for (var at = length - 1; at > 0; at--) {
      if (bytes[at] == '{' && bytes[at - 1] == '\n') {
        return at;
      }
    }
    return 0;
  }

  static OperationBatch await(FutureTask<OperationBatch> task) {
    try {
      return task.get();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void readInOnePiece(OperationBatch from) throws IOException {
    unread.add(from);
    while (!running.isEmpty()) {
      unread.add(await(running.remove()));
    }
    InputStream all = InputStream.nullInputStream();
    for (var part : unread) {
      all = new SequenceInputStream(all, new ByteArrayInputStream(part.bytes, 0, part.length));
    }
    all = new SequenceInputStream(all, new ByteArrayInputStream(rest));
    all = new SequenceInputStream(all, in);
    inOnePiece = new OperationParser(listing.rest(all, linesBefore, from.isFirst, scalars));
  }

  /** Whether some of it could not be read in parts. */
  boolean wasReadInOnePiece() {
    return inOnePiece != null;
  }

  @Override
  public IOException asInputError(JacksonException e) {
    return inOnePiece.asInputError(e);
  }
}
