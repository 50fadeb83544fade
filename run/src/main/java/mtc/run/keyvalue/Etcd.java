package mtc.run.keyvalue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.store.Store;
import mtc.run.store.StoreException;
import mtc.run.workload.Transaction;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * etcd, through its gateway for JSON: reads, then one transaction that compares the revisions of
 * all that was read and puts.
 */
public final class Etcd implements Store {
  private static final Claim CLAIM =
      new Claim("txn", "sser", "https://etcd.io/docs/v3.5/learning/api_guarantees/");
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final JsonFactory JSON = new JsonFactory();

  private final URI primary;
  private final URI replica;
  private final String prefix;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private String product = "etcd";
  private boolean isMade;

  public Etcd(String url, String readUrl, String isolation, String prefix) throws StoreException {
    this.primary = URI.create(url.replaceFirst("^etcd:", "http:"));
    this.replica = readUrl == null ? primary : URI.create(readUrl.replaceFirst("^etcd:", "http:"));
    this.prefix = prefix + "/";
    if (isolation != null && !isolation.equals(CLAIM.isolation())) {
      throw StoreException.noIsolation("etcd", isolation, "txn");
    }
  }

  @Override
  public String describe() {
    return product;
  }

  @Override
  public Claim claim() {
    return CLAIM;
  }

  @Override
  public void prepare(boolean replace) throws StoreException {
    try {
      var version =
          http.send(get(primary.resolve("/version")), HttpResponse.BodyHandlers.ofString());
      product = "etcd " + fields(version.body()).getOrDefault("etcdserver", "");
      if (replace) {
        removeKeys();
      }
      var taken = call(primary, "range", "{" + range() + ",\"count_only\":true}");
      if (!taken.getOrDefault("count", "0").equals("0")) {
        throw StoreException.taken("a key that begins with " + prefix);
      }
      isMade = true;
    } catch (IOException e) {
      throw new StoreException(primary.toString(), e);
    } catch (InterruptedException e) {
      throw new StoreException("interrupted");
    }
  }

  private static HttpRequest get(URI at) {
    return HttpRequest.newBuilder(at).timeout(ANSWER).build();
  }

  /** From the first key with the prefix to the first one after them. */
  private String range() {
    var end =
        prefix.substring(0, prefix.length() - 1) + (char) (prefix.charAt(prefix.length() - 1) + 1);
    return "\"key\":\"" + base64(prefix) + "\",\"range_end\":\"" + base64(end) + "\"";
  }

  private void removeKeys() throws IOException, InterruptedException {
    call(primary, "deleterange", "{" + range() + "}");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The scalar fields of the answer, at whatever depth. */
  private Map<String, String> call(URI server, String method, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(server.resolve("/v3/kv/" + method))
            .timeout(ANSWER)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + ": " + answer.body().strip());
    }
    return fields(answer.body());
  }

  private static Map<String, String> fields(String json) {
    var fields = new HashMap<String, String>();
    try (var in = JSON.createParser(ObjectReadContext.empty(), json)) {
      for (var token = in.nextToken(); token != null; token = in.nextToken()) {
        if (token.isScalarValue() && in.currentName() != null) {
          fields.put(in.currentName(), token == JsonToken.VALUE_NULL ? "" : in.getString());
        }
      }
    }
    return fields;
  }

  @Override
  public Client connect(int session, boolean reads) throws StoreException {
    var server = reads ? replica : primary;
    try {
      http.send(get(server.resolve("/version")), HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      throw new StoreException(server.toString(), e);
    } catch (InterruptedException e) {
      throw new StoreException("interrupted");
    }
    return new Session(server);
  }

  @Override
  public void close() throws StoreException {
    try (http) {
      if (isMade) {
        removeKeys();
      }
    } catch (IOException e) {
      throw new StoreException("the keys cannot be deleted from " + primary, e);
    } catch (InterruptedException e) {
      throw new StoreException("interrupted");
    }
  }

  private final class Session implements Client {
    private final URI server;

    Session(URI server) {
      this.server = server;
    }

    @Override
    public Outcome run(Transaction transaction) {
      var isCommitSent = false;
      try {
        var compares = new ArrayList<String>();
        for (var i = 0; i < transaction.size(); i++) {
          if (transaction.kind(i) == Transaction.Kind.READ) {
            transaction.mayPause(i);
            if (!transaction.sawOwnWrite(i)) {
              compares.add(read(transaction, i));
            }
          }
        }
        transaction.mayPause(transaction.size());
        isCommitSent = true;
        var answer = call(server, "txn", commit(transaction, compares));
        return answer.getOrDefault("succeeded", "false").equals("true")
            ? Outcome.COMMITTED
            : Outcome.rolledBack("somebody changed what was read");
      } catch (IOException | RuntimeException e) {
        return Outcome.broken(!isCommitSent, StoreException.oneLine(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Outcome.broken(!isCommitSent, "interrupted");
      }
    }

    /** Reads, and gives back that what it saw is still there; a key that is not has revision 0. */
    private String read(Transaction transaction, int i) throws IOException, InterruptedException {
      var key = base64(prefix + transaction.key(i));
      var seen = call(server, "range", "{\"key\":\"" + key + "\"}");
      var value = seen.get("value");
      if (value == null) {
        transaction.sawNothing(i);
      } else {
        var text = new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
        transaction.saw(i, Long.parseLong(text));
      }
      return "{\"key\":\""
          + key
          + "\",\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\""
          + seen.getOrDefault("mod_revision", "0")
          + "\"}";
    }

    private String commit(Transaction transaction, List<String> compares) {
      var puts = new ArrayList<String>();
      for (var i = 0; i < transaction.size(); i++) {
        // It takes one write of a key, and the last is the one that stays.
        if (transaction.kind(i) != Transaction.Kind.READ && !transaction.isOverwritten(i)) {
          var key = base64(prefix + transaction.key(i));
          var value = base64(Integer.toString(transaction.value(i)));
          puts.add("{\"request_put\":{\"key\":\"" + key + "\",\"value\":\"" + value + "\"}}");
        }
      }
      return "{\"compare\":["
          + String.join(",", compares)
          + "],\"success\":["
          + String.join(",", puts)
          + "]}";
    }

    @Override
    public void close() {}
  }
}
