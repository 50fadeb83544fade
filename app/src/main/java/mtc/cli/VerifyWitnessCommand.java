package mtc.cli;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.Callable;
import mtc.source.InputException;
import mtc.source.Printable;
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
  private File witness;

  @Mixin private OrderOptions orders;

  @Mixin private InputOptions input;

  VerifyWitnessCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    return input.deadline().during(this::verify, history + ": not verified", streams);
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
    var wrong = new Replay(log, !orders.noSessionOrder, orders.clockSkew).refute(proof);
    var answer = wrong == null ? "proved" : "not proved";
    var name = Printable.text(history);
    streams.out().println(name + "\t" + proof.shape().level() + "\t" + answer);
    if (wrong != null) {
      streams.out().println("  " + wrong);
    }
    // Another order may prove it: what does not prove a level says nothing against it.
    return wrong == null ? ExitCode.OK : ExitCode.UNKNOWN;
  }

  private Witness proof() throws IOException {
    try (var in = new FileInputStream(witness)) {
      return WitnessFile.read(in);
    } catch (FileNotFoundException e) {
      throw InputException.of("it cannot be read").in(witness.getPath());
    } catch (InputException e) {
      throw e.in(witness.getPath());
    }
  }
}
