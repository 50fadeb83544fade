package mtc.report;

import mtc.verdict.Stuck;

/** What a report may want to know of a history beyond its verdicts; it costs time to find out. */
public interface Inquiry {
  /** {@code mt}, {@code rmw}, {@code chain} or {@code general}. */
  String historyClass();

  /** How far the operations on a register can be put in order; null if that cannot be told. */
  Stuck stuck(int key);

  /** Where the class is known and nothing else is asked. */
  static Inquiry ofClass(String historyClass) {
    return new Inquiry() {
      @Override
      public String historyClass() {
        return historyClass;
      }

      @Override
      public Stuck stuck(int key) {
        return null;
      }
    };
  }
}
