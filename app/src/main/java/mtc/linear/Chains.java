package mtc.linear;

import mtc.column.Ints;
import mtc.history.History;

/**
 * The chains that writes of unknown predecessor start, beside the chain of ⊥ that every key has.
 *
 * <p>Nothing may come between a version and the write that read it, so a key's version order is an
 * order of whole chains, with ⊥'s first. With one other chain the order is known; with more, what
 * must hold in every order is only that each of them comes after ⊥'s.
 *
 * <p>Propositions 3 and 6 of docs/theory.md.
 */
public final class Chains {
  private static final int NONE = Versions.NONE;

  private final Versions versions;

  /** The first versions of the chains other than ⊥'s, in the order of the log. */
  final Ints heads = new Ints();

  /** Keys with such chains, in the order of their first head. */
  public final Ints keys = new Ints();

  /** By place in {@link #keys}: the last version of ⊥'s chain, and how many other chains. */
  public final Ints lastOfInitial = new Ints();

  private int[] headCount = {};

  /** By place in {@link #keys}: its first head. */
  private final Ints firstHead = new Ints();

  /** By key: its place in {@link #keys} + 1, or 0; null if there are no heads. */
  private int[] placeOfKey;

  Chains(Versions versions) {
    this.versions = versions;
    collectHeads();
    if (heads.size() > 0) {
      countByKey();
    }
  }

  private void collectHeads() {
    var history = versions.history;
    for (var op = 0; op < history.operationCount(); op++) {
      if (versions.version(op) == Versions.HEAD && versions.takesPart(versions.owner(op))) {
        heads.add(op);
      }
    }
  }

  private void countByKey() {
    History history = versions.history;
    placeOfKey = new int[history.keyCount()];
    for (var i = 0; i < heads.size(); i++) {
      var key = history.key(heads.get(i));
      if (placeOfKey[key] == 0) {
        keys.add(key);
        placeOfKey[key] = keys.size();
        lastOfInitial.add(versions.lastOfChain(key, Versions.INITIAL));
        firstHead.add(heads.get(i));
      }
    }
    headCount = new int[keys.size()];
    for (var i = 0; i < heads.size(); i++) {
      headCount[place(history.key(heads.get(i)))]++;
    }
  }

  /** The place of a key in {@link #keys}; only for keys of heads. */
  public int place(int key) {
    return placeOfKey[key] - 1;
  }

  boolean hasHeads(int key) {
    return placeOfKey != null && placeOfKey[key] != 0;
  }

  /** The version right after another one, or NONE if there is none or that is open. */
  int next(int key, int version) {
    var next = versions.nextOf(key, version);
    if (next != NONE || !hasHeads(key)) {
      return next;
    }
    var place = place(key);
    return version == lastOfInitial.get(place) && headCount(place) == 1
        ? firstHead.get(place)
        : NONE;
  }

  public int headCount(int place) {
    return headCount[place];
  }

  /** Keys whose chains have more than one possible order. */
  public int openKeyCount() {
    var open = 0;
    for (var count : headCount) {
      open += count > 1 ? 1 : 0;
    }
    return open;
  }
}
