package mtc.formats.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.etcd.Request.Operations;
import mtc.history.HistoryBuilder;
import mtc.history.Scalars;
import mtc.source.Counted;
import mtc.source.InputException;

/** Reads requests and their answers, each together as one of the {@link Requests}. */
final class EtcdReader {
  /** The revision of an answer that need not be of the present. */
  private static final long OF_THE_PAST = -1;

  static final String FAILED_COMPARISON =
      "what a comparison that failed saw is only that it was something else";

  private final HistoryBuilder into;
  private final Requests requests = new Requests();
  private final List<String> files = new ArrayList<>();
  private final Request request = new Request();
  private int leftOut;
  private int old;

  EtcdReader(HistoryBuilder into) {
    this.into = into;
  }

  void read(InputStream in, String file) throws IOException {
    if (file != null) {
      files.add(file);
    }
    try (var parser = new RequestParser(in, request, into)) {
      while (parser.next()) {
        add();
      }
    }
  }

  private void add() throws InputException {
    if (request.asksForRange != request.type.equals("range")
        || request.asksForTransaction != request.type.equals("txn")) {
      throw request.wrong("what is asked for is not of the \"Type\" of the request");
    }
    switch (request.type) {
      case "range", "txn" -> {}
      case "leaseRevoke" ->
          throw request.wrong("a lease is revoked, which deletes keys that the log does not name");
      case "leaseGrant", "defragment", "compact" -> {
        leftOut++;
        return;
      }
      default -> throw request.wrong("the request is of a type that is not known");
    }
    var mayWrite = request.mayWrite();
    if (request.isOfThePast && !request.hasClientError && mayWrite) {
      throw request.wrong("a transaction writes, and reads a revision of the past");
    }
    if (!mayWrite
        && (request.isOfThePast || request.hasClientError || request.revision == OF_THE_PAST)) {
      old++;
      return;
    }
    var client = into.scalars().integer(request.client);
    requests.begin(client, files.size() - 1, request.call, request.returned, request.line);
    if (request.isAnswered() && !request.isPartial) {
      addAnswered();
    } else {
      if (request.isAnswered()) {
        into.relaxed("an answer has only a part of what its request saw");
      }
      addOpen();
    }
  }

  private void addAnswered() throws InputException {
    if (request.revision <= 0) {
      throw request.wrong("the answer has no \"Revision\" of the store");
    }
    request.checkResults();
    if (!request.failed) {
      comparisons();
    } else if (!isFailureExplained()) {
      into.relaxed(FAILED_COMPARISON);
    }
    operations(request.done(), true);
    requests.endAnswered(request.revision);
  }

  /** What it wrote, if anything, depends on what its comparisons saw. */
  private void addOpen() {
    comparisons();
    operations(request.success, false);
    requests.endOpen();
    if (request.failure.write()) {
      requests.beginOtherwise();
      operations(request.failure, false);
      requests.endOpen();
    }
  }

  private void comparisons() {
    for (var i = 0; i < request.conditionKeys.size(); i++) {
      var what =
          request.conditionVersions.get(i) > 0 ? Requests.SAW_SOMETHING : Requests.SAW_REVISION;
      requests.sight(
          what,
          request.conditionKeys.get(i),
          Scalars.NIL,
          request.conditionRevisions.get(i),
          request.conditionVersions.get(i));
    }
  }

  /** Whether the answer has something else of a key than what was compared to. */
  private boolean isFailureExplained() {
    var failure = request.failure;
    for (var o = 0; o < failure.size() && !failure.isWrite(o); o++) {
      for (var i = 0; i < request.conditionKeys.size(); i++) {
        if (failure.ends.get(o).isEmpty()
            && key(failure.keys.get(o)) == request.conditionKeys.get(i)
            && request.sawOther(o, i)) {
          return true;
        }
      }
    }
    return false;
  }

  private int key(String name) {
    return into.key(into.scalars().string(name));
  }

  private void operations(Operations of, boolean isAnswered) {
    for (var i = 0; i < of.size(); i++) {
      switch (of.types.get(i)) {
        case "put-operation" -> requests.part(Requests.PUT, key(of.keys.get(i)), of.values.get(i));
        case "delete-operation" -> delete(key(of.keys.get(i)), isAnswered, i);
        default -> {
          if (isAnswered) {
            seen(of, i);
          }
        }
      }
    }
  }

  private void delete(int key, boolean isAnswered, int result) {
    if (isAnswered && request.results.deleted.get(result) == 0) {
      requests.part(Requests.ABSENT, key, Scalars.NIL);
      return;
    }
    if (isAnswered) {
      requests.part(Requests.SAW_SOMETHING, key, Scalars.NIL);
    }
    requests.part(Requests.DELETE, key, Scalars.NIL);
  }

  /** Of a range of keys, what is not in the answer may be a key that nobody knows of yet. */
  private void seen(Operations of, int i) {
    var results = request.results;
    for (var at = results.first(i); at < results.ends.get(i); at++) {
      requests.sight(
          Requests.READ,
          key(results.keys.get(at)),
          results.values.get(at),
          results.mods.get(at),
          results.versions.get(at));
    }
    if (of.ends.get(i).isEmpty() && results.first(i) == results.ends.get(i)) {
      requests.part(Requests.ABSENT, key(of.keys.get(i)), Scalars.NIL);
    } else if (!of.ends.get(i).isEmpty()) {
      into.relaxed("of a range of keys only what was found is looked at, not what was missing");
    }
  }

  void finish() throws InputException {
    if (requests.size == 0) {
      throw InputException.of("there is no request in it that reads or writes keys");
    }
    OpenRequests.findRevisions(requests);
    var transactions = new RequestTransactions(requests, into);
    into.reservedInitialValue(Scalars.NIL);
    into.workload(null, "sser");
    transactions.addAll(files);
    if (leftOut > 0) {
      into.note(
          Counted.of(
              leftOut,
              "request",
              "that touches no key (leases, compaction, …) was left out",
              "that touch no key (leases, compaction, …) were left out"));
    }
    if (old > 0) {
      into.note(
          Counted.of(
              old,
              "read",
              "of a revision of the past was left out",
              "of a revision of the past were left out"));
    }
    if (!transactions.areInSessions) {
      into.note("requests of one client overlap, so that clients are no sessions");
    }
  }
}
