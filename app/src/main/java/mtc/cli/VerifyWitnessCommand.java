package mtc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import mtc.source.FileName;
import mtc.source.InputException;
import mtc.source.Printable;
import mtc.source.Reason;
import mtc.witness.Replay;
import mtc.witness.Witness;
import mtc.witness.WitnessFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify-witness",
    description =
        "Replays the proof that mtc check --witness wrote: every read must see what it saw in the"
            + " history, and sessions and real time must be respected.",
    footer = {"", "The options are those that mtc check was given."})
final class VerifyWitnessCommand implements Callable<Integer> {
  private final Streams streams;

  @Parameters(index = "0", paramLabel = "HISTORY", description = "the history, as for mtc check")
  private String history;

  @Parameters(index = "1", paramLabel = "WITNESS", description = "the proof to replay")
  private String witness;

  @Mixin private OrderOptions orders;

  @Mixin private InputOptions input;

  VerifyWitnessCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    return input.deadline().during(this::verify, history, "not verified", streams);
  }

  private int verify(Deadline deadline) throws IOException {
    var proof = proof();
    var log = input.reader(streams).read(history, deadline.whileReading());
    var isTimed = proof.shape().isTimed();
    if (isTimed && !log.hasRealTime()) {
      throw InputException.of("the proof is about real time: " + log.withoutRealTime()).in(history);
    }
    if (isTimed && orders.clockSkew > 0 && !log.hasClock()) {
      throw InputException.of("a clock skew needs wall-clock times, which it has not").in(history);
    }
    var sessionOrder = proof.sessionOrder() && !orders.noSessionOrder;
    var wrong = new Replay(log, sessionOrder, orders.clockSkew).refute(proof);
    var answer = wrong == null ? "proved" : "not proved";
    var name = Printable.text(history);
    streams.out().println(name + "\t" + claim(proof.shape(), sessionOrder) + "\t" + answer);
    if (wrong != null) {
      streams.out().println("  " + wrong);
    }
    // Another order may prove it: what does not prove a level says nothing against it.
    return wrong == null ? ExitCode.OK : ExitCode.UNKNOWN;
  }

  /** What must not pass for a level with sessions is not called like one. */
  private static String claim(Witness.Shape shape, boolean sessionOrder) {
    return shape.level() + (sessionOrder || !shape.hasSessions() ? "" : " without session order");
  }

  private Witness proof() throws IOException {
    try (var in = Files.newInputStream(FileName.path(witness))) {
      return WitnessFile.read(in, input.limits());
    } catch (InputException e) {
      throw e.in(witness);
    } catch (IOException e) {
      throw InputException.of(Reason.of(e)).in(witness);
    } catch (OutOfMemoryError e) {
      throw OutOfMemory.of(e, witness);
    }
  }
}
