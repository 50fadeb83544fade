package mtc.report;

import java.io.IOException;

/**
 * A way to say what came of all inputs: lines on standard output ({@link LineReport}), or a file or
 * folder of its own ({@link Document}).
 *
 * <p>To add one, extend one of the two, and list it among the command line's reports.
 */
public interface Report {
  /**
   * Puts into words what came of one input. Any thread may ask, several at a time; what comes back
   * holds on to no history.
   */
  Part on(Answers input);

  /** All inputs have had their say. */
  void end() throws IOException;

  /** What there is to say of one input, whose turn comes after the inputs before it. */
  interface Part {
    void say();
  }
}
