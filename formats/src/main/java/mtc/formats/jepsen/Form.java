package mtc.formats.jepsen;

import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;
import mtc.history.Scalars;
import tools.jackson.core.JsonToken;

/**
 * One {@code :value}, flattened in the order of its text: what a value means depends on fields that
 * may come after it, so it is kept as it stands until the operation's map ends.
 *
 * <p>Three levels of vectors are kept, which is what a list read within a transaction has. Maps,
 * sets and what lies deeper are only noted as being there: no history that can be read has them,
 * but an operation of the nemesis may.
 */
final class Form {
  static final byte SCALAR = 0;

  /** The word that begins a micro-operation; the code is that of {@link #headCode}. */
  static final byte HEAD = 1;

  /** The code is the index after the vector's last entry. */
  static final byte VECTOR = 2;

  static final byte SET = 3;
  static final byte MAP = 4;

  /** A vector that is nested deeper than any value of a history. */
  static final byte DEEP_VECTOR = 5;

  static final String[] HEADS = {"r", "read", "w", "write", "append"};
  static final int READ_HEADS = 2;
  static final int APPEND_HEAD = 4;

  private static final int HEAD_BITS = 3;
  private static final Scalars.Kind[] KINDS = Scalars.Kind.values();
  private static final int DEPTH = 3;
  private static final int MICRO_OPERATION = 2;

  byte[] tag = new byte[32];
  int[] code = new int[32];

  /** 0 if there is no value, not even nil. */
  int size;

  /** By depth, where the open vectors begin. */
  private final int[] open = new int[DEPTH];

  void clear() {
    size = 0;
  }

  /** Takes the form that begins at the current token; afterwards its last token is current. */
  void read(Tokens in) {
    size = 0;
    var depth = 0;
    var token = in.current();
    do {
      switch (token) {
        case END_ARRAY -> code[open[--depth]] = size;
        case START_ARRAY -> {
          if (depth < DEPTH && !in.isSet()) {
            open[depth++] = size;
            add(VECTOR, 0);
          } else {
            add(in.isSet() ? SET : DEEP_VECTOR, 0);
            in.skip();
          }
        }
        case START_OBJECT -> {
          add(MAP, 0);
          in.skip();
        }
        case VALUE_STRING -> {
          if (depth == MICRO_OPERATION && size == open[1] + 1) {
            addHead(in);
          } else {
            add(SCALAR, in.scalar(token));
          }
        }
        default -> add(SCALAR, in.scalar(token));
      }
    } while (depth > 0 && (token = in.next()) != null);
  }

  /** Copies a form from columns that hold several. */
  void set(byte[] tags, int[] codes, int from, int to) {
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
  void adopt(Scalars from, Scalars into) {
    for (var entry = 0; entry < size; entry++) {
      if (tag[entry] == SCALAR) {
        code[entry] = into.adopt(from, code[entry]);
      }
    }
  }

  @ForceInline
  private void addHead(Tokens in) {
    var head = in.head();
    if (head < 0) {
      add(SCALAR, in.scalar(JsonToken.VALUE_STRING));
    } else {
      add(HEAD, headCode(head, in.textKind()));
    }
  }

  /** The code of the word that begins a micro-operation, and of what kind the word is. */
  static int headCode(int head, Scalars.Kind kind) {
    return head | kind.ordinal() << HEAD_BITS;
  }

  /** The index in {@link #HEADS} of the word at an entry. */
  int head(int entry) {
    return code[entry] & (1 << HEAD_BITS) - 1;
  }

  /** The scalar at an entry, even if it looked like the head of a micro-operation. */
  int scalar(int entry, Scalars scalars) {
    return tag[entry] == SCALAR
        ? code[entry]
        : scalars.text(KINDS[code[entry] >> HEAD_BITS], HEADS[head(entry)]);
  }

  @ForceInline
  private void add(byte withTag, int withCode) {
    if (size == tag.length) {
      tag = Arrays.copyOf(tag, size * 2);
      code = Arrays.copyOf(code, size * 2);
    }
    tag[size] = withTag;
    code[size++] = withCode;
  }

  boolean isVector() {
    return size > 0 && tag[0] == VECTOR;
  }

  /** Whether this is a vector of vectors: a transaction of micro-operations. */
  boolean isTransaction() {
    return size > 1 && tag[0] == VECTOR && tag[1] == VECTOR;
  }

  /** Whether this is a vector of two scalars. */
  boolean isPair() {
    return size == 3 && tag[0] == VECTOR && tag[1] == SCALAR && tag[2] == SCALAR;
  }

  /** Whether this is {@code [k [a b]]}. */
  boolean isKeyedPair() {
    return size == 5
        && tag[0] == VECTOR
        && tag[1] == SCALAR
        && tag[2] == VECTOR
        && tag[3] <= HEAD
        && tag[4] == SCALAR;
  }
}
