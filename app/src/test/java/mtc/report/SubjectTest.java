package mtc.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;
import org.junit.jupiter.api.Test;

class SubjectTest {
  private static Subject withIds(long... ids) {
    var log = new Log();
    for (var id : ids) {
      log.begin(0, id).ok();
    }
    return new Subject("h", log.builder.build(), Inquiry.ofClass("mt"), 0);
  }

  @Test
  void aTransactionIsNamedByItsOwnShortUniqueId() {
    assertEquals("T700", withIds(5, 700, 64).name(1));
  }

  @Test
  void idsThatAreNotUniqueAreNotNames() {
    assertEquals("T1", withIds(5, 700, 5).name(1));
  }

  @Test
  void idsThatAreNotShortAreNotNames() {
    assertEquals("T1", withIds(1, 0x1234_5678_9abcL).name(1));
    assertEquals("T1", withIds(1, -3).name(1));
    assertEquals("T1", withIds(1, 999_999_999).name(1));
  }

  @Test
  void aPlaceNamesTheFileOfALogOfSeveral() {
    var builder = new HistoryBuilder("cobra");
    builder.positionUnit(History.PositionUnit.BYTE);
    builder.file("T3.log");
    builder.begin(History.NO_SESSION, 1, 4711);
    builder.end(Status.COMMITTED);
    var subject = new Subject("folder", builder.build(), Inquiry.ofClass("mt"), 0);
    assertEquals("byte 4711 of T3.log", subject.place(0));
    assertEquals("no session", subject.session(0));
  }

  @Test
  void longListsKeepTheirEnds() {
    var log = new Log().begin(0).list("x", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10).list("x", 1, 2).ok();
    var subject = new Subject("h", log.builder.build(), Inquiry.ofClass("mt"), 0);
    assertEquals("r(x)=[1 2 3 … 8 9 10]", subject.operation(0));
    assertEquals("r(x)=[1 2]", subject.operation(1));
  }
}
