package mtc.edn;

import static mtc.edn.ByteClasses.START;

import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import jdk.internal.vm.annotation.ForceInline;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.Version;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;

/**
 * Reads EDN as a stream of Jackson's tokens; the package's page has the mapping.
 *
 * <p>Nothing recurses: the open collections are a chain of contexts, and a form after {@code #_} or
 * a composite key runs through the same scanner as everything else, only that its tokens are not
 * handed out.
 */
public final class EdnParser extends EdnScalars {
  /** What a scalar token, or a key, was in EDN. */
  public enum Kind {
    STRING,
    KEYWORD,
    SYMBOL,
    CHARACTER,
    INTEGER,
    BIG_INTEGER,
    DECIMAL,
    FLOAT,
    RATIO,
    BOOLEAN,
    NIL,
    /** A key that is a collection or has a tag: its name is its source text. */
    COMPOSITE
  }

  /** What a collection was in EDN. */
  public enum Collection {
    VECTOR('[', ']'),
    LIST('(', ')'),
    SET('{', '}'),
    MAP('{', '}');

    final byte closer;
    private final String opener;

    Collection(char opener, char closer) {
      this.opener = Character.toString(opener);
      this.closer = (byte) closer;
    }

    String opener() {
      return this == SET ? "#{" : opener;
    }
  }

  /** A form ended that nobody is told of. */
  private static final JsonToken NOTHING = JsonToken.NOT_AVAILABLE;

  private final int deepest = _streamReadConstraints.getMaxNestingDepth();

  private EdnContext context = new EdnContext(null);

  /** While this is set, tokens are swallowed: a form of that context is discarded or captured. */
  private EdnContext silent;

  /** What {@link #silent} is in {@link #skipChildren}: no form of any context is special. */
  private final EdnContext skipped = new EdnContext(null);

  private Collection collection;

  private String[] tags = new String[4];
  private int tagCount;

  EdnParser(ObjectReadContext readContext, IOContext io, int features, InputStream in, int size) {
    super(readContext, io, features, in, size);
  }

  EdnParser(ObjectReadContext readContext, IOContext io, int features, byte[] bytes, int length) {
    super(readContext, io, features, bytes, length);
  }

  /** The input is the rest of a text: its first line has this number there. */
  public void countLinesFrom(long number) {
    line = number;
  }

  /**
   * Goes on, outside of all forms, where a line begins.
   *
   * @param index of the bytes, which are parsed in place
   */
  public void moveTo(int index, long number) {
    if (!context.isRoot() || context.state != EdnContext.FORMS) {
      throw new IllegalStateException("in the middle of a form");
    }
    ptr = index;
    line = number;
    lineStart = offset(index);
  }

  /** The index after the current token, of bytes that are parsed in place. */
  public int position() {
    return ptr;
  }

  @Override
  public JsonToken nextToken() {
    tagCount = 0;
    JsonToken token;
    do {
      text = null;
      token = scan();
    } while (silent != null || token == NOTHING);
    _currToken = token;
    return token == null ? endOfInput() : token;
  }

  private JsonToken endOfInput() {
    close();
    return _updateTokenToNull();
  }

  /** The next token, {@link #NOTHING}, or null at the end of the input. */
  @ForceInline
  private JsonToken scan() {
    var b = buf;
    int p = ptr;
    while (true) {
      switch (START[b[p] & 0xFF]) {
        case ByteClasses.SPACE -> p++;
        case ByteClasses.NEWLINE -> newline(++p);
        case ByteClasses.COLON -> {
          return scalar(keyword(p));
        }
        case ByteClasses.DIGIT, ByteClasses.SIGN -> {
          return scalar(number(p));
        }
        case ByteClasses.SYMBOL -> {
          return scalar(symbol(p));
        }
        case ByteClasses.QUOTE -> {
          return scalar(string(p));
        }
        case ByteClasses.OPEN_VECTOR -> {
          return open(p, 1, Collection.VECTOR);
        }
        case ByteClasses.OPEN_LIST -> {
          return open(p, 1, Collection.LIST);
        }
        case ByteClasses.OPEN_MAP -> {
          return open(p, 1, Collection.MAP);
        }
        case ByteClasses.CLOSE -> {
          return close(p);
        }
        case ByteClasses.BACKSLASH -> {
          return scalar(character(p));
        }
        case ByteClasses.NUL -> {
          begin(p);
          ptr = p;
          if (p < end) {
            throw unexpected(0);
          }
          if (!more()) {
            return checkEnd();
          }
          p = ptr;
          b = buf;
        }
        default -> {
          begin(p);
          ptr = p;
          var token = rare();
          if (token != null) {
            return token;
          }
          p = ptr;
          b = buf;
        }
      }
    }
  }

  /** What a history has little of; null to go on at {@link #ptr}. */
  private JsonToken rare() {
    return switch (START[buf[ptr] & 0xFF]) {
      case ByteClasses.COMMENT -> skipComment();
      case ByteClasses.HASH -> dispatch();
      case ByteClasses.HIGH -> skipByteOrderMark() ? null : scalar(symbol(tokenStart));
      default -> throw unexpected(buf[ptr]);
    };
  }

  private JsonToken skipComment() {
    do {
      int p = ptr;
      while (p < end && buf[p] != '\n' && buf[p] != '\r') { // As Clojure's reader does.
        p++;
      }
      ptr = p;
      tokenStart = p;
    } while (ptr == end && more());
    return null;
  }

  private boolean skipByteOrderMark() {
    if (offset(ptr) != 0 || !has(3) || codePoint(ptr, utf8Length()) != 0xFEFF) {
      return false;
    }
    ptr += 3;
    lineStart = 3;
    return true;
  }

  private StreamReadException unexpected(int c) {
    return tokenError(
        switch (c) {
          case '^' -> "metadata (^) is not part of EDN";
          case '\'' -> "quote (') is not part of EDN";
          case '@' -> "deref (@) is not part of EDN";
          case '`' -> "syntax quote (`) is not part of EDN";
          case '~' -> "unquote (~) is not part of EDN";
          default -> "unexpected character " + describe(c);
        });
  }

  // Scalars in their place

  @ForceInline
  private JsonToken scalar(JsonToken token) {
    var c = context;
    if (c.state == EdnContext.KEY) {
      return key(c);
    }
    if (c.state == EdnContext.VALUE) {
      c.state = EdnContext.KEY;
      return token;
    }
    if (c.state == EdnContext.PREFIXED) {
      return prefixedScalar(c, token);
    }
    c.countEntry();
    return token;
  }

  @ForceInline
  private JsonToken key(EdnContext c) {
    c.state = EdnContext.VALUE;
    c.countEntry();
    if (silent == null) {
      c.name = text();
      c.keyKind = kind;
    }
    return JsonToken.PROPERTY_NAME;
  }

  private JsonToken prefixedScalar(EdnContext c, JsonToken token) {
    if (c.discards > 0) {
      return discarded(c);
    }
    if (c.needsString && kind != Kind.STRING) {
      throw stringExpected();
    }
    c.tagged = false;
    c.needsString = false;
    c.state = c.stateBehindPrefix;
    return c.state == EdnContext.KEY ? compositeKey(c) : scalar(token);
  }

  private StreamReadException stringExpected() {
    return tokenError("expected a string after the tag inst or uuid");
  }

  // Collections

  @ForceInline
  private JsonToken open(int p, int length, Collection opened) {
    begin(p);
    ptr = p + length;
    var c = context;
    if (c.state == EdnContext.FORMS) {
      c.countEntry();
    } else if (c.state == EdnContext.VALUE) {
      c.state = EdnContext.KEY;
    } else {
      openOdd(c);
    }
    if (c.depth() >= deepest) {
      constrain(c.depth() + 1, DEPTH);
    }
    context = c.open(opened, tokenLine, tokenColumn());
    collection = opened;
    return opened == Collection.MAP ? JsonToken.START_OBJECT : JsonToken.START_ARRAY;
  }

  /** A collection begins that is a key, is discarded or has a tag. */
  private void openOdd(EdnContext c) {
    if (c.discards > 0) {
      return;
    }
    if (c.needsString) {
      throw stringExpected();
    }
    c.tagged = false;
    if (c.state == EdnContext.KEY) {
      captureKey(c);
    } else if (c.stateBehindPrefix != EdnContext.KEY) {
      c.state = c.stateBehindPrefix;
      if (c.state == EdnContext.VALUE) {
        c.state = EdnContext.KEY;
      } else {
        c.countEntry();
      }
    }
  }

  @ForceInline
  private JsonToken close(int p) {
    begin(p);
    ptr = p + 1;
    var c = context;
    if (buf[p] != c.closer || c.state > EdnContext.KEY) {
      throw wrongClose(c, p);
    }
    var parent = c.parent;
    context = parent;
    collection = c.collection;
    if (parent.state == EdnContext.PREFIXED) {
      return parent.discards > 0 ? discarded(parent) : compositeKey(parent);
    }
    return collection == Collection.MAP ? JsonToken.END_OBJECT : JsonToken.END_ARRAY;
  }

  private StreamReadException wrongClose(EdnContext c, int p) {
    var found = Character.toString(buf[p]);
    if (c.isRoot() && c.state == EdnContext.FORMS) {
      return tokenError("unexpected " + found + ": nothing is open");
    }
    var open = buf[p] == c.closer ? "" : notClosed(c);
    return tokenError("expected " + expected(c) + ", found " + found + open);
  }

  private static String expected(EdnContext c) {
    if (c.state == EdnContext.PREFIXED) {
      return c.discards > 0 ? "a form after #_" : "a form after a tag";
    }
    return c.state == EdnContext.VALUE ? "a value for the last key" : Character.toString(c.closer);
  }

  private static String notClosed(EdnContext c) {
    return c.isRoot()
        ? ""
        : "; the %s opened at line %d, column %d is not closed"
            .formatted(c.collection.opener(), c.line, c.column);
  }

  private JsonToken checkEnd() {
    if (!_closed) {
      _handleEOF();
    }
    return null;
  }

  @Override
  protected void _handleEOF() {
    var c = context;
    if (!c.isRoot() || c.state != EdnContext.FORMS) {
      throw endError("expected " + expected(c) + ", found end of input" + notClosed(c));
    }
  }

  // What begins with #

  private JsonToken dispatch() {
    if (!has(2)) {
      throw endError("expected a tag, a set or a discarded form after #, found end of input");
    }
    int c = buf[ptr + 1];
    switch (c) {
      case '{':
        return open(tokenStart, 2, Collection.SET);
      case '_':
        return discard();
      case '#':
        ptr += 2;
        return scalar(symbolicValue());
      default:
        if (c < 0 || ByteClasses.isLetter(c)) {
          return tagForm();
        }
        throw tokenError(
            switch (c) {
              case '"' -> "a regular expression (#\") is not part of EDN";
              case '(' -> "a function literal (#() is not part of EDN";
              case '\'' -> "a var (#') is not part of EDN";
              case '^' -> "metadata (#^) is not part of EDN";
              case '?' -> "a reader conditional (#?) is not part of EDN";
              case '=' -> "evaluation (#=) is not part of EDN";
              case '<' -> "an unreadable object (#<) is not EDN";
              default -> "expected a tag, a set or a discarded form after #, found " + describe(c);
            });
    }
  }

  private JsonToken discard() {
    ptr += 2;
    var c = context;
    c.prefixed();
    c.discards++;
    constrain(c.depth() + c.discards, DEPTH);
    if (silent == null) {
      silent = c;
    }
    return null;
  }

  /** A form after {@code #_} ended. */
  private JsonToken discarded(EdnContext c) {
    c.discards--;
    if (c.discards == 0) {
      if (!c.tagged) {
        c.state = c.stateBehindPrefix;
      }
      if (silent == c && mark < 0) {
        silent = null;
      }
    }
    return NOTHING;
  }

  private JsonToken tagForm() {
    ptr++;
    var tag = tag();
    var c = context;
    if (c.discards > 0) {
      return null;
    }
    c.needsString |= tag.equals("inst") || tag.equals("uuid");
    c.prefixed();
    if (c.stateBehindPrefix == EdnContext.KEY && !c.tagged) {
      captureKey(c);
    }
    c.tagged = true;
    if (silent == null) {
      addTag(tag);
    }
    return null;
  }

  private void addTag(String tag) {
    constrain(context.depth() + tagCount + 1, DEPTH);
    if (tagCount == tags.length) {
      tags = Arrays.copyOf(tags, 2 * tagCount);
    }
    tags[tagCount++] = tag;
  }

  // Keys that are not scalars

  private void captureKey(EdnContext c) {
    c.prefixed();
    if (silent == null) {
      silent = c;
      markToken();
    }
  }

  /** The form that is a key ended. */
  private JsonToken compositeKey(EdnContext c) {
    c.state = EdnContext.VALUE;
    c.countEntry();
    if (silent != c) {
      return NOTHING;
    }
    constrain(ptr - mark, NAME);
    c.name = NameTable.decode(buf, mark, ptr - mark);
    kind = Kind.COMPOSITE;
    c.keyKind = Kind.COMPOSITE;
    widenTokenToMark();
    silent = null;
    return JsonToken.PROPERTY_NAME;
  }

  // What EDN knows beyond Jackson's tokens

  /** What the current scalar or key was; null if the current token is neither. */
  public Kind kind() {
    var token = _currToken;
    boolean has = token != null && (token.isScalarValue() || token == JsonToken.PROPERTY_NAME);
    return has ? kind : null;
  }

  /** What the last key of the current map was, also on its value; null outside of maps. */
  public Kind keyKind() {
    return ofCollectionsParent() ? context.parent.keyKind : context.keyKind;
  }

  /** Which collection the current token starts or ends; null if it does neither. */
  public Collection collection() {
    return _currToken != null && (_currToken.isStructStart() || _currToken.isStructEnd())
        ? collection
        : null;
  }

  /** The tags of the form that the current token begins, the outermost first. */
  public List<String> tags() {
    return List.of(Arrays.copyOf(tags, tagCount));
  }

  @Override
  public boolean canReadTypeId() {
    return true;
  }

  /** The innermost tag of the form that the current token begins, without its #; or null. */
  @Override
  public String getTypeId() {
    return tagCount == 0 ? null : tags[tagCount - 1];
  }

  // The rest of Jackson's interface

  @Override
  public Version version() {
    return EdnFactory.VERSION;
  }

  @Override
  public TokenStreamContext streamReadContext() {
    return context;
  }

  @Override
  public Object currentValue() {
    return context.currentValue();
  }

  @Override
  public void assignCurrentValue(Object value) {
    context.assignCurrentValue(value);
  }

  /** The context of a start token is the new one, but its name is the outer one's. */
  private boolean ofCollectionsParent() {
    return _currToken == JsonToken.START_OBJECT || _currToken == JsonToken.START_ARRAY;
  }

  @Override
  public String currentName() {
    return ofCollectionsParent() ? context.parent.name : context.name;
  }

  @Override
  public String nextName() {
    return nextToken() == JsonToken.PROPERTY_NAME ? context.name : null;
  }

  @Override
  public JsonParser skipChildren() {
    if (!ofCollectionsParent()) {
      return this;
    }
    var outer = context.parent;
    silent = skipped;
    JsonToken token;
    do {
      token = scan();
    } while (context != outer && token != null);
    silent = null;
    tagCount = 0;
    _nullSafeUpdateToken(token);
    return this;
  }

  @Override
  public String getString() {
    var token = _currToken;
    if (token == JsonToken.VALUE_STRING) {
      return text();
    }
    if (token == JsonToken.PROPERTY_NAME) {
      return context.name;
    }
    return token == null ? null : token.isNumeric() ? text() : token.asString();
  }

  @Override
  public char[] getStringCharacters() {
    var string = getString();
    return string == null ? null : string.toCharArray();
  }

  @Override
  public boolean hasStringCharacters() {
    return false;
  }

  @Override
  public int getStringLength() {
    var string = getString();
    return string == null ? 0 : string.length();
  }

  @Override
  public int getStringOffset() {
    return 0;
  }
}
