package mtc.report;

import java.util.List;
import mtc.mini.Outcome;
import mtc.source.Printable;

/** Why a history cannot become an MT history, for people. */
public final class ConversionRefusal {
  private ConversionRefusal() {}

  /** All lines, each with its line feed. */
  public static String text(Subject subject, List<Outcome.Reason> reasons) {
    var text = new StringBuilder(256);
    text.append("mtc: ").append(Printable.text(subject.path()));
    text.append(": it cannot become an MT history exactly\n");
    for (var reason : reasons) {
      text.append("  ");
      Paragraph.append(text, reason.what() + ": " + reason.count(), 2, 4);
      text.append("    ");
      var place = new FirstOccurrence(subject, reason.transaction(), reason.operation());
      Paragraph.append(text, place.text(), 4, 6);
    }
    return text.append("  mtc check takes it as it is\n").toString();
  }
}
