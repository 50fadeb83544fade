package mtc.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code test.fressian}: the same values in whichever of Fressian's ways, and perhaps one byte
 * that is not what it should be.
 */
final class FressianFile {
  private final Dice dice;
  private final List<Object> operations;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Map<Object, Integer> cache = new LinkedHashMap<>();
  private final boolean isDamaged;
  private final int damagedAt;

  FressianFile(Dice dice) {
    this.dice = dice;
    this.isDamaged = dice.chance(60);
    this.damagedAt = dice.octet() << 8 | dice.octet();
    this.operations = Operations.of(dice);
  }

  boolean isRight() {
    return !isDamaged && !operations.isEmpty();
  }

  String edn() {
    return EdnText.of(operations);
  }

  byte[] bytes() {
    var test = new LinkedHashMap<Object, Object>();
    test.put(new Operations.Keyword("name"), "fuzz");
    test.put(new Operations.Keyword("history"), operations);
    put(test);
    var bytes = out.toByteArray();
    if (isDamaged) {
      bytes[damagedAt % bytes.length] = (byte) dice.octet();
    }
    return bytes;
  }

  private void put(Object value) {
    switch (value) {
      case Operations.Keyword keyword -> keyword(keyword);
      case String string -> string(string);
      case Long number -> number(number);
      case Boolean flag -> out.write(flag ? 0xF5 : 0xF6);
      case List<?> list -> list(list);
      case Map<?, ?> map -> {
        out.write(0xC0);
        var flat = new ArrayList<Object>();
        map.forEach((key, of) -> {
          flat.add(key);
          flat.add(of);
        });
        list(flat);
      }
      default -> throw new IllegalArgumentException(value.toString());
    }
  }

  private void number(long number) {
    if (number >= 0 && number < 64 && !dice.chance(30)) {
      out.write((int) number);
    } else if (number >= -4096 && number < 4096 && !dice.chance(30)) {
      out.write(0x50 + (int) (number >> 8));
      out.write((int) number);
    } else {
      out.write(0xF8);
      out.writeBytes(ByteBuffer.allocate(8).putLong(number).array());
    }
  }

  private void list(List<?> list) {
    var way = dice.below(8);
    if (list.size() < 8 && way < 6) {
      out.write(0xE4 + list.size());
    } else if (way == 7) {
      out.write(0xED);
    } else {
      out.write(0xEC);
      number(list.size());
    }
    list.forEach(this::put);
    if (way == 7) {
      out.write(0xFD);
    }
  }

  private void string(String text) {
    var bytes = text.getBytes(cesu8());
    if (bytes.length < 8 && !dice.chance(40)) {
      out.write(0xDA + bytes.length);
      out.writeBytes(bytes);
      return;
    }
    var at = 0;
    if (isAscii(text) && bytes.length > 1 && dice.chance(128)) {
      at = 1;
      out.write(0xE2);
      number(1);
      out.write(bytes, 0, 1);
    }
    out.write(0xE3);
    number(bytes.length - at);
    out.write(bytes, at, bytes.length - at);
  }

  private static java.nio.charset.Charset cesu8() {
    return java.nio.charset.Charset.forName("CESU-8");
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private void keyword(Operations.Keyword keyword) {
    out.write(0xCA);
    out.write(0xF7);
    var known = cache.get(keyword);
    if (known != null && !dice.chance(40)) {
      if (known < 32 && !dice.chance(40)) {
        out.write(0x80 + known);
      } else {
        out.write(0xCC);
        number(known);
      }
      return;
    }
    if (known == null && !dice.chance(40)) {
      cache.put(keyword, cache.size());
      out.write(0xCD);
    }
    string(keyword.name());
  }
}
