package mtc.edn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Reads an EDN file token by token, with every number and text, and does nothing with them: a
 * program of its own, to measure the parser as native-image compiles it.
 */
final class Tokenise {
  private Tokenise() {}

  public static void main(String[] args) throws IOException {
    var tokens = 0L;
    var sum = 0L;
    try (var in = Files.newInputStream(Path.of(args[0]));
        var parser = new EdnFactory().createParser(ObjectReadContext.empty(), in)) {
      for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
        tokens++;
        if (token == JsonToken.VALUE_NUMBER_INT) {
          sum += parser.getLongValue();
        } else if (token == JsonToken.VALUE_STRING) {
          sum += parser.getString().length();
        }
      }
    }
    System.out.println(tokens + " tokens, " + sum);
  }
}
