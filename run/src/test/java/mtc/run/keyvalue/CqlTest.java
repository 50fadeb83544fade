package mtc.run.keyvalue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The bytes that servers of other versions answer with. */
class CqlTest {
  /** Of Cassandra 2.0.1 to a question in version 4: {@code Invalid or unsupported protocol …}. */
  private static final String NOT_FOUR = "82 00 00 00 00 00 00 08 00 00 00 0a 00 02 6e 6f";

  private static final String READY_TWO = "82 00 00 02 00 00 00 00";
  private static final String ONE_ROW_TWO =
      "82 00 00 08 00 00 00 25"
          + " 00 00 00 02 00 00 00 01 00 00 00 01 00 02 6b 73 00 02 6b 76 00 01 76 00 09"
          + " 00 00 00 01 00 00 00 04 00 00 00 2a";
  private static final String READY_FOUR = "84 00 00 00 02 00 00 00 00";

  /** Takes connections one after the other, and answers what it is told; the versions asked in. */
  private static CompletableFuture<List<Integer>> answer(
      ServerSocket server, List<List<String>> connections) {
    return CompletableFuture.supplyAsync(() -> {
      var versions = new ArrayList<Integer>();
      for (var answers : connections) {
        try (var socket = server.accept()) {
          var in = new DataInputStream(socket.getInputStream());
          for (var answer : answers) {
            var version = in.readByte();
            in.skipNBytes(version > 2 ? 4 : 3);
            in.skipNBytes(in.readInt());
            versions.add((int) version);
            socket.getOutputStream().write(HexFormat.of().parseHex(answer.replace(" ", "")));
          }
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
      return versions;
    });
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static Cql open(ServerSocket server) throws IOException {
    return Cql.open("127.0.0.1", server.getLocalPort(), 5_000);
  }

  @Test
  void olderServerIsSpokenToInItsVersion() throws Exception {
    try (var server = listen()) {
      var asked = answer(server, List.of(List.of(NOT_FOUR), List.of(READY_TWO, ONE_ROW_TWO)));
      try (var connection = open(server)) {
        var rows = connection.query("SELECT v FROM ks.kv", Cql.Consistency.SERIAL);
        assertEquals(42, Cql.toInt(rows.getFirst().getFirst()));
      }
      assertEquals(List.of(4, 2, 2), asked.get());
    }
  }

  @Test
  void versionThatBothKnowIsKept() throws Exception {
    try (var server = listen()) {
      var asked = answer(server, List.of(List.of(READY_FOUR)));
      open(server).close();
      assertEquals(List.of(4), asked.get());
    }
  }

  /** Version 1 has no lightweight transactions. */
  @Test
  void serverThatIsTooOldIsAnError() throws Exception {
    try (var server = listen()) {
      answer(server, List.of(List.of(NOT_FOUR.replaceFirst("82", "81"))));
      assertThrows(Cql.ErrorReply.class, () -> open(server));
    }
  }
}
