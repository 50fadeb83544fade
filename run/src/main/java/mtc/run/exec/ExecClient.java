package mtc.run.exec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import mtc.run.log.Syntax;
import mtc.run.store.Client;
import mtc.run.store.Outcome;
import mtc.run.workload.Transaction;

/**
 * A session's program. What it does not say, or says wrongly, leaves the transaction open: it may
 * have committed.
 */
final class ExecClient implements Client {
  private static final int GRACE_SECONDS = 2;

  private final int session;
  private final Process process;
  private final OutputStream in;
  private final BufferedReader out;

  ExecClient(int session, Process process) {
    this.session = session;
    this.process = process;
    this.in = process.getOutputStream();
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  @Override
  public Outcome run(Transaction transaction) {
    transaction.mayPause(0);
    try {
      in.write(Syntax.invocation(session, transaction).getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      // It may have read the line before it went away.
      return Outcome.broken(false, "the client is gone: " + e.getMessage());
    }
    try {
      var line = out.readLine();
      return line == null
          ? Outcome.broken(false, "the client ended without an answer")
          : Completion.read(line, transaction);
    } catch (IOException e) {
      return Outcome.broken(false, "no answer from the client: " + e.getMessage());
    }
  }

  /** The end of its input tells it to end; it is ended if it does not. */
  @Override
  public void close() {
    try (in) {
      in.flush();
    } catch (IOException e) {
      // It is gone already.
    }
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
