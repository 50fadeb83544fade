package mtc.formats.memory;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import mtc.source.Output;

/** Keeps what is written: a file under the empty name, or the files of a folder. */
public final class MemoryOutput implements Output {
  private final Map<String, ByteArrayOutputStream> files = new LinkedHashMap<>();

  @Override
  public OutputStream open() {
    return open("");
  }

  @Override
  public OutputStream open(String name) {
    var file = new ByteArrayOutputStream();
    if (files.put(name, file) != null) {
      throw new IllegalStateException("written twice: " + name);
    }
    return file;
  }

  public Map<String, byte[]> files() {
    var bytes = new LinkedHashMap<String, byte[]>();
    files.forEach((name, file) -> bytes.put(name, file.toByteArray()));
    return bytes;
  }

  public MemoryInput asInput(boolean isFolder) {
    return isFolder ? MemoryInput.folder(files()) : MemoryInput.file(files().get(""));
  }
}
