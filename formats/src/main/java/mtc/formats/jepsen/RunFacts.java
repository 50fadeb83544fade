package mtc.formats.jepsen;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mtc.edn.EdnFactory;
import mtc.edn.EdnParser;
import mtc.fressian.FressianParser;
import mtc.history.Run;
import mtc.source.SeekableBytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** What the files of a Jepsen run say of it, beside its history. */
public final class RunFacts {
  private static final String VALID = "valid?";
  private static final String ANOMALIES = "anomaly-types";

  private RunFacts() {}

  /** Of a {@code test.jepsen}. */
  public static Run ofBlocks(SeekableBytes bytes) throws IOException {
    try (var file = new BlockFile(bytes)) {
      var stored = StoredTest.of(file);
      var test = stored.test();
      return run(test, stored.verdict(), RunFiles.BLOCKS);
    }
  }

  /** Of a {@code test.fressian}. */
  public static Run ofFressian(InputStream in) throws IOException {
    var bytes = in.readAllBytes();
    var test = new TestMap();
    try {
      test.read(new FressianParser(bytes, 0, bytes.length, 0), FressianParser::skipChildren);
    } catch (JacksonException e) {
      // What came before is good; who reads the history says what is wrong.
    }
    return run(test, test.verdict, RunFiles.FRESSIAN);
  }

  private static Run run(TestMap test, String verdict, String file) {
    var own = verdict == null ? null : new Run.Own(truth(verdict), List.of(), file);
    return new Run(test.name, test.startTime, test.workload, own);
  }

  private static Boolean truth(String verdict) {
    return switch (verdict) {
      case "true" -> true;
      case "false" -> false;
      default -> null;
    };
  }

  /** Of a {@code results.edn}: its verdict, and what Elle, if it was asked, found. */
  public static Run ofResults(InputStream in) throws IOException {
    var edn = new EdnFactory().createParser(ObjectReadContext.empty(), in);
    String verdict = null;
    Set<String> anomalies = new LinkedHashSet<>();
    try {
      var depth = 0;
      for (var token = edn.nextToken(); token != null; token = edn.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (token != JsonToken.PROPERTY_NAME) {
          continue;
        }
        var name = edn.getString();
        if (name.equals(VALID) && depth == 1) {
          verdict = word(edn, edn.nextToken());
        } else if (name.equals(ANOMALIES) && edn.nextToken() == JsonToken.START_ARRAY) {
          for (var next = edn.nextToken(); next != JsonToken.END_ARRAY; next = edn.nextToken()) {
            anomalies.add(word(edn, next));
            edn.skipChildren();
          }
        }
      }
    } catch (JacksonException e) {
      // Results may hold what is no EDN; the verdict mostly comes first.
    }
    var found = List.copyOf(anomalies);
    var own = verdict == null ? null : new Run.Own(truth(verdict), found, RunFiles.RESULTS);
    return new Run(null, null, null, own);
  }

  private static String word(EdnParser edn, JsonToken token) {
    return token.isScalarValue() ? edn.getString() : "";
  }
}
