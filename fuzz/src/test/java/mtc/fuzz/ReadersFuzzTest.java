package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import mtc.formats.Format;
import mtc.formats.WritableFormat;
import mtc.reading.Formats;

/** Every reader takes any bytes: it reads them, or says what is wrong with them. */
class ReadersFuzzTest {
  private static final Format EDN = Formats.named("jepsen");
  private static final Format JSON = Formats.named("jepsen-json");
  private static final Format TEXT = Formats.named("jepsen-text");
  private static final Format BINARY = Formats.named("jepsen-binary");
  private static final Format FRESSIAN = Formats.named("jepsen-fressian");
  private static final Format POLYSI = Formats.named("polysi");
  private static final Format PLUME = Formats.named("plume");
  private static final Format DBCOP = Formats.named("dbcop");
  private static final Format DBCOP_JSON = Formats.named("dbcop-json");
  private static final Format DBCOP_HIST = Formats.named("dbcop-hist");
  private static final Format AWDIT = Formats.named("awdit");
  private static final Format PORCUPINE = Formats.named("porcupine");
  private static final Format COBRA = Formats.named("cobra");
  private static final Format VIPER = Formats.named("viper");
  private static final Format ETCD = Formats.named("etcd");
  private static final WritableFormat CHRONOS = (WritableFormat) Formats.named("chronos");

  @FuzzTest
  void edn(byte[] bytes) {
    file(bytes, EDN);
  }

  @FuzzTest
  void json(byte[] bytes) {
    file(bytes, JSON);
  }

  @FuzzTest
  void historyTxt(byte[] bytes) {
    file(bytes, TEXT);
  }

  @FuzzTest
  void testJepsen(byte[] bytes) {
    file(Checksums.repaired(bytes), BINARY);
  }

  @FuzzTest
  void fressian(byte[] bytes) {
    file(bytes, FRESSIAN);
  }

  @FuzzTest
  void polysi(byte[] bytes) {
    file(bytes, POLYSI);
  }

  @FuzzTest
  void plume(byte[] bytes) {
    file(bytes, PLUME);
  }

  @FuzzTest
  void dbcop(byte[] bytes) {
    file(bytes, DBCOP);
  }

  @FuzzTest
  void dbcopJson(byte[] bytes) {
    file(bytes, DBCOP_JSON);
  }

  @FuzzTest
  void dbcopHist(byte[] bytes) {
    file(bytes, DBCOP_HIST);
  }

  @FuzzTest
  void awdit(byte[] bytes) {
    file(bytes, AWDIT);
  }

  @FuzzTest
  void porcupine(byte[] bytes) {
    file(bytes, PORCUPINE);
  }

  @FuzzTest
  void cobra(byte[] bytes) {
    read(Folders.unpacked(bytes, "T", ".log"), COBRA);
  }

  @FuzzTest
  void viper(byte[] bytes) {
    read(Folders.unpacked(bytes, "J", ".log"), VIPER);
  }

  @FuzzTest
  void etcd(byte[] bytes) {
    var history = Oracles.read(Folders.unpacked(bytes, "client-", "/operations.json"), ETCD);
    if (history != null) {
      Oracles.writesWhatItReads(history);
      Oracles.ends(history);
    }
  }

  @FuzzTest
  void chronos(byte[] bytes) {
    var history = Oracles.read(MemoryFiles.file(bytes), CHRONOS);
    if (history != null) {
      Oracles.writesWhatItReads(history);
      Oracles.writesWhatItReads(history, CHRONOS);
      Oracles.ends(history);
    }
  }

  /** Whatever it is. */
  @FuzzTest
  void anything(byte[] bytes) {
    file(bytes, null);
  }

  private static void file(byte[] bytes, Format format) {
    read(MemoryFiles.file(bytes), format);
  }

  private static void read(MemoryFiles files, Format format) {
    var history = Oracles.read(files, format);
    if (history != null) {
      Oracles.writesWhatItReads(history);
    }
  }
}
