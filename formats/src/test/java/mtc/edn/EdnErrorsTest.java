package mtc.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;

/** Malformed and hostile input: what is said, and where. */
class EdnErrorsTest {
  private static void fails(String edn, String error) {
    var tokens = Tokens.of(edn);
    assertEquals(error, tokens.substring(tokens.indexOf('!') + 1), edn);
  }

  @Test
  void aMismatchedCloserNamesWhatIsOpen() {
    fails("[1 (2]", "1:6 expected ), found ]; the ( opened at line 1, column 4 is not closed");
    fails(
        "\n\n  #{1\n)", "4:1 expected }, found ); the #{ opened at line 3, column 3 is not closed");
    fails("{:a 1]", "1:6 expected }, found ]; the { opened at line 1, column 1 is not closed");
    fails("1 ]", "1:3 unexpected ]: nothing is open");
  }

  @Test
  void anUnclosedFormNamesWhereItWasOpened() {
    fails(
        "1\n2\n   [3 [4]",
        "3:10 expected ], found end of input; the [ opened at line 3, column 4 is not closed");
    fails(
        "{:a",
        "1:4 expected a value for the last key, found end of input; the { opened at line 1, column"
            + " 1 is not closed");
    fails(
        "(\"ab\nc",
        "2:2 expected \", found end of input; the string opened at line 1, column 2 is not closed");
    fails(
        "\"ab\\",
        "1:5 expected \", found end of input; the string opened at line 1, column 1 is not closed");
    fails(
        "[#_",
        "1:4 expected a form after #_, found end of input; the [ opened at line 1, column 1 is not"
            + " closed");
    fails(
        "{[1",
        "1:4 expected ], found end of input; the [ opened at line 1, column 2 is not closed");
  }

  @Test
  void aKeyWithoutAValueIsAnError() {
    fails("{:a 1 :b}", "1:9 expected a value for the last key, found }");
    fails("{[1]}", "1:5 expected a value for the last key, found }");
    fails("{:a 1 :b #_ 2}", "1:14 expected a value for the last key, found }");
  }

  @Test
  void wrongEscapesAreErrorsAtTheEscape() {
    fails(
        "[\"ab\\q\"]",
        "1:5 \\q is not an escape of a string: \\t \\r \\n \\b \\f \\\\ \\\" \\uXXXX are");
    fails("\"\\u12g4\"", "1:2 expected four hexadecimal digits after \\u");
    fails("\"\\u12", "1:2 expected four hexadecimal digits after \\u");
    fails("\"\\uD800x\"", "1:2 \\uD800 is half of a surrogate pair");
    fails("\"\\uD800\\u0041\"", "1:2 \\uD800 is half of a surrogate pair");
    fails("\"\\uDC00\"", "1:2 \\uDC00 is half of a surrogate pair");
    fails(
        "\"\n  \\\u00e9\"",
        "2:3 \\U+00E9 is not an escape of a string: \\t \\r \\n \\b \\f \\\\ \\\" \\uXXXX are");
  }

  private static void notUtf8(String where, int... bytes) {
    var data = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      data[i] = (byte) bytes[i];
    }
    var tokens = Tokens.of(data);
    assertEquals(where, tokens.substring(tokens.indexOf('!') + 1));
  }

  @Test
  void bytesThatAreNotUtf8AreErrorsWithTheirOffset() {
    notUtf8("2:2 byte 0xFF at offset 3 is not UTF-8", '1', '\n', '"', 0xFF, '"');
    notUtf8("1:2 byte 0xC3 at offset 1 is not UTF-8", '"', 0xC3, '"');
    notUtf8("1:2 byte 0xC0 at offset 1 is not UTF-8", '"', 0xC0, 0x80, '"');
    notUtf8("1:2 byte 0xED at offset 1 is not UTF-8", '"', 0xED, 0xA0, 0x80, '"');
    notUtf8("1:2 byte 0xE0 at offset 1 is not UTF-8", '"', 0xE0, 0x80, 0x80, '"');
    notUtf8("1:2 byte 0xF4 at offset 1 is not UTF-8", '"', 0xF4, 0x90, 0x80, 0x80, '"');
    notUtf8("1:2 byte 0xE2 at offset 1 is not UTF-8", '"', 0xE2, 0x82);
    notUtf8("1:3 byte 0x80 at offset 2 is not UTF-8", ':', 'a', 0x80);
    notUtf8("1:1 byte 0xF8 at offset 0 is not UTF-8", 0xF8);
    notUtf8("1:2 byte 0xFF at offset 1 is not UTF-8", '\\', 0xFF);
  }

  @Test
  void errorsHaveLocationAndMessageApart() {
    var p = Tokens.parser("[\n  'x]");
    p.nextToken();
    var e = assertThrows(StreamReadException.class, p::nextToken);
    assertEquals("quote (') is not part of EDN", e.getOriginalMessage());
    assertEquals(2, e.getLocation().getLineNr());
    assertEquals(3, e.getLocation().getColumnNr());
    assertEquals(4, e.getLocation().getByteOffset());
  }

  @Test
  void nestingIsLimitedWithoutExhaustingTheStack() {
    for (var open : new String[] {"[", "(", "#{", "{", "{:a ", "#_[", "#a ", "#_ ", "#a[", "{["}) {
      var p = Tokens.parser(open.repeat(100_000));
      var e =
          assertThrows(
              StreamConstraintsException.class,
              () -> {
                while (p.nextToken() != null) {
                  assertTrue(p.streamReadContext().getNestingDepth() <= 1000);
                }
              },
              open);
      assertTrue(e.getOriginalMessage().contains("nesting depth"), e.getOriginalMessage());
      assertTrue(e.getLocation().getColumnNr() > 1);
    }
  }

  @Test
  void aThousandLevelsAreRead() {
    assertFalse(Tokens.of("[".repeat(1000) + "]".repeat(1000)).contains("!"));
  }

  @Test
  void namesNumbersAndStringsAreLimited() {
    exceeds(":" + "a".repeat(60_000));
    exceeds("a".repeat(60_000));
    exceeds("1".repeat(60_000));
    exceeds("1".repeat(1_001));
    exceeds("{[" + "1 ".repeat(60_000) + "] 1}");
    var p =
        EdnFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(10).build())
            .build()
            .createParser(ObjectReadContext.empty(), "\"0123456789\" \"01234567890\"");
    p.nextToken();
    assertThrows(StreamConstraintsException.class, p::nextToken);
  }

  private static void exceeds(String edn) {
    var tokens = Tokens.of(edn);
    assertTrue(tokens.contains("exceeds the maximum allowed"), () -> tokens.substring(0, 100));
  }

  @Test
  void theDocumentAndItsTokensAreLimitedIfAskedFor() {
    var limits = StreamReadConstraints.builder().maxDocumentLength(10).build();
    var factory = EdnFactory.builder().streamReadConstraints(limits).build();
    var p = factory.createParser(ObjectReadContext.empty(), "[1 2 3 4 5 6]");
    assertThrows(StreamConstraintsException.class, p::nextToken);
  }

  @Test
  void anIoExceptionIsTheCause() {
    var failure = new IOException("unplugged");
    var in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw failure;
          }

          @Override
          public int read(byte[] b, int off, int len) throws IOException {
            throw failure;
          }
        };
    var p = new EdnFactory().createParser(ObjectReadContext.empty(), in);
    assertSame(failure, assertThrows(JacksonIOException.class, p::nextToken).getCause());
  }

  @Test
  void anUnpairedSurrogateIsNotReplaced() {
    var p = Tokens.parser("\"\uD800\"");
    assertThrows(JacksonIOException.class, p::nextToken);
  }

  @Test
  void whatIsNotSupportedSaysSo() {
    var factory = new EdnFactory();
    var data = new DataInputStream(new ByteArrayInputStream(new byte[0]));
    assertThrows(
        UnsupportedOperationException.class,
        () -> factory.createParser(ObjectReadContext.empty(), (java.io.DataInput) data));
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            factory.createGenerator(
                ObjectWriteContext.empty(), OutputStream.nullOutputStream(), JsonEncoding.UTF8));
  }

  @Test
  void aClosedParserHasNoMoreTokens() {
    var p = Tokens.parser("[1 2 3]".getBytes(StandardCharsets.UTF_8));
    p.nextToken();
    p.nextToken();
    p.close();
    assertEquals(null, p.nextToken());
  }
}
