package mtc.edn;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** Token streams as text, so that tests can write down and compare them. */
final class Tokens {
  private Tokens() {}

  static EdnParser parser(String edn) {
    return new EdnFactory().createParser(ObjectReadContext.empty(), edn);
  }

  static EdnParser parser(byte[] edn) {
    return new EdnFactory().createParser(ObjectReadContext.empty(), edn);
  }

  /** {@code KIND:text} separated by spaces; an error is {@code !line:column message}. */
  static String of(String edn) {
    return of(parser(edn.getBytes(StandardCharsets.UTF_8)), false);
  }

  static String of(byte[] edn) {
    return of(parser(edn), false);
  }

  /** With every token's place and value, read through a buffer and a stream of the given sizes. */
  static String detailed(byte[] edn, int bufferSize, int chunk) {
    var in = new ByteArrayInputStream(edn);
    var slow =
        new InputStream() {
          @Override
          public int read() {
            return in.read();
          }

          @Override
          public int read(byte[] into, int from, int length) {
            return in.read(into, from, Math.min(length, chunk));
          }
        };
    return of(new EdnFactory(bufferSize).createParser(ObjectReadContext.empty(), slow), true);
  }

  private static String of(EdnParser p, boolean detailed) {
    var out = new StringBuilder();
    try (p) {
      while (p.nextToken() != null) {
        out.append(out.isEmpty() ? "" : " ");
        p.tags().forEach(tag -> out.append('#').append(tag).append('='));
        out.append(show(p));
        if (detailed) {
          detail(p, out);
        }
      }
    } catch (JacksonException e) {
      var at = e.getLocation();
      out.append(out.isEmpty() ? "!" : " !").append(at.getLineNr()).append(':');
      out.append(at.getColumnNr()).append(' ').append(e.getOriginalMessage());
    }
    return out.toString();
  }

  private static String show(EdnParser p) {
    return switch (p.currentToken()) {
      case START_OBJECT -> "{";
      case START_ARRAY -> p.collection().opener();
      case END_OBJECT -> "}";
      case END_ARRAY ->
          p.collection() == EdnParser.Collection.SET
              ? "}#"
              : Character.toString(p.collection().closer);
      case PROPERTY_NAME -> p.keyKind() + "=" + p.currentName();
      case VALUE_NULL, VALUE_TRUE, VALUE_FALSE -> p.getString();
      default -> p.kind() + ":" + p.getString();
    };
  }

  private static void detail(EdnParser p, StringBuilder out) {
    var at = p.currentTokenLocation();
    out.append('@').append(at.getLineNr()).append(':').append(at.getColumnNr());
    out.append('@').append(at.getByteOffset());
    out.append('-').append(p.currentLocation().getByteOffset());
    if (p.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      out.append('=').append(p.getNumberValue());
    }
    out.append(p.streamReadContext().pathAsPointer());
  }
}
