package mtc.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mtc.check.CheckOptions;
import mtc.check.Checker;
import mtc.check.Log;
import mtc.verdict.Anomaly;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That a transaction missed a write is counted once, however often it read what was there. */
class MissedWritesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | w(x,1) w(y,1); r(y,1) r(x,0)",
        // Read again.
        "1 | w(x,1) w(y,1); r(y,1) r(x,0) r(x,0)",
        // For two reasons.
        "1 | w(x,1) w(y,1) w(z,1); r(y,1) r(z,1) r(x,0)",
        // Two readers, the second of which reads again.
        "2 | w(x,1) w(y,1); r(y,1) r(x,0); r(y,1) r(x,0) r(x,0)",
        // Two writes of one key.
        "2 | w(x,1) w(y,1); r(x,1) w(x,2) w(z,1); r(y,1) r(z,1) r(x,0)",
        // Two keys.
        "2 | w(x,1) w(y,1) w(u,1); r(y,1) r(x,0) r(u,0)",
        // Two writes, for two reasons each, of two readers.
        "4 | w(x,1) w(y,1) w(z,1); r(x,1) w(x,2) w(u,1) w(v,1); r(y,1) r(z,1) r(u,1) r(v,1) r(x,0);"
            + " r(y,1) r(z,1) r(u,1) r(v,1) r(x,0) r(x,0)",
      })
  void aMissedWriteIsCountedOnce(int count, String log) {
    var history = Log.of("- : " + log.replace("; ", "\n- : "));
    for (var level : new Level[] {Level.RC, Level.RA}) {
      var anomalies = new Checker(history, CheckOptions.DEFAULT).check(level).anomalies();
      assertEquals(count, anomalies.stream().mapToLong(Anomaly::count).sum(), level.label());
    }
  }

  /** However many operations of other keys come between. */
  @Test
  void updatesOfOneVersionOfAListAreLost() {
    for (var between : new String[] {"", " r(u,0)".repeat(30)}) {
      var log =
          "- : l(x,[])%s a(x,1)%n- : l(x,[])%s a(x,2)%n- : l(x,[1 2])".formatted(between, between);
      for (var level : new Level[] {Level.PSI, Level.SI, Level.SER}) {
        var anomaly =
            new Checker(Log.of(log), CheckOptions.DEFAULT).check(level).anomalies().getFirst();
        assertEquals("LostUpdate", anomaly.kind().paperName(), level.label());
        assertEquals(1, anomaly.count());
        assertArrayEquals(new int[] {0, 1}, anomaly.examples().getFirst().transactions());
      }
    }
  }
}
