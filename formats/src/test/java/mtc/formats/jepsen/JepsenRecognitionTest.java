package mtc.formats.jepsen;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import mtc.formats.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JepsenRecognitionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{:type :invoke, :f :txn}",
        "; a comment\n [{:process 1 :type :ok}",
        "({:value {:a 1}, :type :info",
        "#jepsen.history.Op{:index 0, :type :invoke",
        "\uFEFF{:type :ok}",
        ",{:type :ok}",
        "{\"type\":\"ok\"}",
        " [ {\"process\":0, \"type\":\"invoke\"",
        "{:process 0, :f :read, :val",
      })
  void operationsAreRecognised(String text) {
    assertTrue(Text.isRecognised(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[]",
        "{}",
        "{:a 1}",
        "nil",
        "{\"params\":{\"id\":1},\"data\":[]}",
        "{\"value\":[[\"w\",1,2,true]]}",
        "[[{\"events\":[],\"committed\":true}]]",
        "{\"type\":\"FeatureCollection\"}",
        "r(1,2,3,4)",
        "[x:=1 y==2]",
        "INFO  jepsen.util - 0\t:invoke\t:read\tnil",
        "JEPSEN is a tool",
        "# a heading",
        "#!/bin/sh",
      })
  void otherTextIsNot(String text) {
    assertFalse(Text.isRecognised(text));
  }

  @Test
  void aFolderIsRecognisedByItsHistory() {
    var history = "{:type :invoke}".getBytes(StandardCharsets.UTF_8);
    var log = new Sample.File("jepsen.log", history, true);
    var edn = new Sample.File("history.edn", history, true);
    assertTrue(JepsenFormat.edn().recognises(new Sample(true, List.of(log, edn))));
    assertFalse(JepsenFormat.edn().recognises(new Sample(true, List.of(log))));
  }
}
