package mtc.run.keyvalue;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;

/**
 * Redis and Valkey. With {@code watch}, a transaction watches what it reads, and EXEC does nothing
 * if somebody changed it; with {@code multi} it does not watch, which promises nothing for its
 * reads.
 */
public final class Redis implements Store {
  private static final String WATCH = "watch";
  private static final List<Claim> CLAIMS =
      List.of(
          new Claim(
              WATCH, "ser", "https://redis.io/docs/latest/develop/using-commands/transactions/"));
  private static final int PORT = 6379;
  private static final int ANSWER_MILLIS = 10_000;

  private final URI primary;
  private final URI replica;
  private final String isolation;
  private final String prefix;
  private String product = "Redis";
  private boolean isMade;

  /**
   * A server.
   *
   * @param readUrl where transactions that only read go to; null for the same
   * @param prefix what the names of keys begin with
   */
  public Redis(String url, String readUrl, String isolation, String prefix) throws StoreException {
    this.primary = URI.create(url);
    this.replica = readUrl == null ? primary : URI.create(readUrl);
    this.isolation = isolation == null ? WATCH : isolation;
    this.prefix = prefix + ":";
    if (!this.isolation.equals(WATCH) && !this.isolation.equals("multi")) {
      throw StoreException.noIsolation("Redis", isolation, "watch and multi");
    }
  }

  @Override
  public String describe() {
    return product + ", " + isolation;
  }

  @Override
  public Claim claim() {
    return isolation.equals(WATCH) ? CLAIMS.getFirst() : null;
  }

  /** A key of its own says that a run uses it. */
  @Override
  public void prepare(boolean replace) throws StoreException {
    try (var connection = open(primary)) {
      for (var line : String.valueOf(connection.call("INFO", "server")).split("\r\n")) {
        if (line.startsWith("redis_version:")) {
          product = "Redis " + line.substring("redis_version:".length());
        }
      }
      if (replace) {
        removeKeys(connection);
      }
      if (connection.call("SET", prefix + "run", "1", "NX") == null) {
        throw StoreException.taken("a key " + prefix + "run");
      }
      isMade = true;
    } catch (IOException e) {
      throw new StoreException(primary.toString(), e);
    }
  }

  private static Resp open(URI at) throws IOException {
    var connection = new Resp(at.getHost(), at.getPort() < 0 ? PORT : at.getPort(), ANSWER_MILLIS);
    var user = at.getUserInfo();
    if (user != null) {
      var words = user.split(":", 2);
      if (words[0].isEmpty()) {
        connection.call("AUTH", words[1]);
      } else {
        connection.call("AUTH", words[0], words[1]);
      }
    }
    var database = at.getPath() == null ? "" : at.getPath().replace("/", "");
    if (!database.isEmpty()) {
      connection.call("SELECT", database);
    }
    return connection;
  }

  private void removeKeys(Resp connection) throws IOException {
    var cursor = "0";
    do {
      var page = (List<?>) connection.call("SCAN", cursor, "MATCH", prefix + "*", "COUNT", "1000");
      cursor = (String) page.get(0);
      for (var key : (List<?>) page.get(1)) {
        connection.call("DEL", (String) key);
      }
    } while (!cursor.equals("0"));
  }

  @Override
  public Client connect(int session, boolean reads) throws StoreException {
    var at = reads ? replica : primary;
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
    try (var connection = open(primary)) {
      removeKeys(connection);
    } catch (IOException e) {
      throw new StoreException("the keys cannot be deleted from " + primary, e);
    }
  }

  private final class Session implements Client {
    private final Resp connection;

    Session(Resp connection) {
      this.connection = connection;
    }

    @Override
    public Outcome run(Transaction transaction) {
      var isCommitSent = false;
      try {
        read(transaction);
        transaction.mayPause(transaction.size());
        connection.call("MULTI");
        write(transaction);
        isCommitSent = true;
        return connection.call("EXEC") == null
            ? Outcome.rolledBack("somebody changed what was watched")
            : Outcome.COMMITTED;
      } catch (Resp.ErrorReply e) {
        // EXECABORT says that nothing was done; other errors do not come from EXEC itself.
        var isCertain = !isCommitSent || e.getMessage().startsWith("EXECABORT");
        return Outcome.broken(isCertain, e.getMessage());
      } catch (IOException | RuntimeException e) {
        return Outcome.broken(!isCommitSent, StoreException.oneLine(e));
      }
    }

    private void read(Transaction transaction) throws IOException {
      for (var i = 0; i < transaction.size(); i++) {
        if (transaction.kind(i) != Transaction.Kind.READ) {
          continue;
        }
        transaction.mayPause(i);
        if (transaction.sawOwnWrite(i)) {
          continue;
        }
        var key = prefix + transaction.key(i);
        if (isolation.equals(WATCH)) {
          connection.call("WATCH", key);
        }
        if (transaction.hasLists()) {
          var elements = (List<?>) connection.call("LRANGE", key, "0", "-1");
          transaction.sawListBeforeOwn(
              i, elements.stream().mapToLong(e -> Long.parseLong((String) e)).toArray());
        } else {
          var value = (String) connection.call("GET", key);
          if (value == null) {
            transaction.sawNothing(i);
          } else {
            transaction.saw(i, Long.parseLong(value));
          }
        }
      }
    }

    private void write(Transaction transaction) throws IOException {
      for (var i = 0; i < transaction.size(); i++) {
        var key = prefix + transaction.key(i);
        var value = Integer.toString(transaction.value(i));
        switch (transaction.kind(i)) {
          case READ -> {}
          case WRITE -> connection.call("SET", key, value);
          case APPEND -> connection.call("RPUSH", key, value);
        }
      }
    }

    @Override
    public void close() {
      connection.close();
    }
  }
}
