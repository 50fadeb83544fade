package mtc.linear;

import mtc.verdict.CycleName;

/**
 * Finds the cycles of a level's graph, one for each place where the graph is not acyclic.
 *
 * <p>A cycle of a weaker level tells more than one of a stronger level, so wherever there is a
 * cycle of the flow of information, then a lost update, then a cycle of snapshot isolation, then of
 * serializability, that one is reported; a component of the level itself only if none of those lies
 * in it. On a valid history nothing but the level's own graph is looked at.
 */
public final class Violations {
  private final Groundwork core;
  private final Findings findings;
  private final Dependencies ofLevel;

  /** Nodes of the graph that take part in a cycle reported already. */
  private boolean[] isExplained;

  public Violations(Groundwork core, Findings findings, Dependencies ofLevel) {
    this.core = core;
    this.findings = findings;
    this.ofLevel = ofLevel;
  }

  public void find() {
    var components = ofLevel.components();
    if (components.count() == 0) {
      return;
    }
    isExplained = new boolean[ofLevel.graph.nodeCount];
    for (var weaker : ofLevel.weaker()) {
      report(weaker, weaker.components());
      if (weaker == ofLevel.graph.flow()) {
        core.divergence().report(findings);
        core.divergence().mark(isExplained);
      }
    }
    report(ofLevel, components);
  }

  private void report(Dependencies dependencies, Components components) {
    if (components.count() == 0) {
      return;
    }
    var search = new CycleSearch(dependencies, components);
    for (var component = 0; component < components.count(); component++) {
      if (!isExplained(dependencies, components, component)) {
        report(search.best(component));
      }
    }
    for (var component = 0; component < components.count(); component++) {
      for (var i = 0; i < components.size(component); i++) {
        var node = dependencies.graphNode(components.member(component, i));
        if (node < isExplained.length) {
          isExplained[node] = true;
        }
      }
    }
  }

  private boolean isExplained(Dependencies dependencies, Components components, int component) {
    for (var i = 0; i < components.size(component); i++) {
      var node = dependencies.graphNode(components.member(component, i));
      if (node < isExplained.length && isExplained[node]) {
        return true;
      }
    }
    return false;
  }

  private void report(Cycle cycle) {
    var example = core.origins.example(cycle);
    var name = CycleName.of(example.cycle(), ofLevel.graph.versions.history);
    if (findings.count(name.kind(), name.elleName(), name.realTime(), cycle.length())) {
      findings.keep(name.kind(), name.elleName(), name.realTime(), example);
    }
  }
}
