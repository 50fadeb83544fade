package mtc.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import mtc.json.JsonSchema;
import mtc.json.JsonValue;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.SAXException;

/** The reports that other programs show: JUnit, TAP, SARIF. */
class PipelineReportsTest {
  private final OneFile file = new OneFile();

  private static final Answers INVALID =
      new Answers(
          "h.edn",
          0,
          List.of(new Answer.LeftOut("h.edn", Level.LIN, "it has lists"), Log.writeSkew()));
  private static final Answers OPEN = new Answers("h.edn", 1, List.of(Log.open()));
  private static final Answers UNREAD =
      new Answers(
          "a \"b\" <c>.edn",
          2,
          List.of(new Answer.Unread("a \"b\" <c>.edn", "expected <\n", "12:7")));

  private String written(Report report) throws IOException {
    for (var input : List.of(INVALID, OPEN, UNREAD)) {
      report.on(input).say();
    }
    report.end();
    return file.toString();
  }

  private static void validate(String junit) throws SAXException, IOException {
    var schema =
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(PipelineReportsTest.class.getResource("/junit.xsd"));
    schema.newValidator().validate(new StreamSource(new StringReader(junit)));
  }

  @Test
  void junitHasASuitePerInputAndACasePerLevel() throws Exception {
    var junit = written(new JunitReport(file));
    validate(junit);
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(junit.getBytes(StandardCharsets.UTF_8)));
    assertEquals("4", document.getDocumentElement().getAttribute("tests"));
    assertEquals("1", document.getDocumentElement().getAttribute("failures"));
    assertEquals("2", document.getDocumentElement().getAttribute("errors"));
    var failure = document.getElementsByTagName("failure").item(0);
    assertEquals("WriteSkew ×1", failure.getAttributes().getNamedItem("message").getNodeValue());
    assertEquals(
        TextReport.plain(Log.writeSkew()),
        failure.getTextContent(),
        "in the lines that are printed");
    assertTrue(failure.getTextContent().contains("\n    T10 -rw(y)-> T11"));
    var unread = document.getElementsByTagName("testsuite").item(2);
    assertEquals("a \"b\" <c>.edn", unread.getAttributes().getNamedItem("name").getNodeValue());
    var errors = document.getElementsByTagName("error");
    assertEquals("unknown", errors.item(0).getAttributes().getNamedItem("type").getNodeValue());
    assertEquals(
        "12:7: expected <\\u000a",
        errors.item(1).getAttributes().getNamedItem("message").getNodeValue());
    assertEquals(1, document.getElementsByTagName("skipped").getLength());
  }

  /** What the schemas of Jenkins and of Surefire demand, and a test view needs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " type=\"WriteSkew\" | ''",
        " skipped=\"1\" | ''",
        " time=\"0.0 | ' time=\"soon 0.0'",
        " time=\"0.0 | ' time=\"0.0000'",
        "<skipped | <skipped type=\"x\"",
        "<testcase name= | <testcase label=",
        "failures= | broken=",
      })
  void theSchemaRefusesWhatIsNoJunit(String right, String wrong) throws Exception {
    var junit = written(new JunitReport(file));
    validate(junit);
    assertTrue(junit.contains(right), junit);
    assertThrows(SAXException.class, () -> validate(junit.replace(right, wrong)));
  }

  @Test
  void tapNumbersItsPointsInTheOrderTheyAreSaid() throws IOException {
    var tap = written(new TapReport(new PrintStream(file.bytes, true, StandardCharsets.UTF_8)));
    assertEquals(
        """
        TAP version 14
        ok 1 - h.edn lin # SKIP it has lists
        not ok 2 - h.edn ser
          ---
          verdict: invalid
          message: |2
            h.edn\tser\tinvalid
              WriteSkew ×1 (G2-item): each of the two read what the other overwrote\
        """,
        tap.lines().limit(8).reduce((a, b) -> a + "\n" + b).orElseThrow());
    assertTrue(tap.contains("not ok 3 - h.edn ser\n  ---\n  verdict: unknown\n"), tap);
    assertTrue(tap.contains("not ok 4 - a \"b\" <c>.edn read\n"), tap);
    assertTrue(tap.endsWith("  ...\n1..4\n"), tap);
  }

  @Test
  void tapOfNothingIsAPlanOfNothing() {
    new TapReport(new PrintStream(file.bytes, true, StandardCharsets.UTF_8)).end();
    assertEquals("TAP version 14\n1..0\n", file.toString());
  }

  /** The schema is that of the standard, from a jar that holds it. */
  @Test
  void sarifIsWhatItsSchemaDemands() throws IOException {
    JsonSchema schema;
    try (var in =
        PipelineReportsTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      schema = new JsonSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    var sarif = written(new SarifReport(file, "1.2.3"));
    assertEquals(List.of(), schema.faults(JsonValue.parse(sarif)), sarif);
    for (var wrong :
        List.of(
            sarif.replace("\"2.1.0\"", "\"2.1\""),
            sarif.replace("\"kind\":\"open\"", "\"kind\":\"unknown\""),
            sarif.replace("\"startLine\":1}", "\"startLine\":0}"),
            sarif.replace("\"text\"", "\"words\""),
            sarif.replace("\"executionSuccessful\"", "\"success\""))) {
      assertFalse(schema.faults(JsonValue.parse(wrong)).isEmpty(), wrong);
    }
  }

  @Test
  void sarifHasAResultAtTheLineOfTheFirstTransaction() throws IOException {
    var sarif = JsonValue.parse(written(new SarifReport(file, "1.2.3")));
    var run = at(at(sarif, "runs"), 0);
    assertEquals("WriteSkew", at(run, "tool", "driver", "rules", 0, "id"));
    assertEquals("1.2.3", at(run, "tool", "driver", "version"));
    assertEquals("WriteSkew", at(run, "results", 0, "ruleId"));
    assertEquals("error", at(run, "results", 0, "level"));
    var place = at(run, "results", 0, "locations", 0, "physicalLocation");
    assertEquals("h.edn", at(place, "artifactLocation", "uri"));
    assertEquals(1L, at(place, "region", "startLine"));
    assertEquals("open", at(run, "results", 1, "kind"));
    assertEquals("none", at(run, "results", 1, "level"));
    assertEquals(false, at(run, "invocations", 0, "executionSuccessful"));
    var notified = at(run, "invocations", 0, "toolExecutionNotifications", 0);
    assertEquals("expected <\n", at(notified, "message", "text"));
    var location = at(notified, "locations", 0, "physicalLocation");
    assertEquals("a%20%22b%22%20%3Cc%3E.edn", at(location, "artifactLocation", "uri"));
    assertEquals(12L, at(location, "region", "startLine"));
  }

  private static Object at(Object json, Object... path) {
    var found = json;
    for (var step : path) {
      found = step instanceof Integer i ? ((List<?>) found).get(i) : ((Map<?, ?>) found).get(step);
    }
    return found;
  }
}
