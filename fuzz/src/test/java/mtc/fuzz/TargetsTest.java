package mtc.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import mtc.formats.Format;
import mtc.reading.Formats;
import org.junit.jupiter.api.Test;

class TargetsTest {
  @Test
  void everyReaderHasATargetOfItsOwn() throws IllegalAccessException {
    var formats = new HashSet<Object>();
    for (var field : ReadersFuzzTest.class.getDeclaredFields()) {
      if (Format.class.isAssignableFrom(field.getType())) {
        field.setAccessible(true);
        formats.add(field.get(null));
      }
    }
    assertEquals(Set.copyOf(Formats.ALL), formats);
  }
}
