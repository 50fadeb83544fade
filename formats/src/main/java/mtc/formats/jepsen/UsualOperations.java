package mtc.formats.jepsen;

import jdk.internal.vm.annotation.ForceInline;
import mtc.fressian.OperationSink;
import mtc.history.Scalars;

/**
 * Puts operations of a {@code test.jepsen} into the columns of a batch as they are decoded, as
 * {@link LineParser} does with lines.
 */
final class UsualOperations implements OperationSink {
  private static final Operation.Type[] TYPES = Operation.Type.values();

  private final OperationBatch batch;
  private final Scalars scalars;

  /** Where the form of the value begins in the batch's columns, and its next entry. */
  private int formStart;

  private int form;

  // What words mean. They keep coming up as the same objects: that is seen sooner than what they
  // say.
  private String lastFunctionName;
  private Function lastFunction;
  private final String[] typeNames = new String[TYPES.length];
  private final String[] headNames = new String[ValueForm.HEADS.length];

  UsualOperations(OperationBatch batch, Scalars scalars) {
    this.batch = batch;
    this.scalars = scalars;
  }

  @Override
  @ForceInline
  public void begin(long offset) {
    batch.beginAtByte(offset);
    formStart = batch.formStart();
    form = formStart;
  }

  @Override
  @ForceInline
  public void index(long number) {
    batch.index(number);
  }

  @Override
  @ForceInline
  public void time(long nanos) {
    batch.time(nanos);
  }

  @Override
  @ForceInline
  public boolean type(String name) {
    for (var type : TYPES) {
      if (typeNames[type.ordinal()] == name) {
        batch.type(type);
        return true;
      }
    }
    return newType(name);
  }

  private boolean newType(String name) {
    var type = Operation.Type.of(name);
    if (type != null) {
      typeNames[type.ordinal()] = name;
      batch.type(type);
    }
    return type != null;
  }

  @Override
  @ForceInline
  public void process(long number) {
    batch.process(scalars.integer(number));
  }

  @Override
  @ForceInline
  public void function(String name) {
    if (name != lastFunctionName) {
      lastFunctionName = name;
      lastFunction = Function.of(name);
    }
    batch.function(lastFunction, name);
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
  public boolean head(String name) {
    for (var head = 0; head < headNames.length; head++) {
      if (headNames[head] == name) {
        add(ValueForm.HEAD, ValueForm.headCode(head, Scalars.Kind.KEYWORD));
        return true;
      }
    }
    return newHead(name);
  }

  private boolean newHead(String name) {
    var head = ValueForm.headOf(name);
    if (head >= 0) {
      headNames[head] = name;
      add(ValueForm.HEAD, ValueForm.headCode(head, Scalars.Kind.KEYWORD));
    }
    return head >= 0;
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
