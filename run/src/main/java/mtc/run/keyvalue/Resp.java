package mtc.run.keyvalue;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A connection that speaks RESP2, the protocol of Redis and Valkey. */
final class Resp implements AutoCloseable {
  /** An error that the server answered with. */
  static final class ErrorReply extends IOException {
    private static final long serialVersionUID = 1;

    ErrorReply(String message) {
      super(message);
    }
  }

  private static final int CONNECT_MILLIS = 2_000;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  Resp(String host, int port, int answerMillis) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(answerMillis);
    socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
    out = new BufferedOutputStream(socket.getOutputStream());
  }

  /** The answer: a String, a Long, a List of answers, or null. */
  Object call(String... words) throws IOException {
    send(words);
    return answer();
  }

  void send(String... words) throws IOException {
    var text = new StringBuilder("*").append(words.length).append("\r\n");
    for (var word : words) {
      text.append('$').append(word.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
      text.append(word).append("\r\n");
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  Object answer() throws IOException {
    var line = line();
    var rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> throw new ErrorReply(rest);
      case ':' -> Long.parseLong(rest);
      case '$' -> bulk(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("this is no RESP: " + line);
    };
  }

  private String line() throws IOException {
    var text = new StringBuilder();
    for (var c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the connection ended");
      }
      text.append((char) c);
    }
    in.read();
    return text.toString();
  }

  private String bulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    var bytes = in.readNBytes(length + 2);
    if (bytes.length < length + 2) {
      throw new EOFException("the connection ended");
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private List<Object> list(int size) throws IOException {
    if (size < 0) {
      return null;
    }
    var answers = new ArrayList<>();
    for (var i = 0; i < size; i++) {
      answers.add(answer());
    }
    return answers;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
