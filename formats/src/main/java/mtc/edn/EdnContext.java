package mtc.edn;

import jdk.internal.vm.annotation.ForceInline;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.ContentReference;

/**
 * A collection that is open, or the root; what may come next in it. Contexts are reused: the depth
 * of the input, not its size, decides how many there are.
 */
final class EdnContext extends TokenStreamContext {
  /** Any number of forms: the root, a vector, a list, a set. */
  static final int FORMS = 0;

  /** A map that expects a key or its end. */
  static final int KEY = 1;

  /** A map that expects a value. */
  static final int VALUE = 2;

  /** The next form has a prefix, or is the rest of a composite key: see the fields below. */
  static final int PREFIXED = 3;

  final EdnContext parent;
  private EdnContext child;

  EdnParser.Collection collection;
  byte closer;
  long line;
  long column;

  int state;

  /** In {@link #PREFIXED}, the state without the prefixes. */
  int stateBehindPrefix;

  /** How many forms {@code #_} still has to swallow here. */
  int discards;

  /** A tag waits for its form. */
  boolean tagged;

  /** ... and it is {@code #inst} or {@code #uuid}, whose form is a string. */
  boolean needsString;

  String name;
  EdnParser.Kind keyKind;
  private Object value;

  EdnContext(EdnContext parent) {
    super(TYPE_ROOT, -1);
    this.parent = parent;
    _nestingDepth = parent == null ? 0 : parent._nestingDepth + 1;
  }

  @ForceInline
  EdnContext open(EdnParser.Collection opened, long atLine, long atColumn) {
    var inner = child;
    if (inner == null) {
      inner = new EdnContext(this);
      child = inner;
    }
    inner.collection = opened;
    boolean map = opened == EdnParser.Collection.MAP;
    inner._type = map ? TYPE_OBJECT : TYPE_ARRAY;
    inner._index = -1;
    inner.closer = opened.closer;
    inner.line = atLine;
    inner.column = atColumn;
    inner.state = map ? KEY : FORMS;
    inner.name = null;
    inner.keyKind = null;
    inner.value = null;
    return inner;
  }

  void countEntry() {
    _index++;
  }

  int depth() {
    return _nestingDepth;
  }

  boolean isRoot() {
    return parent == null;
  }

  void prefixed() {
    if (state != PREFIXED) {
      stateBehindPrefix = state;
      state = PREFIXED;
    }
  }

  @Override
  public TokenStreamContext getParent() {
    return parent;
  }

  @Override
  public String currentName() {
    return name;
  }

  @Override
  public boolean hasCurrentName() {
    return name != null;
  }

  @Override
  public Object currentValue() {
    return value;
  }

  @Override
  public void assignCurrentValue(Object v) {
    value = v;
  }

  @Override
  public TokenStreamLocation startLocation(ContentReference source) {
    return EdnBuffer.location(source, -1, line, column);
  }
}
