package mtc.workload;

import java.util.List;
import mtc.column.LongNumbers;
import mtc.history.Status;
import mtc.source.InputException;

/**
 * Dirty reads of documents (Crate's and Elasticsearch's {@code dirty-read}): ids are written one by
 * one, a read looks for one of them, and a strong read returns all that there are. What a read saw,
 * every strong read must have.
 */
final class DirtyRead implements SetCalls {
  @Override
  public String name() {
    return "dirty-read";
  }

  @Override
  public String level() {
    return "sser";
  }

  @Override
  public String reading() {
    return "every id is a key that a :write writes; a :read reads one (:fail is an answer: it is"
        + " not there), a :strong-read all of them; a :refresh changes nothing";
  }

  @Override
  public List<String> functions() {
    return List.of("read", "write", "refresh", "strong-read");
  }

  @Override
  public boolean recognises(Calls calls) {
    return calls.has("strong-read") || calls.has("refresh");
  }

  /**
   * Whether these may be its calls as well as those of a register: a test that was cut short has no
   * strong read, and there are logs of registers whose invocations say what will be read. Ids are
   * written once.
   */
  static boolean mayBeCutShort(Calls calls) {
    var written = new LongNumbers();
    return calls.hasOnly("read", "write")
        && calls.any(DirtyRead::isAnsweredRead)
        && calls.all("read", DirtyRead::looksForOne)
        && calls.all("write", call -> isId(call.asked()) && written.add(call.asked().code[0]));
  }

  /** A failure is an answer here, and none in a register. */
  private static boolean isAnsweredRead(Call call) {
    return call.function.equals("read") && found(call) != null;
  }

  private static boolean looksForOne(Call read) {
    return isId(read.invoked)
        && (!read.isOk() || isId(read.answered) && read.answered.code[0] == read.invoked.code[0]);
  }

  private static boolean isId(Value value) {
    return value.size == 1 && value.isScalar(0) && !value.isNil(0);
  }

  @Override
  public Does does(Call call) throws InputException {
    return switch (call.function) {
      case "write" -> Does.ADD;
      case "read" -> Does.LOOK;
      case "strong-read" -> Does.READ_ALL;
      case "refresh" -> Does.NOTHING;
      default -> throw call.error("expected :read, :write, :refresh or :strong-read");
    };
  }

  @Override
  public int element(Call call, Transactions out) throws InputException {
    if (!call.asked().isScalar(0)) {
      throw call.error("expected an id, found " + call.asked().describe(0, out.scalars));
    }
    return call.asked().scalar(0, out.scalars);
  }

  /** A read that failed with an error does not say whether the id was there. */
  @Override
  public Boolean isFound(Call call) {
    return found(call);
  }

  private static Boolean found(Call call) {
    if (call.isOk()) {
      return true;
    }
    return call.status == Status.ABORTED && !call.hasError ? false : null;
  }

  @Override
  public int elements(Call call, Transactions out) throws InputException {
    return GrowingSet.elements(call, false, out);
  }
}
