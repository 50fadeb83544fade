package mtc.reading;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import mtc.source.Input;
import mtc.source.SeekableBytes;

/** An input that tells how many bytes were read of it. */
record CountedInput(Input input, LongConsumer progress) implements Input {
  @Override
  public String path() {
    return input.path();
  }

  @Override
  public InputStream open() throws IOException {
    return new CountedStream(input.open(), progress);
  }

  @Override
  public SeekableBytes openSeekable() throws IOException {
    return new CountedBytes(input.openSeekable(), progress);
  }

  @Override
  public List<Entry> entries() throws IOException {
    var entries = new ArrayList<Entry>();
    for (var entry : input.entries()) {
      entries.add(new CountedEntry(entry, progress));
    }
    return entries;
  }

  @Override
  public boolean isFolder() {
    return input.isFolder();
  }

  private record CountedEntry(Entry entry, LongConsumer progress) implements Entry {
    @Override
    public String name() {
      return entry.name();
    }

    @Override
    public Object identity() {
      return entry.identity();
    }

    @Override
    public InputStream open() throws IOException {
      return new CountedStream(entry.open(), progress);
    }
  }

  private static final class CountedBytes extends SeekableBytes {
    private final SeekableBytes bytes;
    private final LongConsumer progress;

    CountedBytes(SeekableBytes bytes, LongConsumer progress) {
      this.bytes = bytes;
      this.progress = progress;
    }

    @Override
    public long size() throws IOException {
      return bytes.size();
    }

    @Override
    public void read(long at, byte[] into, int from, int count) throws IOException {
      bytes.read(at, into, from, count);
      progress.accept(count);
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }

  private static final class CountedStream extends FilterInputStream {
    private final LongConsumer progress;

    CountedStream(InputStream in, LongConsumer progress) {
      super(in);
      this.progress = progress;
    }

    @Override
    public int read() throws IOException {
      var next = super.read();
      if (next >= 0) {
        progress.accept(1);
      }
      return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      var count = super.read(into, offset, length);
      if (count > 0) {
        progress.accept(count);
      }
      return count;
    }
  }
}
