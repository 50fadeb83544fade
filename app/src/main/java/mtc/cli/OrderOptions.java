package mtc.cli;

import picocli.CommandLine.Option;

/** Which of the orders in a log count, to be mixed in: a proof holds for what was checked. */
final class OrderOptions {
  @Option(
      names = "--no-session-order",
      description = "leave out the order within sessions, as Elle's and Viper's plain levels do")
  boolean noSessionOrder;

  @Option(
      names = "--clock-skew",
      paramLabel = "DURATION",
      defaultValue = "0",
      converter = Quantity.Nanos.class,
      description =
          "real time counts only if the gap is larger than this (100ms), for logs with wall-clock"
              + " times")
  long clockSkew;
}
