package mtc.run.exec;

import java.io.IOException;
import java.util.List;
import mtc.run.store.Claim;
import mtc.run.store.Client;
import mtc.run.store.Store;
import mtc.run.store.StoreException;

/**
 * Whatever a program talks to: the program is started once per session, reads an invocation per
 * line and answers each with its completion. So a client can be written in any language.
 */
public final class ExecStore implements Store {
  private final List<String> command;
  private final String isolation;

  /**
   * A store behind a program.
   *
   * @param command the program and its arguments
   * @param isolation what it finds in its environment; null for nothing
   */
  public ExecStore(List<String> command, String isolation) {
    this.command = command;
    this.isolation = isolation;
  }

  @Override
  public String describe() {
    var program = String.join(" ", command);
    return isolation == null ? program : program + ", " + isolation;
  }

  @Override
  public Claim claim() {
    return null;
  }

  /** What there is to prepare is the program's affair, or its user's. */
  @Override
  public void prepare(boolean replace) {}

  @Override
  public Client connect(int session, boolean reads) throws StoreException {
    try {
      var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("MTC_SESSION", Integer.toString(session));
      if (isolation != null) {
        builder.environment().put("MTC_ISOLATION", isolation);
      }
      return new ExecClient(session, builder.start());
    } catch (IOException e) {
      throw new StoreException(String.join(" ", command), e);
    }
  }

  @Override
  public void close() {}
}
