package mtc.linear;

import java.util.List;
import mtc.history.History;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.AnomalyKind;

/**
 * The steps that all levels share, in the order of the argument.
 *
 * <p>A lost update is proposition 4 of docs/theory.md.
 */
public final class Groundwork {
  public final Findings findings;
  public final Versions versions;
  public final Resolution resolution;
  public final Chains chains;
  public final OpenQuestions questions;
  public final EdgeOrigins origins;

  private boolean[] isUnordered;
  private boolean hasUnorderedKeys;
  private Divergence divergence;

  private Groundwork(
      Findings findings, Versions versions, Resolution resolution, OpenQuestions questions) {
    this.findings = findings;
    this.versions = versions;
    this.resolution = resolution;
    this.chains = new Chains(versions);
    this.origins = new EdgeOrigins(versions, chains);
    this.questions =
        questions != null ? questions : new OpenQuestions(versions, resolution, chains);
  }

  public static Groundwork of(History history, int examples) {
    return of(history, examples, null, ReadRules.STRICT);
  }

  /**
   * Takes the steps.
   *
   * @param placements how to tell repeated elements of lists apart; null if that is open
   */
  public static Groundwork of(
      History history, int examples, Placements placements, ReadRules rules) {
    var findings = new Findings(examples);
    var versions = new Versions(history);
    var resolution = new Resolution(versions, findings, rules);
    resolution.run(placements);
    var core = new Groundwork(findings, versions, resolution, null);
    core.reportDivergence();
    return core;
  }

  /** The same where it is chosen what open reads saw, and so who committed. */
  public Groundwork with(int[] reads, int[] sources) {
    return new Groundwork(findings, new Versions(versions, reads, sources), resolution, questions);
  }

  /**
   * Whether some write of a key did not read the one before it, or two read the same one, so that
   * reads do not tell the order of its versions; of lists and where a log gives it, always.
   */
  boolean isUnordered(int key) {
    return unordered()[key];
  }

  /** Whether there is such a key. */
  boolean hasUnorderedKeys() {
    unordered();
    return hasUnorderedKeys;
  }

  private synchronized boolean[] unordered() {
    if (isUnordered == null) {
      var history = versions.history;
      isUnordered = new boolean[history.keyCount()];
      for (var key = 0; key < isUnordered.length; key++) {
        isUnordered[key] = chains.hasHeads(key) || versions.isList(key) || versions.isOrdered(key);
        hasUnorderedKeys |= isUnordered[key];
      }
      for (var i = 0; i < resolution.diverging.size(); i++) {
        isUnordered[history.key(resolution.diverging.get(i))] = true;
        hasUnorderedKeys = true;
      }
    }
    return isUnordered;
  }

  /** Lost updates that are to be found also in the graph. */
  synchronized Divergence divergence() {
    if (divergence == null) {
      divergence = new Divergence(versions, resolution, origins);
    }
    return divergence;
  }

  public Graph graph(boolean sessionOrder) {
    // Each read has at most one WR and one RW edge, each append one WW, each head two; and
    // there is what the log says of versions of which some have no place.
    var edgeLimit =
        (sessionOrder ? versions.history.transactionCount() : 0)
            + 2L * resolution.readCount
            + (versions.hasOrders() ? resolution.writeCount : resolution.appendCount)
            + 2L * chains.heads.size()
            + versions.givenEdgeLimit();
    return new Graph(versions, chains, sessionOrder, edgeLimit);
  }

  /**
   * Two transactions that read one version and both overwrote it. Tested here and not in the graph:
   * its cycle has two adjacent RW edges, which snapshot isolation would let pass.
   */
  private void reportDivergence() {
    var diverging = resolution.diverging;
    var kind = AnomalyKind.LOST_UPDATE;
    for (var i = 0; i < diverging.size(); i++) {
      if (findings.count(kind, kind.elleName(), false, 2)) {
        findings.keep(kind, kind.elleName(), false, lostUpdate(diverging.get(i)));
      }
    }
  }

  private Example lostUpdate(int write) {
    var key = versions.history.key(write);
    var seen = versions.version(write);
    var other = versions.nextOf(key, seen);
    return new Example(
        new int[] {versions.owner(other), versions.owner(write)},
        -1,
        List.of(origins.readWrite(other, write, seen), origins.readWrite(write, other, seen)),
        "");
  }
}
