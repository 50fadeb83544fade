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
    add(sentences, aborted, "aborted", "left out");
    add(sentences, unobserved, "indeterminate", "left out: nobody read what they wrote");
    add(sentences, observed, "indeterminate", "committed: others read what they wrote");
    add(sentences, idle, "without effect", "left out");
    add(sentences, initial, "that wrote the initial value", "taken for the initial version");
    if (internal > 0) {
      sentences.add(
          "left out "
              + count(internal, "operation")
              + " that say nothing of other transactions, nor to them: reads of own writes, repeated"
              + " and unknown reads, overwritten writes");
    }
    if (appends + lists > 0) {
      sentences.add(
          count(appends, "append")
              + " became read-modify-writes, "
              + count(lists, "read")
              + " of lists became reads of their last elements");
    }
    if (completed > 0) {
      sentences.add(
          count(completed, "write")
              + " of unknown predecessor got the read of the only version they can come after");
    }
    return sentences;
  }

  private static void add(List<String> sentences, int count, String which, String how) {
    if (count > 0) {
      sentences.add(count(count, "transaction") + " " + which + ": " + how);
    }
  }

  private static String count(int count, String of) {
    return count + " " + of + (count == 1 ? "" : "s");
  }
}
