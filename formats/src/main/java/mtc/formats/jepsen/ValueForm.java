package mtc.formats.jepsen;

import jdk.internal.vm.annotation.ForceInline;
import mtc.history.Scalars;
import mtc.source.Limits;
import mtc.workload.Transactions;
import mtc.workload.Value;
import tools.jackson.core.JsonToken;

/**
 * One {@code :value} as it is read from tokens: what it means depends on fields that may come after
 * it, so it is kept as it stands until the operation's map ends.
 */
final class ValueForm extends Value {
  /** More than any workload nests; what lies deeper is only noted as being there. */
  private static final int DEPTH = 8;

  private static final int MICRO_OPERATION = 2;

  /** How far the text that is being read may go. */
  private Limits limits = Limits.DEFAULT;

  /** By depth, where the open collections begin. */
  private final int[] open = new int[DEPTH];

  /** Takes the form that begins at the current token; afterwards its last token is current. */
  void read(Tokens in) {
    limits = in.limits();
    size = 0;
    var depth = 0;
    var token = in.current();
    do {
      switch (token) {
        case END_ARRAY, END_OBJECT -> code[open[--depth]] = size;
        case START_ARRAY -> {
          if (depth < DEPTH) {
            open[depth++] = size;
            add(in.isSet() ? SET : VECTOR, 0);
          } else {
            add(DEEP, 0);
            in.skip();
          }
        }
        case START_OBJECT -> {
          if (depth < DEPTH) {
            open[depth++] = size;
            add(MAP, 0);
          } else {
            add(DEEP, 0);
            in.skip();
          }
        }
        case PROPERTY_NAME -> add(SCALAR, in.keyScalar());
        case VALUE_STRING -> {
          if (depth == MICRO_OPERATION && size == open[1] + 1 && tag[open[1]] == VECTOR) {
            addHead(in);
          } else {
            add(SCALAR, in.scalar(token));
          }
        }
        default -> add(SCALAR, in.scalar(token));
      }
    } while (depth > 0 && (token = in.next()) != null);
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

  /**
   * Takes the transaction out of {@code [k [[:r x v] …]]}, which {@code jepsen.independent} put it
   * into, with keys that name both.
   */
  void unwrap(Value keyed, Scalars scalars) {
    size = 0;
    append(keyed, 2, keyed.size);
    var key = keyed.scalar(1, scalars);
    for (var at = 1; at < size; at = after(at)) {
      unwrapHead(at + 1, scalars);
      if (at + 2 < code[at] && isScalar(at + 2)) {
        code[at + 2] = Transactions.partName(key, scalar(at + 2, scalars), scalars);
        tag[at + 2] = SCALAR;
      }
    }
  }

  private void unwrapHead(int at, Scalars scalars) {
    var head = headOf(at, scalars);
    if (head >= 0) {
      code[at] = headCode(head, scalars.kind(scalar(at, scalars)));
      tag[at] = HEAD;
    }
  }

  /** Which of {@link #HEADS} stands at an entry, also where none was expected; or -1. */
  int headOf(int at, Scalars scalars) {
    if (!isScalar(at)) {
      return -1;
    }
    var word = scalar(at, scalars);
    return switch (scalars.kind(word)) {
      case KEYWORD, STRING -> headOf(scalars.textValue(word));
      default -> -1;
    };
  }

  /** Adds entries of another value; a collection that goes on beyond them must be ended. */
  void append(Value value, int from, int to) {
    var shift = size - from;
    for (var entry = from; entry < to; entry++) {
      var isCollection =
          value.tag[entry] == VECTOR || value.tag[entry] == SET || value.tag[entry] == MAP;
      add(value.tag[entry], isCollection ? value.code[entry] + shift : value.code[entry]);
    }
  }

  /** Nothing more is added to a collection. */
  void end(int collection) {
    code[collection] = size;
  }

  /** Which of {@link #HEADS} a word is, or -1. */
  static int headOf(String word) {
    return switch (word) {
      case "r" -> 0;
      case "read" -> 1;
      case "w" -> 2;
      case "write" -> 3;
      case "append" -> APPEND_HEAD;
      default -> -1;
    };
  }

  /** The code of the word that begins a micro-operation, and of what kind the word is. */
  static int headCode(int head, Scalars.Kind kind) {
    return head | kind.ordinal() << HEAD_BITS;
  }

  @ForceInline
  private void add(byte withTag, int withCode) {
    if (size == tag.length) {
      limits.checkValues(size);
      grow();
    }
    tag[size] = withTag;
    code[size++] = withCode;
  }
}
