package mtc.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip archive of a history's sessions, stored or deflated, with other files, and damaged. */
final class ZipText {
  private static final String[] PREFIXES = {"", "", "./", "log/", "a/b/"};

  private final Dice dice;
  private final byte[] bytes;
  private boolean isRight = true;

  ZipText(Dice dice) {
    this.dice = dice;
    var out = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(out)) {
      fill(zip);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    bytes = out.toByteArray();
    for (var flips = dice.chance(128) ? dice.below(4) : 0; flips > 0; flips--) {
      isRight = false;
      bytes[(dice.octet() << 8 | dice.octet()) % bytes.length] = (byte) dice.octet();
    }
  }

  private void fill(ZipOutputStream zip) throws IOException {
    var prefix = dice.of(PREFIXES);
    for (var name : Sessions.names()) {
      if (dice.chance(20)) {
        isRight = false;
        continue;
      }
      put(zip, prefix + name, Sessions.bytes(name));
    }
    if (dice.chance(60)) {
      isRight = false;
      put(zip, prefix + (dice.chance(128) ? "T9.log" : "README"), dice.some(40));
    }
    if (dice.chance(30)) {
      put(zip, prefix + "folder/", new byte[0]);
    }
  }

  private void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    var entry = new ZipEntry(name);
    if (dice.chance(80)) {
      var crc = new CRC32();
      crc.update(content);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(content.length);
      entry.setCrc(crc.getValue());
    }
    if (dice.chance(30)) {
      entry.setComment("x");
      entry.setExtra(new byte[] {1, 2, 0, 0});
    }
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }

  boolean isRight() {
    return isRight;
  }

  int transactions() {
    return Sessions.TRANSACTIONS;
  }

  byte[] bytes() {
    return bytes;
  }
}
