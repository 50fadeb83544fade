package mtc.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mtc.verdict.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cases where the definitions bite, each with what they say at sser, ser and si. */
class OracleDefinitionsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          write skew                         | --+ | init 0; -: [r(x,0) r(y,0) w(x,1)]@1-9 [r(x,0) r(y,0) w(y,2)]@1-9
          lost update                        | --- | init 0; -: [r(x,0) w(x,1)]@1-9 [r(x,0) w(x,2)]@1-9
          stale read                         | -++ | init 0; 0: [r(x,0) w(x,1)]@1-2; 1: [r(x,0)]@3-4
          stale read in its session          | --- | init 0; 0: [r(x,0) w(x,1)]@1-2 [r(x,0)]@3-4
          touching intervals overlap         | +++ | init 0; 0: [r(x,0) w(x,1)]@1-3; 1: [r(x,0)]@3-4
          long fork                          | --- | init 0; -: [r(x,0) w(x,1)]@1-9 [r(y,0) w(y,2)]@1-9 [r(x,1) r(y,0)]@1-9 [r(x,0) r(y,2)]@1-9
          blind writes may be ordered        | +++ | init 0; -: [w(x,1) w(y,1)]@1-9 [w(x,2) w(y,2)]@1-9 [r(x,1) r(y,1)]@1-9
          blind writes both ways             | --- | init 0; -: [w(x,1) w(y,2)]@1-9 [w(x,3) w(y,4)]@1-9 [r(x,1) r(y,4)]@1-9 [r(x,3) r(y,2)]@1-9
          thin air                           | --- | init 0; -: [r(x,5)]@1-2
          aborted read                       | --- | init 0; -: [w(x,5)]!@1-2 [r(x,5)]@1-2
          aborted and committed wrote it     | +++ | init 0; -: [w(x,5)]!@1-2 [w(x,5)]@1-9 [r(x,5)]@1-2
          intermediate of an aborted one     | --- | init 0; -: [w(x,5) w(x,6)]!@1-2 [r(x,5)]@1-2
          intermediate read                  | --- | init 0; -: [w(x,5) w(x,6)]@1-2 [r(x,5)]@1-2
          the same value twice is not between| +++ | init 0; -: [w(x,5) w(x,5)]@1-2 [r(x,5)]@1-2
          future read                        | --- | init 0; -: [r(x,5) w(x,5)]@1-2
          own later value, written by others | +++ | init 0; -: [w(x,5)]@1-9 [r(x,5) w(x,5)]@1-9
          own write                          | +++ | init 0; -: [w(x,5) r(x,5)]@1-2
          not my own write                   | --- | init 0; -: [w(x,5) r(x,6)]@1-2 [w(x,6)]@1-2
          non-repeatable reads               | --- | init 0; -: [r(x,0) r(x,6)]@1-2 [w(x,6)]@1-2
          a default belongs to its writer    | --- | init 0; 0: [w(x,0)] [w(x,1)]; -: [r(x,1) r(y,0) w(y,1)] [r(y,1) r(x,0)]
          a reserved one never does          | +++ | init! nil; 0: [w(x,1)]@1-9; -: [r(x,nil)]@1-9
          no initial value                   | --- | init none; -: [r(x,0)]@1-9
          seen indeterminate did commit      | +++ | init 0; -: [w(x,1)]?@1- [r(x,1)]@1-9
          unseen indeterminate did not       | +++ | init 0; 0: [r(x,0) w(x,1)]@1-2 [r(x,?) w(x,2)]?@3-; 1: [r(x,1) w(x,3)]@4-5
          indeterminate after a later start  | -++ | init 0; 0: [w(x,1)]?@5-; 1: [r(x,1)]@1-2
          nothing follows an indeterminate   | +++ | init 0; 0: [w(x,1)]?@1- [r(x,0)]@3-4; 1: [r(x,1)]@5-6
          an indeterminate follows           | --- | init 0; 0: [r(x,0) w(x,1)]@1-2 [w(y,2)]?@3-; 1: [r(y,2) r(x,0)]@4-5
          seen by a seen indeterminate       | +++ | init 0; -: [w(x,1)]?@1- [r(x,1) w(x,2)]?@1- [r(x,2)]@1-9
          the same, overwritten              | --- | init 0; -: [w(x,1)]?@1- [r(x,1) w(x,2)]?@1- [r(x,2)]@1-9 [r(x,1) w(x,3)]@1-9
          indeterminate with a bad read      | +++ | init 0; -: [r(x,7) w(x,1)]?@1- [r(x,0)]@1-9
          the same, seen                     | --- | init 0; -: [r(x,7) w(x,1)]?@1- [r(x,1)]@1-9
          other value                        | --- | init 0; 0: [w(x,1)]@1-2 [o(x,1)]@3-4
          other value by an unseen one       | +++ | init 0; 0: [w(x,1)]@1-2 [o(x,1)]@3-4; 1: [w(x,2)]?@1-
          repeated value, the later writer   | +++ | init 0; 0: [w(x,1)]@1-2 [w(x,2)]@3-4 [w(x,1)]@5-6 [r(x,1)]@7-8
          list in order                      | +++ | init! nil; -: [a(x,1)]@1-9 [a(x,2)]@1-9 [l(x,[2 1])]@1-9
          lists of two orders                | --- | init! nil; -: [a(x,1)]@1-9 [a(x,2)]@1-9 [l(x,[2 1])]@1-9 [l(x,[1 2])]@1-9
          list without its first             | --- | init! nil; -: [a(x,1)]@1-2 [a(x,2)]@1-9 [l(x,[1])]@1-9 [l(x,[2])]@1-9
          list that ends inside              | --- | init! nil; -: [a(x,1) a(x,2)]@1-9 [l(x,[1])]@1-9
          list with a stranger inside        | --- | init! nil; -: [a(x,1) a(x,2)]@1-9 [a(x,3)]@1-9 [l(x,[1 3 2])]@1-9
          list with own appends              | +++ | init! nil; -: [a(x,1)]@1-9 [a(x,2) l(x,[1 2]) a(x,3) l(x,[1 2 3])]@1-9
          list with an aborted element       | --- | init! nil; -: [a(x,1)]!@1-9 [l(x,[1])]@1-9
          unseen append after the seen ones  | --- | init! nil; 0: [a(x,1)]@1-2 [a(x,2)]@3-4; 1: [l(x,[2])]@5-9
          """)
  void theDefinitionsSay(String name, String expected, String text) {
    var draft = HistoryText.parse(text.replace("; ", "\n"));
    var real = draft.realTime();
    var graph = new StringBuilder();
    var replay = new StringBuilder();
    for (var level : new Level[] {Level.SSER, Level.SER, Level.SI}) {
      graph.append(Oracle.holds(draft.toHistory(), level, true) ? '+' : '-');
      replay.append(ReplayOracle.holds(draft, level, true) ? '+' : '-');
    }
    assertEquals(expected, graph.toString());
    assertEquals(expected, replay.toString());
    assertEquals(real || expected.charAt(0) == expected.charAt(1), true);
  }
}
