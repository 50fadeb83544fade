package mtc.formats.jepsen;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import jdk.internal.vm.annotation.ForceInline;
import mtc.fressian.OperationSink;
import mtc.history.Scalars;

/**
 * Puts operations of a {@code test.jepsen} into the columns of a batch as they are decoded, as
 * {@link LineParser} does with lines.
 */
final class UsualOperations implements OperationSink {
  private static final int NONE = -1;

  private OperationBatch batch;
  private Scalars scalars;

  /** Where the form of the value begins in the batch's columns, and its next entry. */
  private int formStart;

  private int form;

  // What words mean, by number: as the type of an operation, its function, or the head of a
  // micro-operation.
  private final Map<String, Integer> numbers = new HashMap<>();
  private String[] names = new String[8];
  private Operation.Type[] types = new Operation.Type[8];
  private Function[] functions = new Function[8];
  private int[] heads = new int[8];

  /** The operations to come go into this batch, with these scalars. */
  void into(OperationBatch empty, Scalars ofOperations) {
    batch = empty;
    scalars = ofOperations;
  }

  @Override
  public int word(String text) {
    var known = numbers.get(text);
    return known == null ? newWord(text) : known;
  }

  private int newWord(String text) {
    var number = numbers.size();
    if (number == names.length) {
      names = Arrays.copyOf(names, 2 * number);
      types = Arrays.copyOf(types, 2 * number);
      functions = Arrays.copyOf(functions, 2 * number);
      heads = Arrays.copyOf(heads, 2 * number);
    }
    var head = ValueForm.headOf(text);
    names[number] = text;
    types[number] = Operation.Type.of(text);
    functions[number] = Function.of(text);
    heads[number] = head < 0 ? NONE : ValueForm.headCode(head, Scalars.Kind.KEYWORD);
    numbers.put(text, number);
    return number;
  }

  @Override
  @ForceInline
  public boolean begin(long offset, long index, long time, int type, long process, int function) {
    if (types[type] == null) {
      return false;
    }
    formStart =
        batch.beginAtByte(
            offset,
            index,
            time,
            types[type],
            scalars.integer(process),
            functions[function],
            names[function]);
    form = formStart;
    return true;
  }

  @Override
  @ForceInline
  public void integer(long number) {
    add(ValueForm.SCALAR, scalars.integer(number));
  }

  @Override
  @ForceInline
  public void nil() {
    add(ValueForm.SCALAR, Scalars.NIL);
  }

  @Override
  @ForceInline
  public int open() {
    add(ValueForm.VECTOR, 0);
    return form - 1;
  }

  @Override
  @ForceInline
  public void close(int opened) {
    batch.code[opened] = form - formStart;
  }

  @Override
  @ForceInline
  public boolean head(int word) {
    if (heads[word] == NONE) {
      return false;
    }
    add(ValueForm.HEAD, heads[word]);
    return true;
  }

  @Override
  @ForceInline
  public boolean microOperation(int head, long key, long value) {
    return addMicroOperation(head, key, scalars.integer(value));
  }

  @Override
  @ForceInline
  public boolean microOperationOfNil(int head, long key) {
    return addMicroOperation(head, key, Scalars.NIL);
  }

  @ForceInline
  private boolean addMicroOperation(int head, long key, int value) {
    if (heads[head] == NONE) {
      return false;
    }
    var at = form;
    batch.ensureFormCapacity(at);
    var tag = batch.tag;
    var code = batch.code;
    tag[at] = ValueForm.VECTOR;
    code[at] = at + 4 - formStart;
    tag[at + 1] = ValueForm.HEAD;
    code[at + 1] = heads[head];
    tag[at + 2] = ValueForm.SCALAR;
    code[at + 2] = scalars.integer(key);
    tag[at + 3] = ValueForm.SCALAR;
    code[at + 3] = value;
    form = at + 4;
    return true;
  }

  @ForceInline
  private void add(byte tag, int code) {
    batch.ensureFormCapacity(form);
    batch.tag[form] = tag;
    batch.code[form++] = code;
  }

  @Override
  @ForceInline
  public void end() {
    batch.end(form);
  }
}
