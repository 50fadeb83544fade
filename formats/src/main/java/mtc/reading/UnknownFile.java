package mtc.reading;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mtc.formats.Format;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.source.AppleDouble;
import mtc.source.Foreign;
import mtc.source.InputException;
import mtc.source.Printable;

/**
 * Says what a file is that no format knows: by name if it is something well known, otherwise by its
 * first bytes and the formats that look like them.
 */
final class UnknownFile {
  private static final int SHOWN = 16;
  private static final int EXCERPT = 40;

  private UnknownFile() {}

  static InputException empty() {
    return InputException.of("it is empty");
  }

  static InputException describe(Sample.File file, List<Format> formats) {
    var head = file.head();
    if (head.length == 0) {
      return empty();
    }
    var text = new String(head, StandardCharsets.ISO_8859_1);
    if (file.isWhole() && isOnlyComments(text)) {
      return InputException.of("it has nothing but blanks and comments");
    }
    var known = wellKnown(file.name(), head, text);
    return known != null
        ? InputException.of(known)
        : InputException.of(firstBytes(head, text, formats));
  }

  /** Whether a file that no format knows may be a history all the same: its name is that of one. */
  static boolean mayBeHistory(Sample.File file) {
    var text = new String(file.head(), StandardCharsets.ISO_8859_1);
    return HistoryName.is(file.name()) && known(text.stripLeading()) == null;
  }

  private static String wellKnown(String name, byte[] head, String text) {
    if (AppleDouble.is(name, head)) {
      return "it is " + AppleDouble.WORDS + ", not a history";
    }
    if (name.endsWith(".jepsen") || name.endsWith(".fressian")) {
      return "it is named like a file of Jepsen's, but does not begin like one";
    }
    if (text.startsWith("\u00ff\u00fe\0\0") || text.startsWith("\0\0\u00fe\u00ff")) {
      return "it is UTF-32 text; histories are UTF-8";
    }
    if (text.startsWith("\u00ff\u00fe") || text.startsWith("\u00fe\u00ff")) {
      return "it is UTF-16 text; histories are UTF-8";
    }
    var foreign = Foreign.of(name, head);
    if (foreign != null) {
      return "it is " + foreign + ", which mtc does not unpack";
    }
    var magic = magic(text);
    if (magic != null) {
      return "it is " + magic + ", not a history";
    }
    var packed = packed(text);
    if (packed != null) {
      return "it is " + packed + " inside a folder or an archive; name it by itself, unpacked";
    }
    return known(text.stripLeading());
  }

  private static String known(String text) {
    if (text.startsWith("- - events:") || text.startsWith("- - events :")) {
      return "it is the YAML of old dbcop's test fixtures; convert it to history.bincode or JSON";
    }
    if (text.startsWith("{:process") && text.contains(":key \"")) {
      return "it is a porcupine key-value log, whose appends concatenate strings: no register and"
          + " no list";
    }
    if (text.startsWith("{") && text.contains(":valid?") && !text.contains(":process")) {
      return "it is a checker's results (results.edn); give the history.edn next to it";
    }
    if (text.startsWith("{") && text.contains("\"minViolation\"")) {
      return "it is dbcop's result log, not a history";
    }
    return null;
  }

  private static String magic(String text) {
    if (text.startsWith("\u0089PNG")) {
      return "a PNG image";
    }
    if (text.startsWith("%PDF")) {
      return "a PDF document";
    }
    if (text.startsWith("GIF8") || text.startsWith("\u00ff\u00d8\u00ff")) {
      return "an image";
    }
    if (text.startsWith("\u007fELF")) {
      return "a program";
    }
    if (text.startsWith("SQLite format 3")) {
      return "an SQLite database";
    }
    var start = text.stripLeading();
    if (start.startsWith("<!")
        || start.startsWith("<html")
        || start.startsWith("<svg")
        || start.startsWith("<?xml")) {
      return "HTML or XML";
    }
    return null;
  }

  private static String packed(String text) {
    if (text.startsWith("PK\3\4") || text.startsWith("ustar", 257)) {
      return "an archive";
    }
    var isPacked =
        text.startsWith("\u001f\u008b\u0008")
            || text.startsWith("\u00fd7zXZ")
            || text.startsWith("BZh")
            || text.startsWith("\u0028\u00b5\u002f\u00fd")
            || text.startsWith("\u0004\"M\u0018");
    return isPacked ? "a compressed file" : null;
  }

  private static boolean isOnlyComments(String text) {
    for (var line : text.split("\n", -1)) {
      var start = line.strip();
      if (!start.isEmpty()
          && !start.startsWith(";")
          && !start.startsWith("//")
          && !start.startsWith("#!")
          && !start.startsWith("# ")) {
        return false;
      }
    }
    return true;
  }

  private static String firstBytes(byte[] head, String text, List<Format> formats) {
    var message = new StringBuilder("it is no format that mtc knows. It begins with the bytes");
    for (var i = 0; i < Math.min(SHOWN, head.length); i++) {
      message
          .append(' ')
          .append(Character.forDigit(head[i] >> 4 & 0xf, 16))
          .append(Character.forDigit(head[i] & 0xf, 16));
    }
    var look = look(text);
    if (look != Look.BINARY) {
      var excerpt = new String(head, 0, Math.min(head.length, EXCERPT), StandardCharsets.UTF_8);
      message.append(" \"").append(Printable.text(excerpt)).append('"');
    }
    return message
        .append("; formats that look like it (")
        .append(look.label())
        .append("): ")
        .append(String.join(", ", alike(look, formats)))
        .append("; --format F names one")
        .toString();
  }

  private static Look look(String text) {
    for (var i = 0; i < Math.min(text.length(), 1024); i++) {
      var c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f') {
        return Look.BINARY;
      }
    }
    var start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      var inside = start.substring(1).stripLeading();
      return start.startsWith("[[") || inside.startsWith("\"") || inside.startsWith("{\"")
          ? Look.JSON
          : Look.EDN;
    }
    return start.startsWith("(") || start.startsWith("#") ? Look.EDN : Look.TEXT;
  }

  private static List<String> alike(Look look, List<Format> formats) {
    var all = new ArrayList<String>();
    var alike = new ArrayList<String>();
    for (var format : formats) {
      var name = format.name();
      all.add(name);
      if (format.mayLookLike(look)) {
        alike.add(name);
      }
    }
    return alike.isEmpty() ? all : alike;
  }
}
