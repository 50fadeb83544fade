package mtc.formats.jepsen;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import mtc.edn.EdnFactory;
import mtc.edn.EdnParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Writes the files of a Jepsen run from the EDN of its history, as Jepsen's own writer does: blocks
 * of operations, maps and vectors, with what repeats in caches.
 */
final class Stored {
  record Keyword(String name) {}

  record SetOf(List<Object> elements) {}

  /** An operation of version 1. */
  record Op(Map<?, ?> fields) {}

  record Reference(int block) {}

  private Stored() {}

  // EDN as objects

  static List<Map<?, ?>> operations(String edn) {
    var bytes = new ByteArrayInputStream(edn.getBytes(StandardCharsets.UTF_8));
    var in = new EdnFactory().createParser(ObjectReadContext.empty(), bytes);
    var all = new ArrayList<Map<?, ?>>();
    for (var token = in.nextToken(); token != null; token = in.nextToken()) {
      if (value(in, token) instanceof Map<?, ?> op) {
        all.add(op);
      }
    }
    return all;
  }

  private static Object value(EdnParser in, JsonToken token) {
    return switch (token) {
      case START_ARRAY -> {
        var isSet = in.collection() == EdnParser.Collection.SET;
        var list = new ArrayList<Object>();
        for (var t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
          list.add(value(in, t));
        }
        yield isSet ? new SetOf(list) : list;
      }
      case START_OBJECT -> {
        var map = new LinkedHashMap<Object, Object>();
        for (var t = in.nextToken(); t != JsonToken.END_OBJECT; t = in.nextToken()) {
          var name = in.getString();
          Object key =
              switch (in.kind()) {
                case KEYWORD -> new Keyword(name);
                case INTEGER -> Long.valueOf(name);
                default -> name;
              };
          map.put(key, value(in, in.nextToken()));
        }
        yield map;
      }
      case VALUE_STRING ->
          in.kind() == EdnParser.Kind.KEYWORD ? new Keyword(in.getString()) : in.getString();
      case VALUE_NUMBER_INT ->
          in.kind() == EdnParser.Kind.BIG_INTEGER ? in.getBigIntegerValue() : in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  // Values as Fressian

  /** One stream of values, with its caches. */
  static final class Fressian {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<Object, Integer> cache = new LinkedHashMap<>();
    private final List<String> structs = new ArrayList<>();

    Fressian write(Object value) {
      switch (value) {
        case null -> out.write(0xF7);
        case Boolean flag -> out.write(flag ? 0xF5 : 0xF6);
        case Long number -> integer(number);
        case Integer number -> integer(number);
        case Double number -> {
          out.write(0xFA);
          out.writeBytes(ByteBuffer.allocate(8).putDouble(number).array());
        }
        case BigInteger number -> {
          out.write(0xC6);
          out.write(0xD9);
          integer(number.toByteArray().length);
          out.writeBytes(number.toByteArray());
        }
        case String text -> string(text);
        case Keyword keyword -> keyword(keyword);
        case List<?> list -> list(list);
        case SetOf set -> {
          struct("persistent-hash-set", 1);
          write(set.elements.isEmpty() ? null : set.elements);
        }
        case Map<?, ?> map -> {
          out.write(0xC0);
          var flat = new ArrayList<Object>();
          map.forEach((k, v) -> {
            flat.add(k);
            flat.add(v);
          });
          list(flat);
        }
        case Op op -> operation(op.fields);
        case Reference to -> {
          struct("block-ref", 1);
          integer(to.block);
        }
        default -> throw new IllegalArgumentException(value.toString());
      }
      return this;
    }

    private void integer(long n) {
      if (n >= 0 && n < 64) {
        out.write((int) n);
        return;
      }
      var bases = new int[] {0x50, 0x68, 0x72, 0x76, 0x7A, 0x7E};
      var limits = new int[] {16, 8, 2, 2, 2, 2};
      for (var bytes = 1; bytes <= bases.length; bytes++) {
        var high = n >> 8 * bytes;
        if (high >= -limits[bytes - 1] && high < limits[bytes - 1]) {
          out.write(bases[bytes - 1] + (int) high);
          for (var shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write((int) (n >> shift));
          }
          return;
        }
      }
      out.write(0xF8);
      out.writeBytes(ByteBuffer.allocate(8).putLong(n).array());
    }

    private void string(String text) {
      var bytes = cesu8(text);
      if (bytes.length < 8) {
        out.write(0xDA + bytes.length);
        out.writeBytes(bytes);
        return;
      }
      var at = 0;
      for (; bytes.length - at > 65_535; at += 65_535) {
        out.write(0xE2);
        integer(65_535);
        out.write(bytes, at, 65_535);
      }
      out.write(0xE3);
      integer(bytes.length - at);
      out.write(bytes, at, bytes.length - at);
    }

    /** Each UTF-16 unit by itself. */
    private static byte[] cesu8(String text) {
      var out = new ByteArrayOutputStream();
      for (var c : text.toCharArray()) {
        if (c < 0x80) {
          out.write(c);
        } else if (c < 0x800) {
          out.write(0xC0 | c >> 6);
          out.write(0x80 | c & 0x3F);
        } else {
          out.write(0xE0 | c >> 12);
          out.write(0x80 | c >> 6 & 0x3F);
          out.write(0x80 | c & 0x3F);
        }
      }
      return out.toByteArray();
    }

    private void list(List<?> list) {
      if (list.size() < 8) {
        out.write(0xE4 + list.size());
      } else {
        out.write(0xEC);
        integer(list.size());
      }
      list.forEach(this::write);
    }

    private boolean isCached(Object value) {
      var slot = cache.get(value);
      if (slot == null) {
        cache.put(value, cache.size());
        out.write(0xCD);
        return false;
      }
      if (slot < 32) {
        out.write(0x80 + slot);
      } else {
        out.write(0xCC);
        integer(slot);
      }
      return true;
    }

    private void cachedString(String text) {
      if (!isCached(text)) {
        string(text);
      }
    }

    private void keyword(Keyword keyword) {
      out.write(0xCA);
      var slash = keyword.name.indexOf('/');
      if (slash > 0) {
        cachedString(keyword.name.substring(0, slash));
      } else {
        out.write(0xF7);
      }
      cachedString(keyword.name.substring(slash > 0 ? slash + 1 : 0));
    }

    private void cached(Object value) {
      if (!(value instanceof Keyword keyword)) {
        write(value);
      } else if (!isCached(keyword)) {
        keyword(keyword);
      }
    }

    private void struct(String tag, int size) {
      var known = structs.indexOf(tag);
      if (known < 0) {
        structs.add(tag);
        out.write(0xEF);
        string(tag);
        integer(size);
      } else if (known < 16) {
        out.write(0xA0 + known);
      } else {
        out.write(0xF0);
        integer(known);
      }
    }

    private void operation(Map<?, ?> fields) {
      struct("jepsen.history.Op", 7);
      var rest = new LinkedHashMap<Object, Object>(fields);
      write(rest.remove(new Keyword("index")));
      var time = rest.remove(new Keyword("time"));
      write(time == null ? -1L : time);
      cached(rest.remove(new Keyword("type")));
      write(rest.remove(new Keyword("process")));
      cached(rest.remove(new Keyword("f")));
      write(rest.remove(new Keyword("value")));
      write(rest.isEmpty() ? null : rest);
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  static byte[] fressian(Object value) {
    return new Fressian().write(value).bytes();
  }

  // Blocks

  /** A file of blocks, as it grows. */
  static final class File {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final Map<Integer, Long> index = new LinkedHashMap<>();
    int root;
    private final int version;
    private long indexAt;

    File(int version) {
      this.version = version;
      out.writeBytes(new byte[18]);
    }

    File block(int id, int type, byte[] data) {
      if (id > 0) {
        index.put(id, (long) out.size());
      }
      out.writeBytes(sealed(type, data));
      return this;
    }

    /** Writes the index, and points to it. */
    File index(int id) {
      indexAt = out.size();
      index.put(id, indexAt);
      var data = ByteBuffer.allocate(4 + 12 * index.size()).putInt(root);
      index.forEach((block, at) -> data.putInt(block).putLong(at));
      out.writeBytes(sealed(1, data.array()));
      return this;
    }

    /** What a writer leaves that does not come to an end. */
    File unsealed(byte[] data) {
      out.writeBytes(new byte[28]);
      out.writeBytes(data);
      return this;
    }

    int size() {
      return out.size();
    }

    byte[] bytes() {
      var bytes = out.toByteArray();
      ByteBuffer.wrap(bytes)
          .put("JEPSEN".getBytes(StandardCharsets.US_ASCII))
          .putInt(version)
          .putLong(indexAt);
      return bytes;
    }
  }

  static byte[] sealed(int type, byte[] data) {
    var block = ByteBuffer.allocate(28 + data.length);
    block.putLong(block.capacity()).putInt(0).putShort((short) type).position(28).put(data);
    return withChecksum(block.array(), 0);
  }

  /** Makes the checksum of the block at an offset right again. */
  static byte[] withChecksum(byte[] bytes, int at) {
    var block = ByteBuffer.wrap(bytes);
    var length = (int) block.getLong(at);
    block.putInt(at + 8, 0);
    var crc = new CRC32();
    crc.update(bytes, at + 28, length - 28);
    crc.update(bytes, at, 28);
    block.putInt(at + 8, (int) crc.getValue());
    return bytes;
  }

  static byte[] vector(long count, int... firstsAndBlocks) {
    var data = ByteBuffer.allocate(8 + 6 * firstsAndBlocks.length).putLong(count);
    for (var i = 0; i < firstsAndBlocks.length; i += 2) {
      data.putLong(firstsAndBlocks[i]).putInt(firstsAndBlocks[i + 1]);
    }
    return data.array();
  }

  // Whole files

  private static final int HISTORY = 1;
  private static final int ROOT = 2;
  private static final int INDEX = 3;
  private static final int RESULTS = 4;
  private static final int FIRST_CHUNK = 5;

  static Map<Object, Object> test() {
    var test = new LinkedHashMap<Object, Object>();
    test.put(new Keyword("name"), "a test");
    test.put(new Keyword("start-time"), "20260102T030405.000Z");
    test.put(new Keyword("argv"), List.of("test", "--workload", "append"));
    return test;
  }

  /** A {@code test.jepsen} of version 1 as it grows, up to the end of the last whole chunk. */
  static File growing(String edn, int chunkSize) {
    var file = new File(1);
    var test = test();
    test.put(new Keyword("history"), new Reference(HISTORY));
    file.root = ROOT;
    file.block(HISTORY, 2, fressian(null)).block(ROOT, 2, fressian(test)).index(INDEX);
    var operations = operations(edn);
    var chunks = new ArrayList<Integer>();
    for (var from = 0; from + chunkSize <= operations.size(); from += chunkSize) {
      addChunk(file, chunks, from, operations.subList(from, from + chunkSize));
    }
    return file;
  }

  static void addChunk(File file, List<Integer> chunks, int from, List<Map<?, ?>> operations) {
    var id = FIRST_CHUNK + chunks.size() / 2;
    file.block(id, 4, stream(operations));
    chunks.add(from);
    chunks.add(id);
    var entries = chunks.stream().mapToInt(i -> i).toArray();
    file.block(HISTORY, 5, vector(from + operations.size(), entries)).index(INDEX);
  }

  static byte[] stream(List<Map<?, ?>> operations) {
    var stream = new Fressian();
    operations.forEach(op -> stream.write(new Op(op)));
    return stream.bytes();
  }

  /** A whole {@code test.jepsen} of version 1, of operations that are numbered from 0. */
  static byte[] blocks(String edn, int chunkSize) {
    var file = growing(edn, chunkSize);
    var operations = operations(edn);
    var rest = operations.size() % chunkSize;
    if (rest > 0) {
      var from = operations.size() - rest;
      var chunks = new ArrayList<Integer>();
      for (var i = 0; i < from; i += chunkSize) {
        chunks.add(i);
        chunks.add(FIRST_CHUNK + i / chunkSize);
      }
      addChunk(file, chunks, from, operations.subList(from, operations.size()));
    }
    return withResults(file).bytes();
  }

  static File withResults(File file) {
    var results = new Fressian().write(Map.of(new Keyword("valid?"), true)).bytes();
    var partial = ByteBuffer.allocate(4 + results.length).putInt(0).put(results).array();
    var test = test();
    test.put(new Keyword("history"), new Reference(HISTORY));
    test.put(new Keyword("results"), new Reference(RESULTS));
    return file.block(RESULTS, 3, partial).block(ROOT, 2, fressian(test)).index(INDEX);
  }

  /** A {@code test.jepsen} of version 0: the history is one list. */
  static byte[] oldBlocks(String edn) {
    var file = new File(0);
    var test = test();
    test.put(new Keyword("history"), new Reference(HISTORY));
    file.root = ROOT;
    file.block(HISTORY, 2, fressian(operations(edn))).block(ROOT, 2, fressian(test)).index(INDEX);
    return withResults(file).bytes();
  }

  /** A {@code test.fressian}. */
  static byte[] map(String edn) {
    var test = test();
    test.put(new Keyword("history"), operations(edn));
    test.put(new Keyword("results"), Map.of(new Keyword("valid?"), new Keyword("unknown")));
    return fressian(test);
  }
}
