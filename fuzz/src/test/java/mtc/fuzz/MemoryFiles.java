package mtc.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.source.Input;
import mtc.source.Output;
import mtc.source.Source;

/** A file, or a folder of files, in memory: to be written, and read again. */
final class MemoryFiles implements Source, Output {
  private final Map<String, ByteArrayOutputStream> files = new LinkedHashMap<>();
  private final boolean isFile;

  private MemoryFiles(boolean isFile) {
    this.isFile = isFile;
  }

  static MemoryFiles file(byte[] bytes) {
    var file = new MemoryFiles(true);
    file.open("").writeBytes(bytes);
    return file;
  }

  static MemoryFiles folder() {
    return new MemoryFiles(false);
  }

  /** Nothing yet. */
  static MemoryFiles empty(boolean isFolder) {
    return new MemoryFiles(!isFolder);
  }

  MemoryFiles with(String name, byte[] bytes) {
    open(name).writeBytes(bytes);
    return this;
  }

  Map<String, byte[]> contents() {
    var contents = new LinkedHashMap<String, byte[]>();
    files.forEach((name, bytes) -> contents.put(name, bytes.toByteArray()));
    return contents;
  }

  @Override
  public OutputStream open() {
    return open("");
  }

  @Override
  public ByteArrayOutputStream open(String name) {
    return files.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
  }

  @Override
  public String path() {
    return "memory";
  }

  @Override
  public boolean isFile() {
    return isFile;
  }

  @Override
  public void scan(Visitor visitor) throws java.io.IOException {
    for (var file : contents().entrySet()) {
      var bytes = file.getValue();
      var head = bytes.length > HEAD ? java.util.Arrays.copyOf(bytes, HEAD) : bytes;
      visitor.file(file.getKey(), head, bytes.length < HEAD);
    }
  }

  @Override
  public Input file(String name) {
    var bytes = files.get(name).toByteArray();
    return new MemoryInput(() -> new ByteArrayInputStream(bytes), List.of(), false);
  }

  @Override
  public Input folder(String name) {
    var entries = new ArrayList<Input.Entry>();
    contents().forEach((file, bytes) -> entries.add(new MemoryEntry(file, bytes)));
    return new MemoryInput(InputStream::nullInputStream, entries, true);
  }

  @Override
  public void close() {}

  private record MemoryInput(
      java.util.function.Supplier<InputStream> bytes, List<Entry> entries, boolean isFolder)
      implements Input {
    @Override
    public String path() {
      return "memory";
    }

    @Override
    public InputStream open() {
      return bytes.get();
    }
  }

  private record MemoryEntry(String name, byte[] bytes) implements Input.Entry {
    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }
}
