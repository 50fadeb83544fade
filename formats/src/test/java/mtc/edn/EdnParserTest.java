package mtc.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.InputCoercionException;

/** Jackson's interface over EDN: values, names, places, contexts. */
class EdnParserTest {
  private static EdnParser at(String edn) {
    var p = Tokens.parser(edn);
    p.nextToken();
    return p;
  }

  @Test
  void integersHaveTheSmallestType() {
    assertEquals(NumberType.INT, at("5").getNumberType());
    assertEquals(NumberType.LONG, at("5000000000").getNumberType());
    assertEquals(NumberType.BIG_INTEGER, at("9223372036854775808").getNumberType());
    assertEquals(5, at("5").getNumberValue());
    assertEquals(5000000000L, at("5000000000").getNumberValue());
    assertEquals(-5, at("-5").getIntValue());
    assertEquals(Long.MIN_VALUE, at("-9223372036854775808").getLongValue());
  }

  @Test
  void aBigIntegerThatFitsIsALongToo() {
    var p = at("1N");
    assertEquals(NumberType.BIG_INTEGER, p.getNumberType());
    assertEquals(1, p.getLongValue());
    assertEquals(BigInteger.ONE, p.getNumberValue());
  }

  @Test
  void numbersThatDoNotFitAreCoercionErrors() {
    assertThrows(InputCoercionException.class, () -> at("9223372036854775808").getLongValue());
    assertThrows(InputCoercionException.class, () -> at("5000000000").getIntValue());
    assertThrows(InputCoercionException.class, () -> at("1e300").getLongValue());
    assertThrows(InputCoercionException.class, () -> at("##NaN").getLongValue());
    assertThrows(InputCoercionException.class, () -> at("##Inf").getDecimalValue());
    assertThrows(InputCoercionException.class, () -> at(":a").getLongValue());
    assertThrows(InputCoercionException.class, () -> at("1/2").getDoubleValue());
  }

  @Test
  void floatsAndDecimals() {
    assertEquals(1.5, at("+1.5").getDoubleValue());
    assertEquals(1.5, at("1.5").getNumberValue());
    assertEquals(1, at("1.5").getIntValue());
    assertEquals(NumberType.BIG_DECIMAL, at("1.50M").getNumberType());
    assertEquals(new BigDecimal("1.50"), at("1.50M").getNumberValue());
    assertEquals(new BigDecimal(7), at("7").getDecimalValue());
    assertEquals(12.0, at("12").getDoubleValue());
    assertTrue(at("##NaN").isNaN());
    assertTrue(at("##-Inf").isNaN());
    assertFalse(at("1.0").isNaN());
    assertEquals(Double.NEGATIVE_INFINITY, at("##-Inf").getDoubleValue());
    assertEquals(
        new BigInteger("12345678901234567890123"),
        at("12345678901234567890123").getBigIntegerValue());
  }

  @Test
  void decimalsOutOfRangeAreErrorsOfTheInput() {
    assertEquals("!1:1 1e99999999999 is out of range", Tokens.of("1e99999999999M"));
  }

  @Test
  void repeatedNamesAreTheSameString() {
    var p =
        Tokens.parser("{:type :ok} {:type :ok} :a-name-longer-than-8 {:a-name-longer-than-8 ok}");
    p.nextToken();
    assertSame("type", p.nextName());
    p.nextToken();
    assertSame("ok", p.getString());
    p.nextToken();
    p.nextToken();
    assertSame("type", p.nextName());
    p.nextToken();
    assertSame("ok", p.getString());
    p.nextToken();
    p.nextToken();
    var name = p.getString();
    p.nextToken();
    assertSame(name, p.nextName());
    p.nextToken();
    assertSame("ok", p.getString());
  }

  @Test
  void millionsOfNamesKeepTheirText() {
    var edn = new StringBuilder();
    for (int i = 0; i < 200_000; i++) {
      edn.append(":n").append(i).append(" :a-longer-name-").append(i).append('\n');
    }
    var p = Tokens.parser(edn.append(edn).toString());
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 200_000; i++) {
        p.nextToken();
        assertEquals("n" + i, p.getString());
        p.nextToken();
        assertEquals("a-longer-name-" + i, p.getString());
      }
    }
  }

  @Test
  void currentNameIsThatOfTheEntry() {
    var p = at("{:a 1 :b {:c [2]}}");
    assertNull(p.currentName());
    assertEquals("a", p.nextName());
    assertNull(p.nextName());
    assertEquals("a", p.currentName());
    assertEquals("b", p.nextName());
    p.nextToken();
    assertEquals("b", p.currentName());
    assertEquals(EdnParser.Kind.KEYWORD, p.keyKind());
    assertEquals("c", p.nextName());
    p.nextToken();
    assertEquals("c", p.currentName());
    p.nextToken();
    assertNull(p.currentName());
    assertEquals("/b/c/0", p.streamReadContext().pathAsPointer().toString());
    p.nextToken();
    p.nextToken();
    assertEquals(JsonToken.END_OBJECT, p.currentToken());
    assertEquals("b", p.currentName());
  }

  @Test
  void kindAndCollectionBelongToTheirTokens() {
    var p = at("(x)");
    assertNull(p.kind());
    assertEquals(EdnParser.Collection.LIST, p.collection());
    p.nextToken();
    assertEquals(EdnParser.Kind.SYMBOL, p.kind());
    assertNull(p.collection());
    p.nextToken();
    assertEquals(EdnParser.Collection.LIST, p.collection());
  }

  @Test
  void skipChildrenGoesToTheEnd() {
    var p = at("[1 {[2] #{3}} #_ [ 4] #a (5)] 6");
    p.skipChildren();
    assertEquals(JsonToken.END_ARRAY, p.currentToken());
    assertEquals(EdnParser.Collection.VECTOR, p.collection());
    assertEquals(JsonToken.VALUE_NUMBER_INT, p.nextToken());
    assertEquals(6, p.getIntValue());
    p.skipChildren();
    assertNull(p.nextToken());
  }

  @Test
  void skipChildrenGoesOnAfterAnEntry() {
    var p = at("{:a {:b #{} [1 2] {}} :c [#_ [x] y]}");
    p.nextName();
    p.nextToken();
    p.skipChildren();
    assertEquals(JsonToken.END_OBJECT, p.currentToken());
    assertEquals("c", p.nextName());
    p.nextToken();
    p.skipChildren();
    assertEquals(JsonToken.END_OBJECT, p.nextToken());
    assertNull(p.nextToken());
  }

  @Test
  void placesCountLinesColumnsAndBytes() {
    var p = at("\n  [:\u00e9 \"a\nb\"\n x]");
    assertEquals("2:3", p.tokenLine() + ":" + p.tokenColumn());
    p.nextToken();
    assertEquals("2:4", p.tokenLine() + ":" + p.tokenColumn());
    p.nextToken();
    assertEquals("2:8", p.tokenLine() + ":" + p.tokenColumn());
    assertEquals(3, p.currentLocation().getLineNr());
    p.nextToken();
    assertEquals("4:2", p.tokenLine() + ":" + p.tokenColumn());
    assertEquals(p.tokenOffset(), p.currentTokenLocation().getByteOffset());
    assertEquals(15, p.tokenOffset());
  }

  @Test
  void everySourceGivesTheSameTokens() throws Exception {
    var edn = "{:k [\"\u20AC\uD83D\uDE00\" 1]}";
    var expected = Tokens.of(edn);
    var factory = new EdnFactory();
    var read = ObjectReadContext.empty();
    var utf8 = edn.getBytes(StandardCharsets.UTF_8);
    var file = java.nio.file.Files.createTempFile("edn", ".edn");
    java.nio.file.Files.write(file, utf8);
    var parsers =
        new tools.jackson.core.JsonParser[] {
          factory.createParser(read, edn),
          factory.createParser(read, edn.toCharArray()),
          factory.createParser(read, new StringReader(edn)),
          factory.createParser(read, new ByteArrayInputStream(utf8)),
          factory.createParser(read, utf8),
          factory.createParser(read, file),
          factory.createParser(read, file.toFile())
        };
    for (var p : parsers) {
      p.nextToken();
      assertEquals("k", p.nextName());
      p.nextToken();
      p.nextToken();
      assertEquals("\u20AC\uD83D\uDE00", p.getString(), expected);
      var writer = new StringWriter();
      p.getString(writer);
      assertEquals(p.getString(), writer.toString());
      p.nextToken();
      assertEquals(1, p.getIntValue());
    }
    java.nio.file.Files.delete(file);
  }

  @Test
  void textAndNumbersAreStillThereAfterTheLastToken() {
    var p = at("abc");
    assertEquals("abc", p.getString());
    assertNull(p.nextToken());
    assertTrue(p.isClosed());
    assertNotNull(p.currentLocation());
  }
}
