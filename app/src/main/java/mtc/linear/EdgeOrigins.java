package mtc.linear;

import java.util.ArrayList;
import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.verdict.Anomaly.Example;
import mtc.verdict.Edge;
import mtc.verdict.EdgeType;

/** Finds again what a cycle's edges come from: the keys and values, and which read was first. */
public final class EdgeOrigins {
  private final History history;
  private final Versions versions;
  private final Chains chains;

  EdgeOrigins(Versions versions, Chains chains) {
    this.history = versions.history;
    this.versions = versions;
    this.chains = chains;
  }

  Example example(Cycle cycle) {
    var edges = new ArrayList<Edge>(cycle.length());
    for (var i = 0; i < cycle.length(); i++) {
      var to = cycle.transactions()[(i + 1) % cycle.length()];
      edges.add(edge(cycle.transactions()[i], to, cycle.types()[i]));
    }
    return new Example(cycle.transactions().clone(), -1, List.copyOf(edges), "");
  }

  /** An edge of a type of {@link Graph}, or RT. */
  public Edge edge(int from, int to, int type) {
    return switch (type) {
      case Graph.SO -> Edge.withoutKey(from, to, EdgeType.SO);
      case Cycle.RT -> Edge.withoutKey(from, to, EdgeType.RT);
      case Graph.WR -> {
        var read = readFrom(from, to);
        var value = value(versions.version(read), history.key(read));
        yield new Edge(from, to, EdgeType.WR, history.key(read), value, value);
      }
      case Graph.WW -> writeWrite(from, to);
      case Graph.RW -> {
        var read = readOverwritten(from, to);
        var seen = versions.version(read);
        yield readWrite(read, overwriting(read, to), seen);
      }
      default -> throw new IllegalStateException("an edge of type " + type);
    };
  }

  Edge readWrite(int read, int write, int seen) {
    var key = history.key(read);
    return new Edge(
        versions.owner(read),
        versions.owner(write),
        EdgeType.RW,
        key,
        value(seen, key),
        history.value(write));
  }

  public int value(int version, int key) {
    if (version >= 0) {
      return history.value(version);
    }
    return versions.isList(key) ? Scalars.NIL : history.initialValue(key);
  }

  /** The last version of ⊥'s chain of a key that has other chains. */
  public int lastOfInitial(int key) {
    return chains.lastOfInitial.get(chains.place(key));
  }

  /** The read by which one transaction saw a write of another. */
  int readFrom(int writer, int transaction) {
    for (var op = history.firstOperation(transaction); op < end(transaction); op++) {
      if (!History.isWrite(history.kind(op))
          && versions.version(op) >= 0
          && versions.owner(versions.version(op)) == writer) {
        return op;
      }
    }
    throw new IllegalStateException("no WR edge");
  }

  /** The read of a version that another transaction overwrote. */
  int readOverwritten(int transaction, int by) {
    for (var op = history.firstOperation(transaction); op < end(transaction); op++) {
      if (!History.isWrite(history.kind(op))
          && versions.version(op) != Versions.NONE
          && overwriting(op, by) != Versions.NONE) {
        return op;
      }
    }
    throw new IllegalStateException("no RW edge");
  }

  /** The write of a transaction that came after the version a read saw, or NONE. */
  private int overwriting(int read, int transaction) {
    var key = history.key(read);
    var seen = versions.version(read);
    var next = versions.nextOf(key, seen);
    if (next != Versions.NONE && versions.owner(next) == transaction) {
      return next;
    }
    if (versions.hasGivenBefore() && seen >= 0) {
      var given = givenAfter(seen, transaction);
      if (given != Versions.NONE && versions.isGivenNext(given, seen)) {
        return given;
      }
    }
    if (next != Versions.NONE) {
      return Versions.NONE;
    }
    if (!chains.hasHeads(key) || chains.lastOfInitial.get(chains.place(key)) != seen) {
      return Versions.NONE;
    }
    return head(transaction, key);
  }

  /** The write of a transaction that the log puts right after a version, or NONE. */
  private int givenAfter(int version, int transaction) {
    for (var op = history.firstOperation(transaction); op < end(transaction); op++) {
      for (var i = 0; i < versions.givenBeforeCount(op); i++) {
        if (versions.givenBefore(op, i) == version) {
          return op;
        }
      }
    }
    return Versions.NONE;
  }

  private int head(int transaction, int key) {
    for (var op = history.firstOperation(transaction); op < end(transaction); op++) {
      if (history.key(op) == key && versions.version(op) == Versions.HEAD) {
        return op;
      }
    }
    return Versions.NONE;
  }

  private Edge writeWrite(int from, int to) {
    for (var op = history.firstOperation(to); op < end(to); op++) {
      if (History.isWrite(history.kind(op))) {
        var key = history.key(op);
        var previous = versions.version(op);
        if (previous == Versions.HEAD) {
          previous = chains.lastOfInitial.get(chains.place(key));
        }
        if (previous >= 0 && versions.owner(previous) == from) {
          return new Edge(from, to, EdgeType.WW, key, history.value(previous), history.value(op));
        }
      }
      for (var i = 0; i < versions.givenBeforeCount(op); i++) {
        var before = versions.givenBefore(op, i);
        if (versions.owner(before) == from) {
          var key = history.key(op);
          return new Edge(from, to, EdgeType.WW, key, history.value(before), history.value(op));
        }
      }
    }
    throw new IllegalStateException("no WW edge");
  }

  private int end(int transaction) {
    return history.endOperation(transaction);
  }
}
