package mtc.linear;

import java.util.List;
import mtc.column.Ints;
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

  public Groundwork(History history, int examples) {
    this(history, examples, null, ReadRules.STRICT);
  }

  /**
   * The steps.
   *
   * @param placements how to tell repeated elements of lists apart; null if that is open
   */
  public Groundwork(History history, int examples, Placements placements, ReadRules reading) {
    findings = new Findings(examples);
    versions = new Versions(history);
    resolution = new Resolution(versions, findings, reading);
    resolution.run(placements);
    chains = new Chains(versions);
    origins = new EdgeOrigins(versions, chains);
    questions = new OpenQuestions(versions, resolution, chains);
    reportDivergence(resolution.diverging);
  }

  private Groundwork(Groundwork open, int[] reads, int[] sources) {
    findings = open.findings;
    resolution = open.resolution;
    versions = new Versions(open.versions, reads, sources);
    chains = new Chains(versions);
    origins = new EdgeOrigins(versions, chains);
    questions = open.questions;
  }

  /** The same where it is chosen what open reads saw, and so who committed. */
  public Groundwork with(int[] reads, int[] sources) {
    return new Groundwork(this, reads, sources);
  }

  public Graph graph(boolean sessionOrder) {
    // Each read has at most one WR and one RW edge, each append one WW, each head two.
    var edgeLimit =
        (sessionOrder ? versions.history.transactionCount() : 0)
            + 2L * resolution.readCount
            + resolution.appendCount
            + 2L * chains.heads.size();
    return new Graph(versions, chains, sessionOrder, edgeLimit);
  }

  /**
   * Two transactions that read one version and both overwrote it. Tested here and not in the graph:
   * its cycle has two adjacent RW edges, which snapshot isolation would let pass.
   */
  private void reportDivergence(Ints diverging) {
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
