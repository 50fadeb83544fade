package mtc.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonToken;

/** Where the buffer ends, and how many bytes the stream gives at a time, makes no difference. */
class EdnBufferTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{:index 12, :time 9000, :type :ok, :process 3, :f :txn, :value [[:r 105 17] [:w 105"
            + " 6]]}\n",
        "; comment\n"
            + "#jepsen.history.Op{:type :info, :error [:timeout \"a\\n\\u0041\\uD83D\\uDE00b\"]}",
        "{[1 2 \"a ] b\"] #{x y} #foo {:a 1} (nil true false) \"key\" :v}\n\n[1]",
        "1234567890123456789012345 -12345678901234567 1.5e-10M 22/8 ##-Inf 0 -5 + - +a",
        "\"\u00e9\u20AC\uD83D\uDE00 \n"
            + " two\n"
            + "\" \u65E5\u672C/\u8A9E :\u00fc \\\u20AC \\newline \\u0041",
        "#_ #_ [a b {c d}] \"e\" #tag #_ x #tag2 [#_[1 2] 3 #_4]",
        "#inst \"2020-01-01\" #{} {} () [] #uuid 5",
        "\uFEFFnil true false nilx truex",
        "[1 2\n (3 4}",
        "{:a \"not closed",
        "{:a \"bad \\q\"}",
        "[a\n :b/ c]",
        "\"\u00e9\\uD83D\\u0041\"",
        "{[1 [2] #_{3 4} #t 5] 6 #t \"x\" 7 \\a 8}",
        ":a-long-keyword-name/that-goes-on-and-on-and-on-for-more-than-sixty-four-bytes x"
      })
  void everyBufferSizeGivesTheSameTokens(String edn) {
    var bytes = edn.getBytes(StandardCharsets.UTF_8);
    var expected = Tokens.detailed(bytes, 1 << 16, 1 << 16);
    for (int size = 1; size <= 70; size++) {
      assertEquals(expected, Tokens.detailed(bytes, size, 1 << 16), "buffer of " + size);
      for (int chunk = 1; chunk <= 3; chunk++) {
        assertEquals(expected, Tokens.detailed(bytes, size, chunk), size + " by " + chunk);
      }
    }
    for (int chunk = 1; chunk <= 70; chunk++) {
      assertEquals(expected, Tokens.detailed(bytes, 1 << 16, chunk), "chunks of " + chunk);
    }
  }

  @Test
  void invalidUtf8IsFoundAtEveryBufferSize() {
    var bytes = new byte[] {'[', '"', 'a', (byte) 0xE2, (byte) 0x82, '"', ']'};
    var expected = Tokens.detailed(bytes, 1 << 16, 1 << 16);
    for (int size = 1; size <= 10; size++) {
      assertEquals(expected, Tokens.detailed(bytes, size, 1), "buffer of " + size);
    }
  }

  @Test
  void aTokenMayBeMuchLargerThanTheBuffer() {
    var content = "0123456789\\n\u20AC".repeat(1_000_000);
    var p = Tokens.parser("[\"" + content + "\" 1]");
    p.nextToken();
    assertEquals(JsonToken.VALUE_STRING, p.nextToken());
    assertEquals(content.replace("\\n", "\n"), p.getString());
    assertEquals(JsonToken.VALUE_NUMBER_INT, p.nextToken());
    assertEquals(1, p.getIntValue());
  }

  @Test
  void aNumberMayHaveAThousandDigits() {
    var digits = "9".repeat(1000);
    assertEquals("BIG_INTEGER:" + digits, Tokens.of(digits));
    assertEquals("FLOAT:1." + "3".repeat(900), Tokens.of("1." + "3".repeat(900)));
  }
}
