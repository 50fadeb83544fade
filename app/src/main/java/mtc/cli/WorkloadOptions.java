package mtc.cli;

import java.util.List;
import java.util.Locale;
import mtc.generate.KeyDistribution;
import mtc.generate.Mix;
import mtc.generate.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What sessions do: the options that the generators share, to be mixed in. */
public final class WorkloadOptions {
  private static final long MOST_TRANSACTIONS = 500_000_000;

  /** Values, and those of planted anomalies, are numbers of 31 bits. */
  private static final long MOST_WRITES = 1_000_000_000;

  /** Leaves numbers for the keys of planted anomalies. */
  private static final int MOST_KEYS = 1_000_000_000;

  /** What has no effect on general transactions. */
  private static final List<String> NOT_WITH_OPS = List.of("--two-keys", "--paired");

  /** What has no effect on lightweight transactions: each reads one key and writes it. */
  private static final List<String> NOT_WITH_LWT =
      List.of(
          "--read-only",
          "--write-only",
          "--two-keys",
          "--paired",
          "--blind",
          "--duplicates",
          "--ops",
          "--lists");

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
      names = "--paired",
      paramLabel = "SHARE",
      defaultValue = "0",
      converter = ShareConverter.class,
      description =
          "of transactions on two keys, the share that touches neighbours, 0 and 1, 2 and 3, …: who"
              + " touches the same two can be in a write skew or a long fork (default:"
              + " ${DEFAULT-VALUE})")
  private double paired;

  @Option(
      names = "--write-only",
      paramLabel = "SHARE",
      defaultValue = "0",
      converter = ShareConverter.class,
      description = "the share of transactions that read nothing (default: ${DEFAULT-VALUE})")
  private double writeOnly;

  @Option(
      names = "--ops",
      paramLabel = "N",
      description =
          "general transactions of N reads and writes each, instead of mini-transactions; a check"
              + " may need a search")
  private Integer operations;

  @Option(
      names = "--reads",
      paramLabel = "SHARE",
      defaultValue = "50%",
      converter = ShareConverter.class,
      description =
          "--ops: of transactions that read and write, the share of operations that read (default:"
              + " ${DEFAULT-VALUE})")
  private double reads;

  @Option(
      names = "--blind",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description =
          "the share of writes whose key is not read first (default: 0; 100%% with --ops)")
  private Double blind;

  @Option(
      names = "--duplicates",
      paramLabel = "SHARE",
      defaultValue = "0",
      converter = ShareConverter.class,
      description =
          "the share of writes of a value that the key was given before (default:"
              + " ${DEFAULT-VALUE})")
  private double duplicates;

  @Option(names = "--lists", description = "keys hold lists, to which a write appends")
  private boolean lists;

  @Option(
      names = "--lwt",
      description =
          "lightweight transactions: each reads one key and sets it if it still has what was read;"
              + " for --level lin")
  private boolean lwt;

  @Option(
      names = "--rotate",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "every so many transactions all keys give way to fresh ones; 0 for never (default:"
              + " ${DEFAULT-VALUE})")
  private int rotate;

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

  /** How many names keys have, those in use and those that gave way to them. */
  int keyNames() {
    return (int) mix().names(keys, transactions());
  }

  private long transactions() {
    return (long) sessions * transactionsPerSession;
  }

  /** Whether a write appends to the list that its key holds. */
  public boolean hasLists() {
    return lists;
  }

  /** Whether transactions are lightweight ones. */
  public boolean isLightweight() {
    return lwt;
  }

  /** Whether a check can be decided without a search. */
  public boolean isMini() {
    return operations == null && !lists && duplicates == 0 && writeOnly == 0 && blind() == 0;
  }

  public Workload workload() {
    return workload(seed);
  }

  /** The same mix of transactions, drawn anew. */
  public Workload workload(long from) {
    return new Workload(keyDistribution(), mix(), from);
  }

  private Mix mix() {
    if (lwt) {
      return Mix.lightweight(rotate);
    }
    return new Mix(
        operations == null ? 0 : operations,
        readOnly,
        writeOnly,
        twoKeys,
        paired,
        reads,
        blind(),
        duplicates,
        rotate);
  }

  private double blind() {
    return blind != null ? blind : operations == null ? 0 : 1;
  }

  /** Numbers that make no sense, and options that would have no effect. */
  public void rejectNonsense() {
    reject(sessions < 1, "--sessions must be at least 1");
    reject(transactionsPerSession < 1, "--txns must be at least 1");
    reject(keys < 1 || keys > MOST_KEYS, "--keys must be from 1 to " + MOST_KEYS);
    var total = transactions();
    reject(
        total > MOST_TRANSACTIONS,
        "--sessions times --txns is " + total + ", and the most is " + MOST_TRANSACTIONS);
    reject(operations != null && operations < 1, "--ops must be at least 1");
    reject(
        operations != null && total * operations > MOST_WRITES,
        "--sessions times --txns times --ops is more than " + MOST_WRITES);
    reject(readOnly + writeOnly > 1, "--read-only and --write-only are more than all transactions");
    reject(rotate < 0, "--rotate must not be negative");
    reject(
        mix().names(keys, total) > MOST_KEYS, "--rotate brings more fresh keys than " + MOST_KEYS);
    reject(lists && duplicates > 0, "--duplicates is for values, and not for --lists");
    reject(operations == null && isGiven(spec, "--reads"), "--reads is for --ops");
    if (lwt) {
      rejectAll(NOT_WITH_LWT, "--lwt");
    }
    if (operations != null) {
      rejectAll(NOT_WITH_OPS, "--ops");
    }
    reject(!(zipfSkew > 0 && zipfSkew <= 100), "--zipf-skew must be above 0, and at most 100");
    reject(!(rate > 0 && rate <= 1e6), "--rate must be above 0, and at most 1000000");
    reject(hotKeys == 0, "--hot-keys must be above 0");
    rejectUnless(Distribution.ZIPF, "--zipf-skew");
    rejectUnless(Distribution.HOTSPOT, "--hot-keys");
    rejectUnless(Distribution.HOTSPOT, "--hot-ops");
    rejectUnless(Distribution.EXPONENTIAL, "--rate");
  }

  private void rejectAll(List<String> options, String with) {
    for (var option : options) {
      reject(isGiven(spec, option), option + " has no effect on " + with);
    }
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

  KeyDistribution keyDistribution() {
    return switch (distribution) {
      case UNIFORM -> new KeyDistribution.Uniform(keys);
      case ZIPF -> new KeyDistribution.Zipf(keys, zipfSkew);
      case HOTSPOT -> new KeyDistribution.Hotspot(keys, hotKeys, hotOperations);
      case EXPONENTIAL -> new KeyDistribution.Exponential(keys, rate);
    };
  }
}
