package mtc.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7ns, 7",
    "50us, 50000",
    "50µs, 50000",
    "100ms, 100000000",
    "1.5s, 1500000000",
    "2m, 120000000000"
  })
  void durationsHaveUnits(String text, long nanos) {
    assertEquals(nanos, new Quantity.Nanos().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "100", "ms", "-5ms", "5 ms", "5h", "1.2.3s", "99999999999999999999s"})
  void whatIsNoDurationIsRefused(String text) {
    assertThrows(TypeConversionException.class, () -> new Quantity.Nanos().convert(text));
  }

  @ParameterizedTest
  @CsvSource({"12, 12", "4K, 4096", "1.5M, 1572864", "8G, 8589934592", "1GiB, 1073741824"})
  void sizesArePowersOf1024(String text, long bytes) {
    assertEquals(bytes, new Quantity.Bytes().convert(text));
  }

  @Test
  void whatIsNoSizeIsRefused() {
    assertThrows(TypeConversionException.class, () -> new Quantity.Bytes().convert("8X"));
  }
}
