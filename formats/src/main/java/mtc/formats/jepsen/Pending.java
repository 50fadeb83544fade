package mtc.formats.jepsen;

/** An operation that was invoked and has not completed; used again once it has. */
final class Pending {
  /** Null only before the first use. */
  Function function;

  String functionName;
  ValueForm value = new ValueForm();
  long line;
  long column;
  long id;
  long event;
  long time;

  /** The process, as a session of the history or {@link mtc.history.History#NO_SESSION}. */
  int session;
}
