package mtc.workload;

import java.util.Arrays;
import mtc.column.LongNumbers;
import mtc.history.Scalars;

/**
 * The value of an operation: a tree of vectors, sets, maps and scalars, flattened in the order of
 * its text. The entry of a collection comes before its content and says where that ends; a map's
 * keys and values take turns.
 */
public class Value {
  public static final byte SCALAR = 0;

  /** The word that begins a micro-operation; the code has the word and how it is spelt. */
  public static final byte HEAD = 1;

  /** The code is the index after the last entry, as it is for {@link #SET} and {@link #MAP}. */
  public static final byte VECTOR = 2;

  public static final byte SET = 3;
  public static final byte MAP = 4;

  /** A collection that is nested deeper than any value of a history; its content is not kept. */
  public static final byte DEEP = 5;

  public static final String[] HEADS = {"r", "read", "w", "write", "append"};
  public static final int READ_HEADS = 2;
  public static final int APPEND_HEAD = 4;

  protected static final int HEAD_BITS = 3;
  private static final Scalars.Kind[] KINDS = Scalars.Kind.values();

  public byte[] tag = new byte[32];
  public int[] code = new int[32];

  /** 0 if there is no value, not even nil. */
  public int size;

  public void clear() {
    size = 0;
  }

  /** Copies a value from columns that hold several. */
  public void set(byte[] tags, int[] codes, int from, int to) {
    size = to - from;
    if (size > tag.length) {
      tag = new byte[Math.max(size, tag.length * 2)];
      code = new int[tag.length];
    }
    for (var i = 0; i < size; i++) {
      tag[i] = tags[from + i];
      code[i] = codes[from + i];
    }
  }

  /** Makes the scalars of one table those of another. */
  public void adopt(Scalars from, Scalars into) {
    for (var entry = 0; entry < size; entry++) {
      if (tag[entry] == SCALAR) {
        code[entry] = into.adopt(from, code[entry]);
      }
    }
  }

  protected final void grow() {
    tag = Arrays.copyOf(tag, size * 2);
    code = Arrays.copyOf(code, size * 2);
  }

  /** The index in {@link #HEADS} of the word at an entry. */
  public int head(int entry) {
    return code[entry] & (1 << HEAD_BITS) - 1;
  }

  /** The scalar at an entry, even if it looked like the head of a micro-operation. */
  public int scalar(int entry, Scalars scalars) {
    return tag[entry] == SCALAR
        ? code[entry]
        : scalars.text(KINDS[code[entry] >> HEAD_BITS], HEADS[head(entry)]);
  }

  /** Where what follows an entry begins. */
  public int after(int entry) {
    return tag[entry] == VECTOR || tag[entry] == SET || tag[entry] == MAP ? code[entry] : entry + 1;
  }

  /** How many entries a collection has of its own; those of a map are keys and values. */
  public int count(int collection) {
    var count = 0;
    for (var at = collection + 1; at < code[collection]; at = after(at)) {
      count++;
    }
    return count;
  }

  public boolean isScalar(int entry) {
    return entry < size && tag[entry] <= HEAD;
  }

  /** Whether all entries from one on are scalars. */
  boolean areScalars(int from) {
    for (var entry = from; entry < size; entry++) {
      if (!isScalar(entry)) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is no value, or it is nil. */
  public boolean isNothing() {
    return size == 0 || isNil(0);
  }

  public boolean isNil(int entry) {
    return entry < size && tag[entry] == SCALAR && code[entry] == Scalars.NIL;
  }

  /** Whether a collection has a scalar twice. */
  boolean hasTwice(int collection) {
    var seen = new LongNumbers();
    for (var at = collection + 1; at < code[collection]; at = after(at)) {
      if (tag[at] == SCALAR && !seen.add(code[at])) {
        return true;
      }
    }
    return false;
  }

  /** Whether a vector or a set begins at an entry. */
  public boolean isElements(int entry) {
    return entry < size && (tag[entry] == VECTOR || tag[entry] == SET);
  }

  public boolean isMap(int entry) {
    return entry < size && tag[entry] == MAP;
  }

  public boolean isVector() {
    return size > 0 && tag[0] == VECTOR;
  }

  /** Whether this is a vector of vectors: a transaction of micro-operations. */
  public boolean isTransaction() {
    return size > 1 && tag[0] == VECTOR && tag[1] == VECTOR;
  }

  /** Whether this is a vector of two scalars. */
  public boolean isPair() {
    return size == 3 && tag[0] == VECTOR && tag[1] == SCALAR && tag[2] == SCALAR;
  }

  /** Whether this is {@code [k x]}, whatever x is. */
  public boolean isKeyed() {
    return size > 2 && tag[0] == VECTOR && tag[1] <= HEAD && after(2) == size;
  }

  /** Whether this is {@code [k [[:r …] …]]}, a transaction of an independent key. */
  public boolean isKeyedTransaction() {
    if (!isKeyed() || tag[2] != VECTOR || size == 3) {
      return false;
    }
    for (var at = 3; at < size; at = after(at)) {
      if (tag[at] != VECTOR || at + 1 == code[at] || !isScalar(at + 1)) {
        return false;
      }
    }
    return true;
  }

  /** Whether this is {@code [k [a b]]}. */
  public boolean isKeyedPair() {
    return size == 5
        && tag[0] == VECTOR
        && tag[1] == SCALAR
        && tag[2] == VECTOR
        && tag[3] <= HEAD
        && tag[4] == SCALAR;
  }

  /** Whether this is {@code [k a b]}. */
  public boolean isTriple() {
    return size == 4
        && tag[0] == VECTOR
        && tag[1] == SCALAR
        && tag[2] == SCALAR
        && tag[3] == SCALAR;
  }

  /** The entry of a key that a map has a second time; -1 if there is none. */
  public int repeatedKey(Scalars scalars) {
    for (var entry = 0; entry < size; entry++) {
      if (tag[entry] == MAP) {
        var repeated = repeatedKey(entry, scalars);
        if (repeated >= 0) {
          return repeated;
        }
      }
    }
    return -1;
  }

  /** Keys that are collections themselves are not those of any workload. */
  private int repeatedKey(int map, Scalars scalars) {
    var keys = new long[count(map) / 2];
    var count = 0;
    for (var at = map + 1; at < code[map]; at = after(after(at))) {
      if (isScalar(at)) {
        keys[count++] = (long) scalar(at, scalars) << Integer.SIZE | at;
      }
    }
    Arrays.sort(keys, 0, count);
    for (var i = 1; i < count; i++) {
      if (keys[i - 1] >> Integer.SIZE == keys[i] >> Integer.SIZE) {
        return (int) keys[i];
      }
    }
    return -1;
  }

  /** What stands at an entry, in a word or two. */
  public String describe(int entry, Scalars scalars) {
    if (entry >= size) {
      return "nothing";
    }
    return switch (tag[entry]) {
      case SCALAR, HEAD -> scalars.render(scalar(entry, scalars));
      case SET -> "a set";
      case MAP -> "a map";
      case VECTOR -> entry + 1 == code[entry] ? "an empty vector" : "a vector";
      default -> "a nested collection";
    };
  }
}
