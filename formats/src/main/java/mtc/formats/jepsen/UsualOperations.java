package mtc.formats.jepsen;

import mtc.fressian.OperationSink;
import mtc.history.Scalars;

/**
 * Puts operations of a {@code test.jepsen} into the columns of a batch as they are decoded, as
 * {@link LineParser} does with lines.
 */
final class UsualOperations implements OperationSink {
  private final OperationBatch batch;
  private final Scalars scalars;

  /** Where the form of the value begins in the batch's columns, and its next entry. */
  private int formStart;

  private int form;

  private String lastFunctionName;
  private Function lastFunction;

  UsualOperations(OperationBatch batch, Scalars scalars) {
    this.batch = batch;
    this.scalars = scalars;
  }

  @Override
  public void begin(long offset) {
    batch.beginAtByte(offset);
    formStart = batch.formStart();
    form = formStart;
  }

  @Override
  public void index(long number) {
    batch.index(number);
  }

  @Override
  public void time(long nanos) {
    batch.time(nanos);
  }

  @Override
  public boolean type(String name) {
    var type = Operation.Type.of(name);
    if (type != null) {
      batch.type(type);
    }
    return type != null;
  }

  @Override
  public void process(long number) {
    batch.process(scalars.integer(number));
  }

  @Override
  public void function(String name) {
    // Words keep coming up as the same objects.
    if (name != lastFunctionName) {
      lastFunctionName = name;
      lastFunction = Function.of(name);
    }
    batch.function(lastFunction, name);
  }

  @Override
  public void integer(long number) {
    add(ValueForm.SCALAR, scalars.integer(number));
  }

  @Override
  public void nil() {
    add(ValueForm.SCALAR, Scalars.NIL);
  }

  @Override
  public int open() {
    add(ValueForm.VECTOR, 0);
    return form - 1;
  }

  @Override
  public void close(int opened) {
    batch.code[opened] = form - formStart;
  }

  @Override
  public boolean head(String name) {
    var head = ValueForm.headOf(name);
    if (head >= 0) {
      add(ValueForm.HEAD, ValueForm.headCode(head, Scalars.Kind.KEYWORD));
    }
    return head >= 0;
  }

  private void add(byte tag, int code) {
    batch.ensureFormCapacity(form);
    batch.tag[form] = tag;
    batch.code[form++] = code;
  }

  @Override
  public void end() {
    batch.end(form);
  }
}
