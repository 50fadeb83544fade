package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HistoryTextTest {
  @Test
  void printsWhatItReads() {
    var text =
        """
        init 0
        0: [r(x,0) w(x,1)]@1-4 [w(y,2)]?@6-
        1: [r(x,?) o(y,2)]@2-3 [a(z,3) l(z,[1 3]) r(x,nil) l(z,[])]!@5-9
        -: [w(x,7)]@1-9
        """;
    assertEquals(text, HistoryText.print(HistoryText.parse(text)));
  }

  @Test
  void everyRandomHistorySurvivesTextAndHistory() {
    for (var kind : RandomHistories.Kind.values()) {
      for (var seed = 0L; seed < 100; seed++) {
        var draft = RandomHistories.next(kind, seed, 7);
        var text = HistoryText.print(draft);
        assertEquals(text, HistoryText.print(HistoryText.parse(text)));
        // A history spells the empty list of a list's key in one way only.
        var spelt = HistoryText.print(Draft.of(draft.toHistory()));
        assertEquals(draft.hasLists() ? spelt : text, spelt);
        assertEquals(spelt, HistoryText.print(Draft.of(HistoryText.parse(spelt).toHistory())));
      }
    }
  }
}
