package mtc.formats.memory;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mtc.source.Input;

/** A file or a folder that is in memory; every file can be opened once, as in an archive. */
public final class MemoryInput implements Input {
  private byte[] file;
  private final Map<String, byte[]> folder = new TreeMap<>();

  private MemoryInput() {}

  public static MemoryInput file(byte[] bytes) {
    var input = new MemoryInput();
    input.file = bytes;
    return input;
  }

  public static MemoryInput folder(Map<String, byte[]> files) {
    var input = new MemoryInput();
    input.folder.putAll(files);
    return input;
  }

  @Override
  public String path() {
    return "memory";
  }

  @Override
  public boolean isFolder() {
    return file == null;
  }

  @Override
  public InputStream open() {
    return new Trickle(file);
  }

  @Override
  public List<Entry> entries() {
    return folder.entrySet().stream()
        .map(entry ->
            (Entry)
                new Entry() {
                  @Override
                  public String name() {
                    return entry.getKey();
                  }

                  @Override
                  public InputStream open() {
                    if (entry.getValue() == null) {
                      throw new IllegalStateException("opened twice");
                    }
                    var bytes = entry.getValue();
                    entry.setValue(null);
                    return new Trickle(bytes);
                  }
                })
        .toList();
  }

  /** Gives few bytes at a time, so that every record straddles the end of some read. */
  private static final class Trickle extends ByteArrayInputStream {
    Trickle(byte[] bytes) {
      super(bytes);
    }

    @Override
    public int read(byte[] into, int from, int count) {
      return super.read(into, from, Math.min(count, 7));
    }
  }
}
