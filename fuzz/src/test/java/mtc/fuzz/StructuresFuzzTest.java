package mtc.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import mtc.formats.WritableFormat;
import mtc.history.History;
import mtc.reading.Formats;
import mtc.reading.HistoryReader;
import mtc.source.Bytes;
import mtc.source.InputException;
import mtc.verdict.Level;
import mtc.verdict.Verdict.Outcome;

/**
 * Mutations of structures instead of bytes: what comes out is nearly right, and mostly right all
 * through, so that something can be said of what must be read.
 */
class StructuresFuzzTest {
  /** Comments, commas and what is discarded change nothing. */
  @FuzzTest
  void ednStructure(byte[] bytes) {
    var text = new EdnText(new Dice(bytes));
    var plain = Oracles.read(MemoryFiles.file(Seeds.utf8(text.plain())), Oracles.EDN);
    var spread = Oracles.read(MemoryFiles.file(Seeds.utf8(text.spread())), Oracles.EDN);
    expectSame(plain, spread);
    if (plain != null) {
      Oracles.writesWhatItReads(plain);
    }
  }

  /** Values in any of Fressian's ways to write them are those that EDN has. */
  @FuzzTest
  void fressianStructure(byte[] bytes) {
    var test = new FressianFile(new Dice(bytes));
    var read = Oracles.read(MemoryFiles.file(test.bytes()), Formats.named("jepsen-fressian"));
    if (test.isRight()) {
      var asEdn = Oracles.read(MemoryFiles.file(Seeds.utf8(test.edn())), Oracles.EDN);
      expectSame(asEdn, read);
    }
  }

  /** A file that dbcop could have written is read; one with a wrong count is not. */
  @FuzzTest
  void bincodeStructure(byte[] bytes) {
    var file = new BincodeFile(new Dice(bytes));
    var read = Oracles.read(MemoryFiles.file(file.bytes()), Formats.named("dbcop"));
    if (file.isRight()) {
      Oracles.expect(read != null, "it is not read");
      Oracles.expect(read.transactionCount() == file.transactions(), "transactions are missing");
      Oracles.expect(read.operationCount() == file.operations(), "operations are missing");
    }
    if (read != null) {
      Oracles.writesWhatItReads(read);
    }
  }

  /** What a store could have answered is no violation; a stale read is one. */
  @FuzzTest
  void etcdStructure(byte[] bytes) {
    var log = new EtcdLog(new Dice(bytes));
    var read = Oracles.read(log.files(false), Formats.named("etcd"));
    expectSame(read, Oracles.read(log.files(true), Formats.named("etcd")));
    if (log.isRight() && log.requests() > 0) {
      Oracles.expect(read != null, "it is not read");
    }
    if (read != null) {
      Oracles.writesWhatItReads(read);
      expectJudged(read, Level.SSER, log.isRight(), log.isStale() && !log.isDamaged());
      // Of two without an answer that put one value, it is open which was read.
      Oracles.expect(
          !log.isRight()
              || log.repeats()
              || read.relaxation() != null
              || Oracles.verdict(read, Level.SER).outcome() == Outcome.VALID,
          "it is not decided, and nothing is open");
    }
  }

  /**
   * What a database with snapshots could have done is no violation; what its snapshots had not is.
   */
  @FuzzTest
  void chronosStructure(byte[] bytes) {
    var log = new ChronosLog(new Dice(bytes));
    var chronos = (WritableFormat) Formats.named("chronos");
    var read = Oracles.read(log.file(false), chronos);
    expectSame(read, Oracles.read(log.file(true), chronos));
    if (log.isRight()) {
      Oracles.expect(read != null, "it is not read");
      Oracles.expect(read.transactionCount() == log.transactions(), "transactions are missing");
    }
    if (read != null) {
      Oracles.writesWhatItReads(read);
      Oracles.writesWhatItReads(read, chronos);
      expectJudged(read, Level.STRONG_SI, log.isRight(), log.isStale() && !log.isDamaged());
      // Elements that are there twice tell no order.
      Oracles.expect(
          !log.isRight()
              || log.repeats()
              || Oracles.verdict(read, Level.SI).outcome() == Outcome.VALID,
          "it is not decided, and nothing is open");
    }
  }

  private static void expectJudged(History read, Level level, boolean isRight, boolean isWrong) {
    var outcome = Oracles.verdict(read, level).outcome();
    Oracles.expect(!isRight || outcome != Outcome.INVALID, level + " is invalid and should hold");
    Oracles.expect(!isWrong || outcome != Outcome.VALID, level + " holds and should not");
  }

  /** All of an archive is read, or none of it. */
  @FuzzTest
  void tarStructure(byte[] bytes) {
    var archive = new TarText(new Dice(bytes));
    var tar = archive.bytes();
    var read = Oracles.read(Bytes.tar(tar, Oracles.LIMITS), null);
    if (read != null && archive.isRight()) {
      Oracles.expect(
          read.transactionCount() == archive.transactions(), "a part of the history is missing");
    }
  }

  @FuzzTest
  void zipStructure(byte[] bytes) {
    var archive = new ZipText(new Dice(bytes));
    var reader = new HistoryReader(new ByteArrayInputStream(archive.bytes()), null, Oracles.LIMITS);
    History read;
    try {
      read = reader.read("-");
    } catch (InputException e) {
      Oracles.told(e);
      return;
    }
    if (archive.isRight()) {
      Oracles.expect(
          read.transactionCount() == archive.transactions(), "a part of the history is missing");
    }
  }

  @FuzzTest
  void tar(byte[] bytes) {
    if (Bytes.isTar(bytes)) {
      Oracles.read(Bytes.tar(bytes, Oracles.LIMITS), null);
    }
  }

  @FuzzTest
  void zip(byte[] bytes) {
    try {
      new HistoryReader(new ByteArrayInputStream(bytes), null, Oracles.LIMITS).read("-");
    } catch (InputException e) {
      Oracles.told(e);
    }
  }

  private static void expectSame(History one, History other) {
    Oracles.expect((one == null) == (other == null), "one is read and the other is not");
    if (one != null && one.transactionCount() > 0) {
      var writings = List.of(written(one), written(other));
      Oracles.expect(
          Arrays.equals(writings.getFirst(), writings.getLast()),
          Oracles.text(writings.getFirst()) + "\nis not\n" + Oracles.text(writings.getLast()));
    }
  }

  private static byte[] written(History history) {
    var written = Oracles.write(history, Oracles.EDN);
    return written == null ? new byte[0] : written.contents().get("");
  }
}
