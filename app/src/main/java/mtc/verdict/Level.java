package mtc.verdict;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a history can be held to, the weaker ones first: everything that there is to say of a level,
 * but for how it is decided.
 *
 * <p>A level holds iff for some order of the committed transactions that agrees with who read from
 * whom (and with sessions, and real time where it counts) every read sees what the level says.
 */
public enum Level {
  PL2(
      "pl2",
      "PL-2, read committed without sessions",
      "reads see only what was committed for good, and information flows in no circle",
      Relation.FLOW,
      Time.NONE,
      List.of(),
      List.of("read-committed", "pl-2"),
      List.of("strong-session-read-committed")),
  RC(
      "rc",
      "read committed",
      "a transaction sees its own writes, and its reads never go back behind what it has read",
      Relation.MONOTONIC,
      Time.NONE,
      List.of("pl2"),
      List.of(),
      List.of()),
  RA(
      "ra",
      "read atomic",
      "a transaction sees all or nothing of another one, and all that its session did before",
      Relation.ATOMIC,
      Time.NONE,
      List.of("rc"),
      List.of(),
      List.of("read-atomic", "strong-session-read-atomic")),
  CAUSAL(
      "causal",
      "causal consistency",
      "who sees a transaction sees all that it had seen",
      Relation.CAUSAL,
      Time.NONE,
      List.of("ra"),
      List.of(),
      List.of("causal-cerone", "causal-consistency", "transactional-causal-consistency")),
  PREFIX(
      "prefix",
      "prefix consistency",
      "all see the transactions in one order, though some see less of it",
      Relation.PREFIX,
      Time.NONE,
      List.of("causal"),
      List.of(),
      List.of("prefix-consistency", "consistent-prefix")),
  PSI(
      "psi",
      "parallel snapshot isolation",
      "causal, and nobody overwrites what he has not seen",
      Relation.PARALLEL,
      Time.NONE,
      List.of("causal"),
      List.of(),
      List.of("parallel-snapshot-isolation", "strong-session-parallel-snapshot-isolation")),
  SI(
      "si",
      "snapshot isolation",
      "each transaction sees a snapshot, and no two that overlap write the same key",
      Relation.SNAPSHOT,
      Time.NONE,
      List.of("psi", "prefix"),
      List.of("snapshot-isolation", "pl-si"),
      List.of("strong-session-snapshot-isolation")),
  STRONG_SI(
      "strong-si",
      "strong snapshot isolation",
      "the same, and each snapshot has all that had ended when its transaction started",
      Relation.SNAPSHOT,
      Time.ALL,
      List.of("si"),
      List.of(),
      List.of("strong-snapshot-isolation")),
  SER(
      "ser",
      "serializability",
      "as if the transactions had run one at a time, in some order",
      Relation.SERIAL,
      Time.NONE,
      List.of("si"),
      List.of("serializable", "pl-3", "conflict-serializable", "view-serializable"),
      List.of("strong-session-serializable")),
  SER_LIN(
      "ser-lin",
      "serializability without stale keys",
      "the same, and in real time for transactions that share a key",
      Relation.SERIAL,
      Time.OF_SHARED_KEYS,
      List.of("ser"),
      List.of(),
      List.of()),
  SSER(
      "sser",
      "strict serializability",
      "as if the transactions had run one at a time, each between its start and its end",
      Relation.SERIAL,
      Time.ALL,
      List.of("ser-lin", "strong-si", "lin"),
      List.of(),
      List.of("strict-serializable", "strong-serializable", "strong-pl-3")),
  LIN(
      "lin",
      "linearizability",
      "each operation takes effect at one moment between its start and its end",
      Relation.REGISTERS,
      Time.ALL,
      List.of(),
      List.of(),
      List.of("linearizable"));

  /** What must be free of cycles, for some version order. */
  public enum Relation {
    /** WR ∪ WW, and SO only if asked for. */
    FLOW,
    /** SO ∪ WR and what follows from reads after reads within a transaction. */
    MONOTONIC,
    /** SO ∪ WR and what follows from direct predecessors. */
    ATOMIC,
    /** SO ∪ WR and what follows from all that is in a reader's past. */
    CAUSAL,
    /** Commits in one order; each snapshot after some of them: SI without write conflicts. */
    PREFIX,
    /** SO ∪ WR ∪ WW with at most one RW. */
    PARALLEL,
    /** (SO ∪ WR ∪ WW) ; RW?. */
    SNAPSHOT,
    /** SO ∪ WR ∪ WW ∪ RW. */
    SERIAL,
    /** The same of each key by itself, without sessions. */
    REGISTERS;

    /** Whether a proof of it is an order of commits, and tells what each read saw. */
    public boolean isOfCommits() {
      return switch (this) {
        case FLOW, MONOTONIC, ATOMIC, CAUSAL, PARALLEL -> true;
        case PREFIX, SNAPSHOT, SERIAL, REGISTERS -> false;
      };
    }

    /** Whether each transaction takes effect as a whole after the one before it. */
    boolean isOfOneOrder() {
      return this == SERIAL || this == REGISTERS;
    }
  }

  /** Which transactions real time puts in order. */
  public enum Time {
    NONE,
    OF_SHARED_KEYS,
    ALL
  }

  private final String label;
  private final String title;
  private final String meaning;
  private final Relation relation;
  private final Time time;
  private final List<String> weaker;
  private final List<String> sessionlessNames;
  private final List<String> names;

  Level(
      String label,
      String title,
      String meaning,
      Relation relation,
      Time time,
      List<String> weaker,
      List<String> sessionlessNames,
      List<String> names) {
    this.label = label;
    this.title = title;
    this.meaning = meaning;
    this.relation = relation;
    this.time = time;
    this.weaker = weaker;
    this.sessionlessNames = sessionlessNames;
    this.names = names;
  }

  /** What it is called in every output and on the command line. */
  public String label() {
    return label;
  }

  /** Its name in words. */
  public String title() {
    return title;
  }

  /** What it promises, in plain words. */
  public String meaning() {
    return meaning;
  }

  public Relation relation() {
    return relation;
  }

  public Time time() {
    return time;
  }

  /** Elle's names for it if sessions do not count. */
  public List<String> sessionlessNames() {
    return sessionlessNames;
  }

  /** Other names for it. */
  public List<String> names() {
    return names;
  }

  /** The levels right below it. */
  public List<Level> weaker() {
    return weaker.stream().map(Level::labelled).toList();
  }

  /** Whether what holds here holds at another level too. */
  public boolean isAtLeast(Level other) {
    return this == other || weaker().stream().anyMatch(w -> w.isAtLeast(other));
  }

  /** Whether an anomaly violates it: if all is in one order in real time, every one does. */
  public boolean forbids(AnomalyKind kind) {
    return relation.isOfOneOrder() && time == Time.ALL || isAtLeast(kind.weakest());
  }

  /**
   * Whether nothing comes between a version and the write of who read it: otherwise an update is
   * lost.
   */
  public boolean keepsUpdates() {
    return forbids(AnomalyKind.LOST_UPDATE);
  }

  /** Whether the order within sessions counts unless somebody says otherwise. */
  public boolean hasSessions() {
    return this != PL2;
  }

  /** A level as somebody asked for it. */
  public record Asked(Level level, boolean sessionOrder) {}

  /** What all of them are called. */
  public static List<String> labels() {
    return Stream.of(values()).map(Level::label).toList();
  }

  /** The level of a name, in any case; null if there is none. */
  public static Asked named(String name) {
    var plain = name.strip().toLowerCase(Locale.ROOT);
    for (var level : values()) {
      if (level.label.equals(plain)) {
        return new Asked(level, level.hasSessions());
      }
      if (level.names.contains(plain)) {
        return new Asked(level, true);
      }
      if (level.sessionlessNames.contains(plain)) {
        return new Asked(level, false);
      }
    }
    return null;
  }

  private static Level labelled(String label) {
    for (var level : values()) {
      if (level.label.equals(label)) {
        return level;
      }
    }
    throw new IllegalArgumentException(label);
  }
}
