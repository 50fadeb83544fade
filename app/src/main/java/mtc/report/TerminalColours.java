package mtc.report;

import mtc.verdict.EdgeType;
import mtc.verdict.Verdict;

/** Colours on a terminal, or none. */
enum TerminalColours {
  PLAIN,
  COLOURED;

  private static final String BOLD = "1";
  private static final String DIM = "2";

  String verdict(Verdict.Outcome outcome, String text) {
    return switch (outcome) {
      case VALID -> in("1;32", text);
      case INVALID -> in("1;31", text);
      case UNKNOWN -> in("1;33", text);
    };
  }

  String edge(EdgeType type, String text) {
    return switch (type) {
      case SO -> in("36", text);
      case RT -> in("35", text);
      case WR -> in("32", text);
      case WW -> in("34", text);
      case RW -> in("31", text);
    };
  }

  String strong(String text) {
    return in(BOLD, text);
  }

  String faint(String text) {
    return in(DIM, text);
  }

  String fault(String text) {
    return in("1;31", text);
  }

  private String in(String code, String text) {
    return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
