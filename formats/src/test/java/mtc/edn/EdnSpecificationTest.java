package mtc.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The EDN specification, in its order, and then what is accepted beyond it. */
class EdnSpecificationTest {
  private static void reads(String edn, String tokens) {
    assertEquals(tokens, Tokens.of(edn), edn);
  }

  private static void refuses(String edn, String message) {
    var tokens = Tokens.of(edn);
    assertTrue(tokens.contains("!") && tokens.contains(message), edn + " gave " + tokens);
  }

  @Test
  void anyNumberOfFormsStandAtTheTop() {
    reads("", "");
    reads(" , \n", "");
    reads("1 [2] {}", "INTEGER:1 [ INTEGER:2 ] { }");
    reads("nil false 1", "null false INTEGER:1");
  }

  @Test
  void whitespaceAndCommasSeparate() {
    reads(
        "[1,2\t3\r\n4\f5 ,,, 6]",
        "[ INTEGER:1 INTEGER:2 INTEGER:3 INTEGER:4 INTEGER:5 INTEGER:6 ]");
    reads("[,]", "[ ]");
    reads("[1\u000B2\u001C3]", "[ INTEGER:1 INTEGER:2 INTEGER:3 ]");
  }

  @Test
  void delimitersNeedNoWhitespace() {
    reads("[1[2]3]", "[ INTEGER:1 [ INTEGER:2 ] INTEGER:3 ]");
    reads(
        "(:a\"b\"c{}d(\\e\"f\"))",
        "( KEYWORD:a STRING:b SYMBOL:c { } SYMBOL:d ( CHARACTER:e STRING:f ) )");
    reads("[nil\"a\"true;x\n]", "[ null STRING:a true ]");
  }

  @Test
  void nilAndBooleans() {
    reads("nil true false", "null true false");
    reads(
        "nill truer xfalse nil? nil/true",
        "SYMBOL:nill SYMBOL:truer SYMBOL:xfalse SYMBOL:nil? SYMBOL:nil/true");
    reads("xxxxxnil xxxxxxnil", "SYMBOL:xxxxxnil SYMBOL:xxxxxxnil");
    reads(":nil :true", "KEYWORD:nil KEYWORD:true");
  }

  @Test
  void strings() {
    reads("\"\"", "STRING:");
    reads("\"a; b, #_c\"", "STRING:a; b, #_c");
    reads("\"one\ntwo\" x", "STRING:one\ntwo SYMBOL:x");
    reads("\"\\t\\r\\n\\\\\\\"\\b\\f\"", "STRING:\t\r\n\\\"\b\f");
    reads("\"\\u0041\\u20aC!\"", "STRING:A\u20AC!");
    reads("\"\\uD83D\\uDE00\"", "STRING:\uD83D\uDE00");
    reads("\"\u00e9 \u20AC \uD83D\uDE00\"", "STRING:\u00e9 \u20AC \uD83D\uDE00");
    reads("\"\u0000\u0007\"", "STRING:\u0000\u0007");
  }

  @Test
  void characters() {
    reads(
        "\\c \\newline \\return \\space \\tab",
        "CHARACTER:c CHARACTER:\n CHARACTER:\r CHARACTER:  CHARACTER:\t");
    reads("\\u0041 \\u \\o \\o101", "CHARACTER:A CHARACTER:u CHARACTER:o CHARACTER:A");
    reads("\\formfeed \\backspace", "CHARACTER:\f CHARACTER:\b");
    reads("[\\(\\)\\]]", "[ CHARACTER:( CHARACTER:) CHARACTER:] ]");
    reads(
        "\\\\ \\\" \\; \\, \\# \\:",
        "CHARACTER:\\ CHARACTER:\" CHARACTER:; CHARACTER:, CHARACTER:# CHARACTER::");
    reads("\\\u20AC \\\uD83D\uDE00", "CHARACTER:\u20AC CHARACTER:\uD83D\uDE00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ab", "\\newlin", "\\u00", "\\u00g0", "\\uD800", "\\o400", "\\o8"})
  void otherCharactersAreRefused(String edn) {
    refuses(edn, edn + " is not a character");
  }

  @Test
  void backslashIsNotFollowedByWhitespace() {
    refuses("\\ a", "a \\ cannot be followed by U+0020");
    refuses("\\\n", "a \\ cannot be followed by U+000A");
    refuses("\\", "expected a character after \\, found end of input");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "foo",
        "foo.bar",
        "a1",
        "*",
        "+",
        "-",
        ".",
        "!",
        "_",
        "?",
        "$",
        "%",
        "&",
        "=",
        "<",
        ">",
        "/",
        "-a",
        "+a",
        ".a",
        "+.",
        "-.5",
        "->",
        "..",
        "a:b",
        "a#b",
        "a#",
        "a:",
        "my-ns/foo",
        "a.b/c.d",
        "a/+",
        "a/-",
        "x'",
        "foo/bar:baz",
        "java.lang.Thread$1",
        "jepsen.core$fn__123",
        "\u00e9t\u00e9",
        "\u65E5\u672C",
        "<init>",
        "a/b#"
      })
  void symbols(String symbol) {
    reads(symbol, "SYMBOL:" + symbol);
    reads("[" + symbol + "]", "[ SYMBOL:" + symbol + " ]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/", "/a", "a/b/c", "//", "a//", "a//b", "a/1", "a/-1", ".5", "a/.5", "a/:b", "a/#b"
      })
  void otherSymbolsAreRefused(String symbol) {
    refuses(symbol, symbol + " is not a symbol");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fred",
        "my/fred",
        "G-single-item",
        "valid?",
        "a.b/c",
        "*",
        "+",
        "-",
        "a:b",
        "a#",
        "1",
        "3-nodes",
        "-1",
        "a=b<c>",
        "x'",
        "%&$_!.",
        "\u00fcber",
        "a/b:c",
        "abcdefgh",
        "abcdefghi",
        "a-keyword-that-is-a-good-deal-longer-than-any-name-of-the-table-of-names"
      })
  void keywords(String name) {
    reads(":" + name, "KEYWORD:" + name);
    reads("{:" + name + " :" + name + "}", "{ KEYWORD=" + name + " KEYWORD:" + name + " }");
  }

  @ParameterizedTest
  @ValueSource(strings = {":/", ":/a", ":a/", ":a/b/c", ":a/1", ":#a", ":'a"})
  void otherKeywordsAreRefused(String keyword) {
    refuses(keyword, keyword + " is not a keyword");
  }

  @Test
  void keywordsHaveExactlyOneColonAndAName() {
    refuses("::a", "a keyword cannot begin with ::");
    refuses(":", "a : without a name is not a keyword");
    refuses("[: a]", "a : without a name is not a keyword");
    refuses(":\u00A0", "unexpected character U+00A0");
  }

  @Test
  void integers() {
    reads("0 +0 -0 1 -1 +5", "INTEGER:0 INTEGER:0 INTEGER:-0 INTEGER:1 INTEGER:-1 INTEGER:5");
    reads(
        "999999999999999999 -999999999999999999",
        "INTEGER:999999999999999999 INTEGER:-999999999999999999");
    reads(
        "9223372036854775807 -9223372036854775808",
        "INTEGER:9223372036854775807 INTEGER:-9223372036854775808");
    reads(
        "9223372036854775808 -9223372036854775809",
        "BIG_INTEGER:9223372036854775808 BIG_INTEGER:-9223372036854775809");
    reads("1N -0N +7N", "BIG_INTEGER:1 BIG_INTEGER:-0 BIG_INTEGER:7");
  }

  @Test
  void integersDoNotBeginWithZero() {
    refuses("01", "an integer cannot begin with 0: 01");
    refuses("-007", "an integer cannot begin with 0: -007");
    refuses("00.5", "an integer cannot begin with 0: 00.5");
  }

  @Test
  void floatingPointNumbers() {
    reads("1.5 -1.5 +1.5 0.0 1.", "FLOAT:1.5 FLOAT:-1.5 FLOAT:1.5 FLOAT:0.0 FLOAT:1.");
    reads("1e3 1E3 1e+3 1e-3 1.5e10", "FLOAT:1e3 FLOAT:1E3 FLOAT:1e+3 FLOAT:1e-3 FLOAT:1.5e10");
    reads("1M 1.5M 1e3M -2.0E-5M", "DECIMAL:1 DECIMAL:1.5 DECIMAL:1e3 DECIMAL:-2.0E-5");
    reads("##Inf ##-Inf ##NaN", "FLOAT:Infinity FLOAT:-Infinity FLOAT:NaN");
  }

  @Test
  void ratiosAreInLowestTerms() {
    reads("1/2 2/4 -6/4 +3/9", "RATIO:1/2 RATIO:1/2 RATIO:-3/2 RATIO:1/3");
    reads("4/2 0/5", "INTEGER:2 INTEGER:0");
    refuses("1/0", "division by zero: 1/0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1a",
        "1NN",
        "1MM",
        "1.5N",
        "1e",
        "1e+",
        "1.5.2",
        "1/",
        "1/a",
        "1/-2",
        "1/2N",
        "1_000",
        "1:2",
        "-1a",
        "1-2",
        "1.e5x",
        "1/02",
        "\u0031\u00e9"
      })
  void otherNumbersAreRefused(String number) {
    refuses(number, number + " is not a number");
  }

  /** Clojure's own reader takes them; the specification has none. */
  @ParameterizedTest
  @ValueSource(strings = {"0x1F", "-0x1F", "2r101", "36rZZ", "0X1f", "+16Rff"})
  void integersOfAnotherBaseAreRefused(String number) {
    refuses(number, number + " is not a number: integers of EDN are decimal");
  }

  @Test
  void collections() {
    reads("(a b 42)", "( SYMBOL:a SYMBOL:b INTEGER:42 )");
    reads("[a b 42]", "[ SYMBOL:a SYMBOL:b INTEGER:42 ]");
    reads(
        "{:a 1, \"foo\" :bar, [1 2 3] four}",
        "{ KEYWORD=a INTEGER:1 STRING=foo KEYWORD:bar COMPOSITE=[1 2 3] SYMBOL:four }");
    reads("#{a b [1 2 3]}", "#{ SYMBOL:a SYMBOL:b [ INTEGER:1 INTEGER:2 INTEGER:3 ] }#");
    reads("() [] {} #{}", "( ) [ ] { } #{ }#");
  }

  @Test
  void everyScalarCanBeAKey() {
    reads(
        "{nil 1 true 2 3 4 5N 6 1.5 7 1/2 8 \\a 9 s 10 \"a\\nb\" 11 :n/k 12}",
        "{ NIL=nil INTEGER:1 BOOLEAN=true INTEGER:2 INTEGER=3 INTEGER:4 BIG_INTEGER=5 INTEGER:6"
            + " FLOAT=1.5 INTEGER:7 RATIO=1/2 INTEGER:8 CHARACTER=a INTEGER:9 SYMBOL=s INTEGER:10"
            + " STRING=a\nb INTEGER:11 KEYWORD=n/k INTEGER:12 }");
  }

  @Test
  void compositeKeysAreTheirSourceText() {
    reads("{{:a [1 \"}\"]} 1}", "{ COMPOSITE={:a [1 \"}\"]} INTEGER:1 }");
    reads("{#{1 #_2} (2)}", "{ COMPOSITE=#{1 #_2} ( INTEGER:2 ) }");
    reads("{#foo #bar 1 2}", "{ COMPOSITE=#foo #bar 1 INTEGER:2 }");
    reads("{#foo #_x [1] 2 :b 3}", "{ COMPOSITE=#foo #_x [1] INTEGER:2 KEYWORD=b INTEGER:3 }");
    reads("{[{[1] 2}] 3}", "{ COMPOSITE=[{[1] 2}] INTEGER:3 }");
    reads("{#_ {[1] 2} [3] 4}", "{ COMPOSITE=[3] INTEGER:4 }");
    reads("{[1\n;x]\n] 2}", "{ COMPOSITE=[1\n;x]\n] INTEGER:2 }");
  }

  @Test
  void tagsAreTypeIds() {
    reads("#myapp/Person {:first \"Fred\"}", "#myapp/Person={ KEYWORD=first STRING:Fred }");
    reads("#jepsen.history.Op{:index 0}", "#jepsen.history.Op={ KEYWORD=index INTEGER:0 }");
    reads("[#a 1 2 #b[3]]", "[ #a=INTEGER:1 INTEGER:2 #b=[ INTEGER:3 ] ]");
    reads("{:k #a #b v :l 1}", "{ KEYWORD=k #a=#b=SYMBOL:v KEYWORD=l INTEGER:1 }");
    reads("{:k #a [1] :l 1}", "{ KEYWORD=k #a=[ INTEGER:1 ] KEYWORD=l INTEGER:1 }");
    reads("#a #_ #b [#c 1] #d 2", "#a=#d=INTEGER:2");
    reads("#a ; comment\n nil", "#a=null");
  }

  @Test
  void theTypeIdIsTheInnermostTagAndOnlyOfTheFirstToken() {
    var p = Tokens.parser("#a #b [1]");
    p.nextToken();
    assertTrue(p.canReadTypeId());
    assertEquals("b", p.getTypeId());
    p.nextToken();
    assertEquals(null, p.getTypeId());
  }

  @Test
  void tagsNeedASymbolAndAForm() {
    refuses("#a", "expected a form after a tag, found end of input");
    refuses("[#a]", "expected a form after a tag, found ]");
    refuses("{:k #a}", "expected a form after a tag, found }");
    refuses("#1 2", "expected a tag, a set or a discarded form after #, found 1");
    refuses("# a", "expected a tag, a set or a discarded form after #, found U+0020");
    refuses("#", "found end of input");
    refuses("#a/ 1", "a/ is not a tag");
    refuses("#:a{:b 1}", "found :");
  }

  @Test
  void instAndUuidHaveStrings() {
    reads("#inst \"1985-04-12T23:20:50.52Z\"", "#inst=STRING:1985-04-12T23:20:50.52Z");
    reads("#uuid \"f81d4fae\"", "#uuid=STRING:f81d4fae");
    refuses("#inst 5", "!1:7 expected a string after the tag inst or uuid");
    refuses("#uuid [1]", "!1:7 expected a string");
    refuses("{#inst {} 1}", "!1:8 expected a string");
    reads("[#inst \"x\" 5]", "[ #inst=STRING:x INTEGER:5 ]");
  }

  @Test
  void commentsEndWithTheLine() {
    reads("; first\n1 ; [\n 2;", "INTEGER:1 INTEGER:2");
    reads("[a;]\n]", "[ SYMBOL:a ]");
    reads("{;:a\n:b;1\n2}", "{ KEYWORD=b INTEGER:2 }");
    reads("1 ; [\r2 ;[\r\n3;\r", "INTEGER:1 INTEGER:2 INTEGER:3");
  }

  @Test
  void discardDropsTheNextForm() {
    reads("[a b #_foo 42]", "[ SYMBOL:a SYMBOL:b INTEGER:42 ]");
    reads("#_ #_ a b c", "SYMBOL:c");
    reads("#_[1 {2 3} #{4} \"]\"] 5", "INTEGER:5");
    reads("{:a #_1 2 #_:b #_3 :c 4}", "{ KEYWORD=a INTEGER:2 KEYWORD=c INTEGER:4 }");
    reads("{#_ #_ :a 1 :b 2 #_x}", "{ KEYWORD=b INTEGER:2 }");
    reads("[#_ #a #b {:c #_ d 1} 2]", "[ INTEGER:2 ]");
    reads("#_[#_ 1 2 #_ #_ 3 4] 5 #_6", "INTEGER:5");
    reads("#_a", "");
  }

  @Test
  void discardNeedsAForm() {
    refuses("#_", "expected a form after #_, found end of input");
    refuses("[#_]", "expected a form after #_, found ]");
    refuses("[1 #_ #_ 2]", "expected a form after #_, found ]");
    refuses("#_[#_]", "expected a form after #_, found ]");
    refuses("#_{:a} 1", "expected a value for the last key, found }");
    refuses("#_[#a] 1", "expected a form after a tag, found ]");
  }

  @Test
  void readerMacrosOfClojureAreRefusedByName() {
    refuses("^{:a 1} b", "metadata (^) is not part of EDN");
    refuses("[#^a b]", "metadata (#^)");
    refuses("'a", "quote (')");
    refuses("@a", "deref (@)");
    refuses("`a", "syntax quote (`)");
    refuses("~a", "unquote (~)");
    refuses("#\"a\"", "regular expression (#\")");
    refuses("#(a)", "function literal (#()");
    refuses("#'a", "var (#')");
    refuses("#?(:clj 1)", "reader conditional (#?)");
    refuses("#=(+ 1 2)", "evaluation (#=)");
    refuses("#<Object>", "unreadable object (#<)");
    refuses("##Foo", "expected ##Inf, ##-Inf or ##NaN, found ##Foo");
    refuses("|", "unexpected character |");
    refuses("a\u0000", "unexpected character U+0000");
  }

  @Test
  void duplicatesAreNotChecked() {
    reads(
        "{:a 1 :a 2} #{1 1}",
        "{ KEYWORD=a INTEGER:1 KEYWORD=a INTEGER:2 } #{ INTEGER:1 INTEGER:1 }#");
  }

  @Test
  void aByteOrderMarkIsSkippedAtTheBeginningOnly() {
    reads("\uFEFF[1]", "[ INTEGER:1 ]");
    refuses("\uFEFF)", "!1:1 unexpected )");
  }
}
