package mtc.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Random forms, random garbage, and Jackson's own parser as a judge. */
class EdnRandomTest {
  private static final String[] SPACES = {
    " ", ",", "\n", ", ", " ;c]\n", " #_[x {y z}] ", " #_ #_ a \"b\" "
  };

  private final StringBuilder edn = new StringBuilder();
  private final StringBuilder tokens = new StringBuilder();

  @Test
  void printedFormsAreReadBack() {
    for (int seed = 0; seed < 3000; seed++) {
      var random = new Random(seed);
      edn.setLength(0);
      tokens.setLength(0);
      for (int forms = random.nextInt(4); forms >= 0; forms--) {
        form(random, 4);
        space(random);
      }
      var bytes = edn.toString().getBytes(StandardCharsets.UTF_8);
      assertEquals(
          tokens.substring(0, tokens.length() - 1), Tokens.of(bytes), () -> edn.toString());
      assertEquals(
          Tokens.detailed(bytes, 1 << 16, 1 << 16),
          Tokens.detailed(bytes, 1 + random.nextInt(40), 1 + random.nextInt(40)),
          () -> edn.toString());
    }
  }

  private void space(Random random) {
    edn.append(SPACES[random.nextInt(SPACES.length)]);
  }

  private void emit(String source, String token) {
    edn.append(source);
    tokens.append(token).append(' ');
  }

  private void form(Random random, int depth) {
    if (random.nextInt(10) == 0) {
      edn.append("#my/tag ");
      tokens.append("#my/tag=");
    }
    switch (random.nextInt(depth == 0 ? 5 : 9)) {
      case 5 -> sequence(random, depth, "[", "]", "]");
      case 6 -> sequence(random, depth, "(", ")", ")");
      case 7 -> sequence(random, depth, "#{", "}", "}#");
      case 8 -> map(random, depth);
      default -> scalar(random, ":");
    }
  }

  private void sequence(Random random, int depth, String open, String close, String closeToken) {
    emit(open, open);
    for (int n = random.nextInt(5); n > 0; n--) {
      form(random, depth - 1);
      space(random);
    }
    emit(close, closeToken);
  }

  private void map(Random random, int depth) {
    emit("{", "{");
    for (int n = random.nextInt(4); n > 0; n--) {
      if (random.nextInt(5) == 0) {
        compositeKey(random);
      } else {
        scalar(random, "=");
      }
      space(random);
      form(random, depth - 1);
      space(random);
    }
    emit("}", "}");
  }

  private void compositeKey(Random random) {
    int from = edn.length();
    int before = tokens.length();
    sequence(random, 2, "[", "]", "]");
    tokens.setLength(before);
    tokens.append("COMPOSITE=").append(edn.substring(from)).append(' ');
  }

  private void scalar(Random random, String sign) {
    switch (random.nextInt(8)) {
      case 0 -> {
        long value = random.nextLong() >> random.nextInt(64);
        emit(Long.toString(value), "INTEGER" + sign + value);
      }
      case 1 -> {
        var value = new java.math.BigInteger(100, random).negate();
        emit(value + "N", "BIG_INTEGER" + sign + value);
      }
      case 2 -> {
        double value = random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
        emit(Double.toString(value), "FLOAT" + sign + value);
      }
      case 3 -> string(random, sign);
      case 4 -> {
        var name = name(random);
        emit(":" + name, "KEYWORD" + sign + name);
      }
      case 5 -> {
        var name = name(random);
        emit(name, "SYMBOL" + sign + name);
      }
      case 6 -> emit("\\u00e9", "CHARACTER" + sign + "\u00e9");
      default -> emit("nil", sign.equals("=") ? "NIL=nil" : "null");
    }
  }

  private static String name(Random random) {
    var chars = "abcXYZ*!_?$%&=<>+-.0123'#:\u00e9\u65E5";
    var name = new StringBuilder().append((char) ('a' + random.nextInt(26)));
    for (int n = random.nextInt(20); n > 0; n--) {
      name.append(chars.charAt(random.nextInt(chars.length())));
    }
    return random.nextInt(4) == 0 ? "ns/" + name : name.append('z').toString();
  }

  private void string(Random random, String sign) {
    var source = new StringBuilder("\"");
    var value = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      int c = random.nextInt(4) == 0 ? random.nextInt(0x110000) : random.nextInt(128);
      if (Character.isSurrogate((char) c) && c < 0x10000) {
        continue;
      }
      value.appendCodePoint(c);
      if (c == '"' || c == '\\') {
        source.append('\\').appendCodePoint(c);
      } else if (c < 0x10000 && random.nextInt(4) == 0) {
        source.append("\\u%04x".formatted(c));
      } else {
        source.appendCodePoint(c);
      }
    }
    emit(source.append('"').toString(), "STRING" + sign + value);
  }

  @Test
  void garbageIsReadOrRefusedButNeverCrashes() {
    var alphabet =
        "[](){}#_\\\"';:,/.+-^@01239eNMu aInfil\n\t\u0000\u00e9\uD83D\uDE00"
            .getBytes(StandardCharsets.UTF_8);
    for (int seed = 0; seed < 30_000; seed++) {
      var random = new Random(seed);
      var bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] =
            random.nextInt(50) == 0
                ? (byte) random.nextInt(256)
                : alphabet[random.nextInt(alphabet.length)];
      }
      int s = seed;
      // Anything but a JacksonException would escape from here.
      assertEquals(
          Tokens.detailed(bytes, 1 << 16, 1 << 16),
          Tokens.detailed(bytes, 1 + random.nextInt(20), 1 + random.nextInt(5)),
          () -> "seed " + s + ": " + new String(bytes, StandardCharsets.UTF_8));
    }
  }

  @Test
  void documentsThatAreAlsoJsonGiveJacksonsTokens() {
    for (int seed = 0; seed < 2000; seed++) {
      var random = new Random(seed);
      edn.setLength(0);
      json(random, 5);
      var text = edn.toString();
      var jackson =
          new JsonFactory()
              .createParser(
                  ObjectReadContext.empty(), text.replace("\u0001", ":").replace("nil", "null"));
      var ours = Tokens.parser(text.replace("\u0001", " "));
      while (true) {
        var token = jackson.nextToken();
        assertEquals(token, ours.nextToken(), text);
        if (token == null) {
          break;
        }
        same(jackson, ours, text);
      }
    }
  }

  private static void same(JsonParser jackson, JsonParser ours, String text) {
    assertEquals(jackson.getString(), ours.getString(), text);
    assertEquals(jackson.currentName(), ours.currentName(), text);
    assertEquals(
        jackson.streamReadContext().pathAsPointer(),
        ours.streamReadContext().pathAsPointer(),
        text);
    assertEquals(
        jackson.streamReadContext().getNestingDepth(), ours.streamReadContext().getNestingDepth());
    if (jackson.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      assertEquals(jackson.getNumberValue(), ours.getNumberValue());
      assertEquals(jackson.getNumberType(), ours.getNumberType());
    }
    if (jackson.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      assertEquals(jackson.getDoubleValue(), ours.getDoubleValue());
      assertEquals(jackson.getDecimalValue(), ours.getDecimalValue());
    }
  }

  /** JSON with U+0001 where JSON wants a colon and EDN nothing, and nil for null. */
  private void json(Random random, int depth) {
    int n = random.nextInt(4);
    switch (random.nextInt(depth == 0 ? 5 : 8)) {
      case 0 -> edn.append(random.nextLong() >> random.nextInt(64));
      case 1 ->
          edn.append(random.nextInt(1000)).append('.').append(random.nextInt(1000)).append("e-5");
      case 2 -> edn.append("\"a\\n\\u00e9\\\"\\\\\u20AC").append(n).append('"');
      case 3 -> edn.append(random.nextBoolean());
      case 4 -> edn.append("nil");
      case 5, 6 -> {
        edn.append('[');
        for (int i = 0; i < n; i++) {
          edn.append(i == 0 ? "" : ", ");
          json(random, depth - 1);
        }
        edn.append(']');
      }
      default -> {
        edn.append('{');
        for (int i = 0; i < n; i++) {
          edn.append(i == 0 ? "" : ",").append("\"k").append(i).append("\"\u0001");
          json(random, depth - 1);
        }
        edn.append("}\n");
      }
    }
  }
}
