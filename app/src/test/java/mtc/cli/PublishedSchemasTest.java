package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mtc.json.JsonSchema;
import mtc.json.JsonValue;
import org.junit.jupiter.api.Test;

/** What is printed as JSON is what docs/*.schema.json say. */
class PublishedSchemasTest {
  private static JsonSchema schema(String name) throws IOException {
    return new JsonSchema(Files.readString(Path.of("../docs", name)));
  }

  private static long validate(JsonSchema schema, Invocation run) {
    var lines = run.text().lines().toList();
    for (var line : lines) {
      assertEquals(List.of(), schema.faults(JsonValue.parse(line)), line);
    }
    return lines.size();
  }

  @Test
  void everyCaseAtEveryLevel() throws IOException {
    var run = Invocation.of("check", "-l", "all", "--examples", "3", "-o", "json", "-r", "cases");
    assertEquals(ExitCode.VIOLATION, run.exit());
    assertFalse(validate(schema("check.schema.json"), run) < 200);
  }

  @Test
  void whatCannotBeReadOrChecked() throws IOException {
    var schema = schema("check.schema.json");
    assertEquals(1, validate(schema, Invocation.of("check", "-o", "json", "no-such-file")));
    var list = "cases/list-valid/history.edn";
    assertEquals(1, validate(schema, Invocation.of("check", "-l", "lin", "-o", "json", list)));
  }

  @Test
  void workloads() throws IOException {
    var run = Invocation.of("generate", "workload", "--txns", "50", "--syntax", "jsonl", "-");
    assertEquals(0, run.exit(), run.err());
    assertFalse(validate(schema("workload.schema.json"), run) < 50);
  }

  @Test
  void theSchemasRefuseWhatIsNotMeant() throws IOException {
    var schema = schema("check.schema.json");
    var line = Invocation.of("check", "-o", "json", "cases/valid/history.edn").text();
    for (var wrong :
        List.of(
            line.replace("\"valid\"", "\"perhaps\""),
            line.replace("\"keys\":", "\"kys\":"),
            line.replace("\"class\":\"mt\"", "\"class\":7"))) {
      assertFalse(schema.faults(JsonValue.parse(wrong)).isEmpty(), wrong);
    }
  }
}
