package mtc.workload;

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
  public boolean recognises(Calls calls) {
    return calls.has("strong-read") && calls.hasOnly("read", "write", "refresh", "strong-read");
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
