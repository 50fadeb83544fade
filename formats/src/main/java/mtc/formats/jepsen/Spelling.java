package mtc.formats.jepsen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import mtc.formats.UnwritableException;
import mtc.history.Scalars;
import mtc.source.Quoted;

/** How operations are spelt in EDN, and how in JSON. */
final class Spelling {
  private static final Scalars.Kind[] WORD_KINDS = {
    Scalars.Kind.STRING, Scalars.Kind.KEYWORD, Scalars.Kind.SYMBOL, Scalars.Kind.CHARACTER
  };

  private static final String ENDS_WORDS = "\"\\;,()[]{}";

  final boolean isEdn;
  final byte[] begin;
  final byte[] between;
  final byte[] end;
  final byte[] index;
  final byte[] time;
  final byte[] invoke;
  final byte[] ok;
  final byte[] fail;
  final byte[] info;
  final byte[] process;
  final byte[] transaction;
  final byte[] compareAndSet;
  final byte[] read;
  final byte[] write;
  final byte[] append;
  final byte[] nil;
  final byte[] version;
  final byte[] ownVersion;

  /** Between the elements of a vector. */
  final char separator;

  private final Set<String> mappings = new LinkedHashSet<>();
  private boolean hasMappedHashes;

  /** Words of {@link #wordsOf} that were found to be unlike any other, by the end of their code. */
  private final int[] words = new int[1 << 10];

  private Scalars wordsOf;

  private Spelling(boolean isEdn) {
    this.isEdn = isEdn;
    begin = bytes(isEdn ? "" : "[");
    between = bytes(isEdn ? "\n" : ",\n");
    end = bytes(isEdn ? "\n" : "]\n");
    index = bytes(isEdn ? "{:index " : "{\"index\":");
    time = bytes(isEdn ? ", :time " : ",\"time\":");
    invoke = bytes(isEdn ? ", :type :invoke" : ",\"type\":\"invoke\"");
    ok = bytes(isEdn ? ", :type :ok" : ",\"type\":\"ok\"");
    fail = bytes(isEdn ? ", :type :fail" : ",\"type\":\"fail\"");
    info = bytes(isEdn ? ", :type :info" : ",\"type\":\"info\"");
    process = bytes(isEdn ? ", :process " : ",\"process\":");
    transaction = bytes(isEdn ? ", :f :txn, :value [" : ",\"f\":\"txn\",\"value\":[");
    compareAndSet = bytes(isEdn ? ", :f :cas, :value [" : ",\"f\":\"cas\",\"value\":[");
    read = bytes(isEdn ? "[:r " : "[\"r\",");
    write = bytes(isEdn ? "[:w " : "[\"w\",");
    append = bytes(isEdn ? "[:append " : "[\"append\",");
    nil = bytes(isEdn ? "nil" : "null");
    version = bytes(isEdn ? ", :version " : ",\"version\":");
    ownVersion = bytes(isEdn ? " {:version " : ",{\"version\":");
    separator = isEdn ? ' ' : ',';
  }

  static Spelling edn() {
    return new Spelling(true);
  }

  static Spelling json() {
    return new Spelling(false);
  }

  /** What scalars were spelt in another way than their own. */
  Set<String> mappings() {
    return mappings;
  }

  void scalar(ByteSink out, Scalars scalars, int code) throws IOException {
    switch (scalars.kind(code)) {
      case INTEGER -> out.put(scalars.longValue(code));
      case HASH -> {
        if (!hasMappedHashes) {
          hasMappedHashes = true;
          mappings.add("64-bit hashes are written as signed decimal integers");
        }
        out.put(scalars.longValue(code));
      }
      case NIL -> out.put(nil);
      case UNKNOWN -> throw new IllegalArgumentException("an unknown value has no spelling");
      default -> {
        if (isEdn) {
          edn(out, scalars, code);
        } else {
          json(out, scalars, code);
        }
      }
    }
  }

  private static void edn(ByteSink out, Scalars scalars, int code) throws IOException {
    if (scalars.kind(code) == Scalars.Kind.STRING && hasHalfPair(scalars.textValue(code))) {
      throw new UnwritableException(
          "EDN has no way to write half of a surrogate pair, as in " + scalars.render(code));
    }
    if (isWord(scalars.kind(code)) && !isSpellable(scalars.textValue(code))) {
      throw new UnwritableException("EDN has no way to write a word like " + scalars.render(code));
    }
    if (scalars.kind(code) == Scalars.Kind.KEYWORD) {
      out.put(':');
      out.put(scalars.textValue(code));
    } else {
      out.put(scalars.edn(code));
    }
  }

  private static boolean isWord(Scalars.Kind kind) {
    return kind == Scalars.Kind.KEYWORD || kind == Scalars.Kind.SYMBOL;
  }

  /** Fressian has words of any characters; in EDN some of them end a word. */
  private static boolean isSpellable(String word) {
    for (var i = 0; i < word.length(); i++) {
      var c = word.charAt(i);
      if (c <= ' ' || c == 0x7f || Character.isWhitespace(c) || ENDS_WORDS.indexOf(c) >= 0) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  private static boolean hasHalfPair(String text) {
    return text.codePoints()
        .anyMatch(c -> c <= Character.MAX_VALUE && Character.isSurrogate((char) c));
  }

  private void json(ByteSink out, Scalars scalars, int code) throws IOException {
    var text = scalars.textValue(code);
    switch (scalars.kind(code)) {
      case STRING -> quote(out, text);
      case BIG_INTEGER, BOOLEAN -> out.put(text);
      case DECIMAL -> {
        var last = text.charAt(text.length() - 1);
        if (last < '0' || last > '9') {
          throw noSpelling(scalars, code);
        }
        out.put(text);
      }
      case KEYWORD, SYMBOL, CHARACTER -> {
        mapWord(scalars, code);
        quote(out, text);
      }
      default -> throw noSpelling(scalars, code);
    }
  }

  /** JSON has one kind of word: two kinds that read the same would become one value. */
  private void mapWord(Scalars scalars, int code) throws UnwritableException {
    if (scalars != wordsOf) {
      wordsOf = scalars;
      Arrays.fill(words, 0);
    }
    var slot = code & words.length - 1;
    if (words[slot] == code) {
      return;
    }
    words[slot] = code;
    var text = scalars.textValue(code);
    for (var kind : WORD_KINDS) {
      if (kind != scalars.kind(code) && scalars.contains(kind, text)) {
        throw new UnwritableException(
            "JSON cannot tell "
                + scalars.render(code)
                + " from the "
                + kind.name().toLowerCase(Locale.ROOT)
                + " of the same name");
      }
    }
    mappings.add("keywords, symbols and characters are written as JSON strings");
  }

  private static UnwritableException noSpelling(Scalars scalars, int code) {
    return new UnwritableException("JSON has no way to write " + scalars.render(code));
  }

  private static void quote(ByteSink out, String text) throws IOException {
    out.put('"');
    var plain = true;
    for (var i = 0; i < text.length() && plain; i++) {
      var c = text.charAt(i);
      plain = c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c);
    }
    out.put(plain ? text : escaped(text));
    out.put('"');
  }

  private static String escaped(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c == '"' || c == '\\') {
        escaped.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        // Half of a pair has no UTF-8; a whole one is read as the same from its two halves.
        Quoted.escape(c, escaped);
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static byte[] bytes(String ascii) {
    return ascii.getBytes(StandardCharsets.US_ASCII);
  }
}
