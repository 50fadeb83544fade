package mtc.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashSet;

/**
 * A tar archive of a history's sessions, written header by header: with links, long names, pax
 * records and padding in all their ways, and sometimes a lie.
 */
final class TarText {
  private static final int BLOCK = 512;
  private static final String[] PREFIXES = {"", "", "", "./", "log/", "./log/", "a/b/"};
  private static final String TYPES = "0\0" + "7125345SgxLKVMDN";

  private final Dice dice;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private boolean isRight = true;

  TarText(Dice dice) {
    this.dice = dice;
    var prefix = dice.of(PREFIXES);
    var put = new HashSet<String>();
    for (var name : Sessions.names()) {
      if (dice.chance(20)) {
        oddity(prefix);
      }
      session(prefix, name, put);
    }
    while (!dice.isEmpty() && out.size() < 16 * BLOCK) {
      oddity(prefix);
    }
    if (!dice.chance(30)) {
      out.writeBytes(new byte[2 * BLOCK]);
    }
  }

  boolean isRight() {
    return isRight;
  }

  int transactions() {
    return Sessions.TRANSACTIONS;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  /** In one of the ways that mean the same; left out at times, and then not everything is there. */
  private void session(String prefix, String name, HashSet<String> put) {
    var bytes = Sessions.bytes(name);
    put.add(name);
    switch (dice.below(10)) {
      case 0 -> {
        // What a pax header says is what holds.
        pax('x', "path", prefix + name);
        entry("something/else", '0', "", bytes);
      }
      case 1 -> {
        entry("././@LongLink", 'L', "", (prefix + name + "\0").getBytes(ISO_8859_1));
        entry("something", '0', "", bytes);
      }
      case 2 -> {
        // A link to a file that is kept under a name that is no session's.
        entry(prefix + "data-" + name + ".bin", '0', "", bytes);
        entry(prefix + name, '1', prefix + "data-" + name + ".bin", new byte[0]);
        isRight = false; // It may be refused, or the other file may be of a format.
      }
      case 3 -> isRight = false;
      default -> entry(prefix + name, dice.chance(40) ? '\0' : '0', "", bytes);
    }
  }

  private void oddity(String prefix) {
    isRight = false;
    var name = prefix + (dice.chance(100) ? "T" + dice.below(5) + ".log" : "x" + dice.below(3));
    var type = TYPES.charAt(dice.below(TYPES.length()));
    var link = dice.chance(128) ? "T0.log" : "../" + dice.below(3);
    if (type == 'x' || type == 'g') {
      pax(
          type,
          new String[] {"path", "size", "linkpath", "GNU.sparse.map"}[dice.below(4)],
          new String(dice.some(20), ISO_8859_1));
    } else {
      entry(name, type, link, dice.some(40));
    }
  }

  private void pax(char type, String key, String value) {
    var record = " " + key + "=" + value + "\n";
    var length = record.length() + 1;
    while (Integer.toString(length).length() + record.length() != length) {
      length = Integer.toString(length).length() + record.length();
    }
    if (dice.chance(3)) {
      isRight = false;
      length += dice.below(20) - 10;
    }
    entry("PaxHeader", type, "", (length + record).getBytes(ISO_8859_1));
  }

  private void entry(String name, char type, String link, byte[] bytes) {
    var header = new byte[BLOCK];
    put(header, 0, 100, name.getBytes(ISO_8859_1));
    put(header, 100, 8, "0000644\0".getBytes(ISO_8859_1));
    put(header, 124, 12, size(bytes.length));
    put(header, 136, 12, "00000000000\0".getBytes(ISO_8859_1));
    header[156] = (byte) type;
    put(header, 157, 100, link.getBytes(ISO_8859_1));
    if (!dice.chance(40)) {
      put(header, 257, 8, "ustar\00000".getBytes(ISO_8859_1));
    }
    if (dice.chance(2)) {
      isRight = false;
      header[dice.octet() << 1] = (byte) dice.octet();
    }
    Arrays.fill(header, 148, 156, (byte) ' ');
    var sum = 0;
    for (var octet : header) {
      sum += octet & 0xff;
    }
    put(header, 148, 8, octal(sum, 6).getBytes(ISO_8859_1));
    header[155] = ' ';
    header[154] = 0;
    out.writeBytes(header);
    out.writeBytes(bytes);
    out.writeBytes(new byte[-bytes.length & BLOCK - 1]);
  }

  /** In octal digits, or in binary as GNU has it. */
  private byte[] size(int length) {
    var stated = length;
    if (dice.chance(3)) {
      isRight = false;
      stated = (int) dice.number();
    }
    if (dice.chance(30)) {
      var binary = new byte[12];
      binary[0] = (byte) 0x80;
      for (var i = 0; i < 4; i++) {
        binary[11 - i] = (byte) (stated >> 8 * i);
      }
      isRight &= stated >= 0;
      return binary;
    }
    return (octal(stated, 11) + (dice.chance(30) ? " " : "\0")).getBytes(ISO_8859_1);
  }

  private static String octal(int number, int digits) {
    var text = "0".repeat(digits) + Integer.toOctalString(number);
    return text.substring(text.length() - digits);
  }

  private static void put(byte[] header, int at, int most, byte[] bytes) {
    System.arraycopy(bytes, 0, header, at, Math.min(most, bytes.length));
  }
}
