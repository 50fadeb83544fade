package mtc.cli;

import java.util.Locale;
import mtc.generate.KeyDistribution;
import mtc.generate.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What sessions do: the options that the generators share, to be mixed in. */
public final class WorkloadOptions {
  /** Two values each, and those of planted anomalies, which are numbers of 31 bits. */
  private static final long MOST_TRANSACTIONS = 500_000_000;

  /** Leaves numbers for the keys of planted anomalies. */
  private static final int MOST_KEYS = 1_000_000_000;

  enum Distribution {
    UNIFORM,
    ZIPF,
    HOTSPOT,
    EXPONENTIAL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      defaultValue = "10",
      description = "how many sessions there are (default: ${DEFAULT-VALUE})")
  private int sessions;

  @Option(
      names = "--txns",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many transactions each session runs (default: ${DEFAULT-VALUE})")
  private int transactionsPerSession;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "100",
      description = "how many keys there are (default: ${DEFAULT-VALUE})")
  private int keys;

  @Option(
      names = "--distribution",
      paramLabel = "NAME",
      defaultValue = "uniform",
      description =
          "which keys are touched how often: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Distribution distribution;

  @Option(
      names = "--zipf-skew",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "zipf: the k-th key is touched 1/k^S as often as the first (default: ${DEFAULT-VALUE})")
  private double zipfSkew;

  @Option(
      names = "--hot-keys",
      paramLabel = "SHARE",
      defaultValue = "20%",
      converter = ShareConverter.class,
      description = "hotspot: the share of the keys that is hot (default: ${DEFAULT-VALUE})")
  private double hotKeys;

  @Option(
      names = "--hot-ops",
      paramLabel = "SHARE",
      defaultValue = "80%",
      converter = ShareConverter.class,
      description =
          "hotspot: the share of the operations that goes to them (default: ${DEFAULT-VALUE})")
  private double hotOperations;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "10",
      description =
          "exponential: the last key is touched e^-R times as often as the first (default:"
              + " ${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--read-only",
      paramLabel = "SHARE",
      defaultValue = "50%",
      converter = ShareConverter.class,
      description = "the share of transactions that write nothing (default: ${DEFAULT-VALUE})")
  private double readOnly;

  @Option(
      names = "--two-keys",
      paramLabel = "SHARE",
      defaultValue = "50%",
      converter = ShareConverter.class,
      description = "the share of transactions that touch two keys (default: ${DEFAULT-VALUE})")
  private double twoKeys;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "the same seed gives the same bytes on every machine (default: ${DEFAULT-VALUE})")
  private long seed;

  public int sessions() {
    return sessions;
  }

  public int transactionsPerSession() {
    return transactionsPerSession;
  }

  public int keys() {
    return keys;
  }

  public long seed() {
    return seed;
  }

  public Workload workload() {
    return workload(seed);
  }

  /** The same mix of transactions, drawn anew. */
  public Workload workload(long from) {
    return new Workload(keyDistribution(), readOnly, twoKeys, from);
  }

  /** Numbers that make no sense, and options that would have no effect. */
  public void rejectNonsense() {
    reject(sessions < 1, "--sessions must be at least 1");
    reject(transactionsPerSession < 1, "--txns must be at least 1");
    reject(keys < 1 || keys > MOST_KEYS, "--keys must be from 1 to " + MOST_KEYS);
    var total = (long) sessions * transactionsPerSession;
    reject(
        total > MOST_TRANSACTIONS,
        "--sessions times --txns is " + total + ", and the most is " + MOST_TRANSACTIONS);
    reject(!(zipfSkew > 0 && zipfSkew <= 100), "--zipf-skew must be above 0, and at most 100");
    reject(!(rate > 0 && rate <= 1e6), "--rate must be above 0, and at most 1000000");
    reject(hotKeys == 0, "--hot-keys must be above 0");
    rejectUnless(Distribution.ZIPF, "--zipf-skew");
    rejectUnless(Distribution.HOTSPOT, "--hot-keys");
    rejectUnless(Distribution.HOTSPOT, "--hot-ops");
    rejectUnless(Distribution.EXPONENTIAL, "--rate");
  }

  private void rejectUnless(Distribution needed, String option) {
    reject(
        distribution != needed && isGiven(spec, option),
        option + " is for --distribution " + needed);
  }

  private void reject(boolean isNonsense, String because) {
    if (isNonsense) {
      throw new ParameterException(spec.commandLine(), because);
    }
  }

  public static boolean isGiven(CommandSpec spec, String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private KeyDistribution keyDistribution() {
    return switch (distribution) {
      case UNIFORM -> new KeyDistribution.Uniform(keys);
      case ZIPF -> new KeyDistribution.Zipf(keys, zipfSkew);
      case HOTSPOT -> new KeyDistribution.Hotspot(keys, hotKeys, hotOperations);
      case EXPONENTIAL -> new KeyDistribution.Exponential(keys, rate);
    };
  }
}
