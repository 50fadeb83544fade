package mtc.run.keyvalue;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import mtc.run.keyvalue.Cql.Consistency;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;

/**
 * Cassandra, whose transactions are on one key: a read, then with {@code lwt} an insert if there is
 * nothing or an update if what was read is still there; with {@code quorum} an update, whatever is
 * there.
 */
public final class Cassandra implements Store {
  private static final Claim LWT =
      new Claim(
          "lwt",
          "lin",
          "https://cassandra.apache.org/doc/latest/cassandra/architecture/guarantees.html");
  private static final int PORT = 9042;
  private static final int ANSWER_MILLIS = 20_000;
  private static final int MOST_REPLICAS = 3;

  private final List<URI> nodes;
  private final List<URI> readNodes;
  private final boolean isLightweight;
  private final String keyspace;
  private String product = "Cassandra";
  private boolean isMade;

  /**
   * A cluster.
   *
   * @param url of one of its nodes, or of several, with commas between them, which the sessions are
   *     spread over
   * @param readUrl of the nodes that transactions which only read go to; null for the same
   * @param keyspace of its own
   */
  public Cassandra(String url, String readUrl, String isolation, String keyspace)
      throws StoreException {
    this.nodes = nodes(url);
    this.readNodes = readUrl == null ? nodes : nodes(readUrl);
    this.keyspace = keyspace;
    this.isLightweight = isolation == null || isolation.equals(LWT.isolation());
    if (!isLightweight && !isolation.equals("quorum")) {
      throw StoreException.noIsolation("Cassandra", isolation, "lwt and quorum");
    }
  }

  private static List<URI> nodes(String url) {
    return Stream.of(url.replaceFirst("^cassandra://", "").split(","))
        .map(node -> URI.create("cassandra://" + node))
        .toList();
  }

  @Override
  public String describe() {
    return product + ", " + (isLightweight ? "lwt" : "quorum");
  }

  @Override
  public Claim claim() {
    return isLightweight ? LWT : null;
  }

  private static Cql open(URI at) throws IOException {
    return Cql.open(at.getHost(), at.getPort() < 0 ? PORT : at.getPort(), ANSWER_MILLIS);
  }

  @Override
  public void prepare(boolean replace) throws StoreException {
    var node = nodes.getFirst();
    try (var connection = open(node)) {
      var versions = connection.query("SELECT release_version FROM system.local", Consistency.ONE);
      product = "Cassandra " + Cql.toText(versions.getFirst().getFirst());
      var peers = connection.query("SELECT peer FROM system.peers", Consistency.ONE).size();
      if (replace) {
        drop(connection);
      }
      make(connection, Math.min(peers + 1, MOST_REPLICAS));
      isMade = true;
    } catch (IOException e) {
      throw new StoreException(node.toString(), e);
    }
  }

  private void make(Cql connection, int replicas) throws IOException, StoreException {
    try {
      connection.query(
          "CREATE KEYSPACE "
              + keyspace
              + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
              + replicas
              + "}",
          Consistency.ONE);
    } catch (Cql.ErrorReply e) {
      if (e.code != Cql.ALREADY_EXISTS) {
        throw e;
      }
      throw StoreException.taken("a keyspace " + keyspace);
    }
    connection.query(
        "CREATE TABLE " + keyspace + ".kv (k int PRIMARY KEY, v int)", Consistency.ONE);
  }

  private void drop(Cql connection) throws IOException {
    connection.query("DROP KEYSPACE IF EXISTS " + keyspace, Consistency.ONE);
  }

  @Override
  public Client connect(int session, boolean reads) throws StoreException {
    var among = reads ? readNodes : nodes;
    var at = among.get(session % among.size());
    try {
      return new Session(open(at));
    } catch (IOException e) {
      throw new StoreException(at.toString(), e);
    }
  }

  @Override
  public void close() throws StoreException {
    if (!isMade) {
      return;
    }
    var node = nodes.getFirst();
    try (var connection = open(node)) {
      drop(connection);
    } catch (IOException e) {
      throw new StoreException("the keyspace cannot be dropped from " + node, e);
    }
  }

  private final class Session implements Client {
    private final Cql connection;

    Session(Cql connection) {
      this.connection = connection;
    }

    /** A read and perhaps a write, both of the same key. */
    @Override
    public Outcome run(Transaction transaction) {
      var isCommitSent = false;
      try {
        transaction.mayPause(0);
        read(transaction);
        if (transaction.isReadOnly()) {
          return Outcome.COMMITTED;
        }
        transaction.mayPause(1);
        isCommitSent = true;
        var answer = connection.query(write(transaction), Consistency.QUORUM);
        return !isLightweight || answer.getFirst().getFirst()[0] != 0
            ? Outcome.COMMITTED
            : Outcome.rolledBack("somebody changed what was read");
      } catch (Cql.ErrorReply e) {
        // The connection is as good as before; after an unknown end it is another client's.
        return isCommitSent && !e.isRefusal()
            ? Outcome.broken(false, e.getMessage())
            : Outcome.rolledBack(e.getMessage());
      } catch (IOException | RuntimeException e) {
        return Outcome.broken(!isCommitSent, StoreException.oneLine(e));
      }
    }

    private void read(Transaction transaction) throws IOException {
      var rows =
          connection.query(
              "SELECT v FROM " + keyspace + ".kv WHERE k = " + transaction.key(0),
              isLightweight ? Consistency.SERIAL : Consistency.QUORUM);
      if (rows.isEmpty()) {
        transaction.sawNothing(0);
      } else {
        transaction.saw(0, Cql.toInt(rows.getFirst().getFirst()));
      }
    }

    private String write(Transaction transaction) {
      var key = transaction.key(1);
      var value = transaction.value(1);
      if (isLightweight && !transaction.hasSeen(0)) {
        return "INSERT INTO "
            + keyspace
            + ".kv (k, v) VALUES ("
            + key
            + ", "
            + value
            + ") IF NOT EXISTS";
      }
      return "UPDATE "
          + keyspace
          + ".kv SET v = "
          + value
          + " WHERE k = "
          + key
          + (isLightweight ? " IF v = " + transaction.seen(0) : "");
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
