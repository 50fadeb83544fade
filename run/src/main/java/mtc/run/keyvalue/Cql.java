package mtc.run.keyvalue;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection that speaks CQL's binary protocol, one question at a time: version 4, or what an
 * older server has, down to version 2, which is the first with lightweight transactions.
 */
final class Cql implements AutoCloseable {
  /** An error that the server answered with. */
  static final class ErrorReply extends IOException {
    private static final long serialVersionUID = 1;

    final int code;

    ErrorReply(int code, String message) {
      super(message);
      this.code = code;
    }

    /**
     * Whether nothing was done: there were not enough replicas, the coordinator is overloaded or
     * starting, or the statement is wrong. Time-outs and failures of replicas leave it open.
     */
    boolean isRefusal() {
      return code == UNAVAILABLE || code == OVERLOADED || code == BOOTSTRAPPING || code >= INVALID;
    }
  }

  /** How many replicas have to agree. */
  enum Consistency {
    ONE(1),
    QUORUM(4),
    /** Of a read: the latest that lightweight transactions agreed on. */
    SERIAL(8);

    private final int code;

    Consistency(int code) {
      this.code = code;
    }
  }

  static final int ALREADY_EXISTS = 0x2400;
  private static final int NO_SUCH_VERSION = 0x000A;
  private static final int UNAVAILABLE = 0x1000;
  private static final int OVERLOADED = 0x1001;
  private static final int BOOTSTRAPPING = 0x1002;
  private static final int INVALID = 0x2000;

  private static final int NEWEST = 4;
  private static final int OLDEST = 2;

  /** Since this version, there may be more than 128 questions at a time. */
  private static final int LONG_NUMBERS = 3;

  private static final int ANSWERED = 0x7F;
  private static final int ERROR = 0x00;
  private static final int STARTUP = 0x01;
  private static final int READY = 0x02;
  private static final int QUERY = 0x07;
  private static final int RESULT = 0x08;
  private static final int ROWS = 2;
  private static final int ONE_TABLE = 1;
  private static final int HAS_SERIAL = 0x10;
  private static final int CONNECT_MILLIS = 2_000;

  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final DataOutputStream out;
  private final int version;

  /** The version that the last answer has. */
  private int answeredVersion;

  /** A connection in the newest version that both know. */
  static Cql open(String host, int port, int answerMillis) throws IOException {
    var version = NEWEST;
    while (true) {
      var connection = new Cql(host, port, answerMillis, version);
      try {
        connection.startUp();
        return connection;
      } catch (ErrorReply e) {
        connection.close();
        var theirs = connection.answeredVersion;
        if (e.code != NO_SUCH_VERSION || theirs < OLDEST || theirs >= version) {
          throw e;
        }
        version = theirs;
      } catch (IOException e) {
        connection.close();
        throw e;
      }
    }
  }

  private Cql(String host, int port, int answerMillis, int version) throws IOException {
    this.version = version;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(answerMillis);
    socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  private void startUp() throws IOException {
    var body = new ByteArrayOutputStream();
    var options = new DataOutputStream(body);
    options.writeShort(1);
    options.writeUTF("CQL_VERSION");
    options.writeUTF("3.0.0");
    send(STARTUP, body.toByteArray());
    var answer = answer();
    if (answer.opcode != READY) {
      throw new IOException("the server wants a password, for which there is no option");
    }
  }

  /** The rows, each with its columns; those that are null are null. */
  List<List<byte[]>> query(String statement, Consistency consistency) throws IOException {
    var body = new ByteArrayOutputStream();
    var question = new DataOutputStream(body);
    var text = statement.getBytes(StandardCharsets.UTF_8);
    question.writeInt(text.length);
    question.write(text);
    question.writeShort(consistency.code);
    question.writeByte(HAS_SERIAL);
    question.writeShort(Consistency.SERIAL.code);
    send(QUERY, body.toByteArray());
    var answer = answer();
    if (answer.opcode != RESULT) {
      throw new IOException("the server answered with " + answer.opcode);
    }
    return answer.body.getInt() == ROWS ? rows(answer.body) : List.of();
  }

  static int toInt(byte[] column) {
    return ByteBuffer.wrap(column).getInt();
  }

  static String toText(byte[] column) {
    return new String(column, StandardCharsets.UTF_8);
  }

  private record Answer(int opcode, ByteBuffer body) {}

  private void send(int opcode, byte[] body) throws IOException {
    out.writeByte(version);
    out.writeByte(0); // neither compressed nor traced
    out.write(new byte[numberLength(version)]); // which question: there is only one at a time
    out.writeByte(opcode);
    out.writeInt(body.length);
    out.write(body);
    out.flush();
  }

  private Answer answer() throws IOException {
    answeredVersion = in.readByte() & ANSWERED;
    in.skipNBytes(1 + numberLength(answeredVersion));
    var opcode = in.readByte();
    var body = in.readNBytes(in.readInt());
    var rest = ByteBuffer.wrap(body);
    if (opcode == ERROR) {
      throw new ErrorReply(rest.getInt(), text(rest));
    }
    return new Answer(opcode, rest);
  }

  private static int numberLength(int version) {
    return version >= LONG_NUMBERS ? Short.BYTES : Byte.BYTES;
  }

  private static List<List<byte[]>> rows(ByteBuffer from) {
    var flags = from.getInt();
    var columns = from.getInt();
    if ((flags & ONE_TABLE) != 0) {
      text(from); // keyspace
      text(from); // table
    }
    for (var i = 0; i < columns; i++) {
      if ((flags & ONE_TABLE) == 0) {
        text(from);
        text(from);
      }
      text(from); // name
      from.getShort(); // type: a plain one, whose number is all
    }
    var rows = new ArrayList<List<byte[]>>();
    for (var left = from.getInt(); left > 0; left--) {
      var row = new ArrayList<byte[]>();
      for (var i = 0; i < columns; i++) {
        row.add(bytes(from));
      }
      rows.add(row);
    }
    return rows;
  }

  private static byte[] bytes(ByteBuffer from) {
    var length = from.getInt();
    if (length < 0) {
      return null;
    }
    var bytes = new byte[length];
    from.get(bytes);
    return bytes;
  }

  private static String text(ByteBuffer from) {
    var bytes = new byte[Short.toUnsignedInt(from.getShort())];
    from.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
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
