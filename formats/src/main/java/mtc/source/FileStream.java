package mtc.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a file from its beginning, which {@link SeekableBytes} reads in any order. */
final class FileStream extends FilterInputStream {
  final SeekableByteChannel channel;

  private FileStream(SeekableByteChannel channel) {
    super(Channels.newInputStream(channel));
    this.channel = channel;
  }

  static FileStream open(Path file) throws IOException {
    return new FileStream(Files.newByteChannel(file));
  }
}
