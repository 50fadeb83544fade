package mtc.formats.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import mtc.formats.Sample;
import mtc.formats.memory.MemoryInput;
import mtc.formats.memory.Rendered;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.source.InputException;
import org.junit.jupiter.api.Test;

class AwditFormatTest {
  private static History read(String text) throws IOException {
    return Rendered.read(new AwditFormat(), MemoryInput.file(text.getBytes()));
  }

  private static String refusal(String text) {
    return assertThrows(InputException.class, () -> read(text)).at();
  }

  @Test
  void rulesSeparateTransactionsAndSessions() throws IOException {
    var history = read("w 0 1\n-----\nr 0 1\nr 1 0\n=====\nw 1 1\r\n---\r\nr 0 0");
    assertEquals(
        List.of(
            "1 1 COMMITTED w(0 1)",
            "1 2 COMMITTED r(0 1) r(1 0)",
            "2 3 COMMITTED w(1 1)",
            "2 4 COMMITTED r(0 0)"),
        Rendered.lines(history));
    assertEquals(3, history.position(1));
  }

  @Test
  void thereIsNoImplicitInitialValue() throws IOException {
    assertEquals(Scalars.UNKNOWN, read("r 0 0").initialValue());
  }

  @Test
  void repeatedRulesMakeNoEmptyTransactions() throws IOException {
    assertEquals(2, read("---\nw 0 1\n---\n---\nw 0 2\n---\n").transactionCount());
  }

  @Test
  void wrongLinesAreRefusedWhereTheyGoWrong() {
    assertEquals("1:1", refusal("x 0 1"));
    assertEquals("1:2", refusal("w"));
    assertEquals("1:3", refusal("w -1 1"));
    assertEquals("1:4", refusal("w 0"));
    assertEquals("1:7", refusal("w 0 1 2"));
    assertEquals("2:4", refusal("w 0 1\n---=\n"));
    assertEquals("", refusal(""));
    assertEquals("", refusal("---\n"));
  }

  @Test
  void recognisesOperationsBetweenRules() {
    assertTrue(recognises("w 0 1\n"));
    assertTrue(recognises("----\nr 12 1\n"));
    assertFalse(recognises("w(0,1,1,1)\n"));
    assertFalse(recognises("welcome\n"));
    assertFalse(recognises("r x 1"));
    assertFalse(recognises("---\n[x:=1]\n"));
    assertFalse(recognises(""));
  }

  private static boolean recognises(String text) {
    return new AwditFormat()
        .recognises(new Sample(false, List.of(new Sample.File("", text.getBytes(), true))));
  }
}
