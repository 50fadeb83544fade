package mtc.source;

import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals that end a process and that Java leaves to the system, which runs no shutdown hooks: a
 * limit on processor time, Ctrl-\, a timer, what batch systems announce an end with. The usual
 * three (SIGINT, SIGTERM, SIGHUP) run them anyway.
 */
final class EndingSignals {
  private static final List<String> NAMES =
      List.of(
          "QUIT", "XCPU", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "ABRT", "SYS", "IO", "PWR",
          "TRAP");

  /** What a shell adds to the number of the signal that ended a process. */
  private static final int EXIT_OF_SIGNALS = 128;

  private EndingSignals() {}

  /** From now on they end the process as SIGTERM does. */
  static void runShutdownHooks() {
    for (var name : NAMES) {
      try {
        var signal = new Signal(name);
        var before = Signal.handle(signal, EndingSignals::exit);
        if (before == SignalHandler.SIG_IGN) {
          Signal.handle(signal, before); // Whoever started the process wants it so.
        }
      } catch (IllegalArgumentException e) {
        // One that this virtual machine keeps for itself: HotSpot shows its threads on SIGQUIT.
      }
    }
  }

  private static void exit(Signal signal) {
    System.exit(EXIT_OF_SIGNALS + signal.getNumber());
  }
}
