package mtc.mini;

import java.util.ArrayList;
import java.util.List;

/** Counts what a conversion changes, to say it. */
final class Changes {
  int aborted;
  int unobserved;
  int observed;
  int idle;
  int initial;
  int internal;
  int appends;
  int lists;
  int completed;

  List<String> sentences() {
    var sentences = new ArrayList<String>();
    add(sentences, "aborted transactions left out", aborted);
    add(
        sentences,
        "indeterminate transactions left out, because nobody read what they wrote",
        unobserved);
    add(
        sentences,
        "indeterminate transactions taken for committed, because others read what they wrote",
        observed);
    add(sentences, "transactions without effect left out", idle);
    add(sentences, "transactions taken for the initial version, which is all they wrote", initial);
    add(
        sentences,
        "operations left out that mean nothing to other transactions (reads of own writes, repeated"
            + " and unknown reads, overwritten writes)",
        internal);
    add(sentences, "appends turned into read-modify-writes", appends);
    add(sentences, "reads of lists turned into reads of the last element", lists);
    add(sentences, "writes given the read of the only version they can come after", completed);
    if (appends + completed + internal > 0) {
      // Who appends or writes saw nothing; from psi up the last version all the same. And rc asks
      // of every read what was read before it.
      sentences.add("only the levels from psi up are sure to be the same");
    }
    return sentences;
  }

  private static void add(List<String> sentences, String what, int count) {
    if (count > 0) {
      sentences.add(what + ": " + count);
    }
  }
}
