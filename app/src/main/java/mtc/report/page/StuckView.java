package mtc.report.page;

import mtc.history.History;
import mtc.history.Scalars;
import mtc.report.Markup;
import mtc.report.Subject;
import mtc.verdict.Stuck;

/**
 * Why a register is not linearizable, step by step: the longest order there is, what the register
 * holds after each step, and why nothing can come next.
 */
final class StuckView {
  /** Of a longer order, the beginning is left out. */
  private static final int STEPS = 12;

  private static final int PENDING = 20;

  private final Subject subject;
  private final History history;
  private final Stuck stuck;
  private final String id;
  private final StringBuilder html;

  StuckView(Subject subject, Stuck stuck, String id, StringBuilder html) {
    this.subject = subject;
    this.history = subject.history();
    this.stuck = stuck;
    this.id = id;
    this.html = html;
  }

  /** Who is in it, for the timeline: the one that is stuck, its last steps and who is pending. */
  int[] transactions() {
    var from = Math.max(0, stuck.order().length - STEPS / 2);
    var steps = stuck.order().length - from;
    var pending = Math.min(stuck.pending().length, STEPS / 2);
    var all = new int[1 + steps + pending];
    all[0] = stuck.transaction();
    System.arraycopy(stuck.order(), from, all, 1, steps);
    System.arraycopy(stuck.pending(), 0, all, 1 + steps, pending);
    return all;
  }

  void append() {
    html.append("<div class=\"stuck\">\n<p><b>").append(name(stuck.transaction()));
    html.append("</b> cannot be placed: ").append(conclusion()).append("</p>\n");
    steps();
    pending();
    html.append("</div>\n");
  }

  private String conclusion() {
    var key = Markup.text(subject.keyInProse(stuck.key()));
    var required = required(stuck.transaction());
    var text = new StringBuilder();
    if (required >= 0) {
      text.append("it ");
      text.append(
          history.kind(required) == History.READ_OTHER
              ? "found that " + key + " was not "
              : "found " + key + " to be ");
      text.append(value(history.value(required))).append(". But when it was its turn, ");
    } else {
      text.append("it fits nowhere before its end. By then, ");
    }
    text.append(key).append(" could only be ").append(possible());
    return text.append(", in whatever order what ran before and beside it is put.").toString();
  }

  private String possible() {
    var text = new StringBuilder();
    for (var i = 0; i < stuck.possible().length; i++) {
      var isLast = i == stuck.possible().length - 1;
      text.append(i == 0 ? "" : isLast ? " or " : ", ").append(value(stuck.possible()[i]));
    }
    return text.toString();
  }

  private void steps() {
    var from = Math.max(0, stuck.order().length - STEPS);
    html.append("<p>The longest order there is before it, and what ");
    html.append(Markup.text(subject.keyInProse(stuck.key()))).append(" is after each step:</p>\n");
    html.append("<table class=\"steps\">\n<tr><th>step</th><th>transaction</th><th>did</th><th>");
    html.append(Markup.text(subject.keyInProse(stuck.key()))).append(" is then</th></tr>\n");
    var before = from == 0 ? stuck.initialValue() : stuck.valueAfter()[from - 1];
    html.append("<tr><td>").append(from == 0 ? "at first" : from == 1 ? "1" : "1 to " + from);
    html.append("</td><td></td><td>")
        .append(from == 0 ? "" : from == 1 ? "the first" : "the first " + from);
    html.append("</td><td>").append(value(before)).append("</td></tr>\n");
    for (var i = from; i < stuck.order().length; i++) {
      html.append("<tr><td>").append(i + 1).append("</td><td>").append(name(stuck.order()[i]));
      html.append("</td><td>");
      Html.allOperations(html, subject, stuck.order()[i]);
      html.append("</td><td>").append(value(stuck.valueAfter()[i])).append("</td></tr>\n");
    }
    html.append("<tr class=\"never\"><td>then</td><td>").append(name(stuck.transaction()));
    html.append("</td><td>");
    Html.allOperations(html, subject, stuck.transaction());
    html.append("</td><td>cannot be</td></tr>\n</table>\n");
  }

  private void pending() {
    if (stuck.pending().length == 0) {
      html.append("<p>Nothing else ran beside it that could have come first.</p>\n");
      return;
    }
    html.append("<p>What else had begun by then, and what it would need to come next:</p>\n<ul>\n");
    for (var i = 0; i < Math.min(PENDING, stuck.pending().length); i++) {
      var t = stuck.pending()[i];
      html.append("<li>").append(name(t)).append(" ");
      Html.allOperations(html, subject, t);
      html.append(need(t)).append("</li>\n");
    }
    if (stuck.pending().length > PENDING) {
      html.append("<li>and ").append(stuck.pending().length - PENDING).append(" more</li>\n");
    }
    html.append("</ul>\n");
  }

  private String need(int t) {
    var key = Markup.text(subject.keyInProse(stuck.key()));
    var required = required(t);
    var text = new StringBuilder("would need ");
    if (required < 0) {
      text.append("nothing");
    } else {
      text.append(key)
          .append(history.kind(required) == History.READ_OTHER ? " to be other than " : " to be ");
      text.append(value(history.value(required)));
    }
    var written = written(t);
    if (written >= 0) {
      text.append(", and would make it ").append(value(history.value(written)));
    }
    return text.append(history.isCommitted(t) ? "" : "; nobody knows whether it took effect")
        .toString();
  }

  /** The read that says what the register held, or -1. */
  private int required(int t) {
    for (var op = history.firstOperation(t); op < history.endOperation(t); op++) {
      switch (history.kind(op)) {
        case History.READ -> {
          if (history.value(op) != Scalars.UNKNOWN) {
            return op;
          }
        }
        case History.READ_OTHER -> {
          return op;
        }
        default -> {
          return -1;
        }
      }
    }
    return -1;
  }

  private int written(int t) {
    for (var op = history.endOperation(t) - 1; op >= history.firstOperation(t); op--) {
      if (history.kind(op) == History.WRITE) {
        return op;
      }
    }
    return -1;
  }

  private String value(int scalar) {
    return "<code>"
        + (scalar == Scalars.UNKNOWN ? "not known" : Html.folded(subject.whole().value(scalar)))
        + "</code>";
  }

  private String name(int t) {
    return Html.name(subject, id, t);
  }
}
