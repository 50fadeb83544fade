package mtc.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import mtc.source.InputException;
import mtc.source.Limits;
import mtc.source.Packed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a log that is a folder, every part is read wherever it stands, or all of it is refused. */
class PartsOfFoldersTest {
  private static final String VIPER = "{\"value\":[[\"w\",1,%d,true]]}\n";

  @TempDir Path folder;
  private Path etcd;

  @BeforeEach
  void writeRun() throws IOException {
    etcd = folder.resolve("etcd");
    for (var client = 1; client <= 3; client++) {
      write("etcd/client-" + client + "/operations.json", requestOf(client));
    }
  }

  private static byte[] requestOf(int client) {
    return """
    {"ClientId":%d,"Input":{"Type":"txn","Range":null,"Txn":{"Conditions":null,\
    "OperationsOnSuccess":[{"Type":"delete-operation","Range":{"Start":"","End":"","Limit":0},\
    "Put":{"Key":"","Value":{"Value":"","Hash":0},"LeaseID":0},"Delete":{"Key":"k%d"}}],\
    "OperationsOnFailure":null}},"Call":%d,"Output":{"Txn":{"Failure":false,"Results":[{"KVs":null,\
    "Count":0,"Deleted":0}]},"Range":null,"Revision":1,"Error":""},"Return":%d}
    """
        .formatted(client, client, 10 * client, 10 * client + 5)
        .getBytes(StandardCharsets.UTF_8);
  }

  private void write(String name, byte[] bytes) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private static HistoryReader reader() {
    return new HistoryReader(InputStream.nullInputStream(), null, Limits.DEFAULT);
  }

  private static void assertRefused(Path path, String told) {
    var error = assertThrows(InputException.class, () -> reader().read(path.toString()));
    assertTrue(error.describe().contains(told), error.describe());
  }

  @Test
  void theClientsOfARunAreOneHistoryAlsoInAList() throws IOException {
    assertEquals(3, reader().read(etcd.toString()).transactionCount());
    assertEquals(List.of(etcd.toString()), reader().list(etcd.toString()).histories());
    assertEquals(List.of(etcd.toString()), reader().list(folder.toString()).histories());
    var error = assertThrows(InputException.class, () -> reader().read(folder.toString()));
    assertTrue(error.getMessage().contains("such as " + etcd + ","), error.getMessage());
  }

  @Test
  void theClientsOfRunsInAnArchiveAreAHistoryEach() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    for (var run : List.of("a", "b")) {
      for (var client = 1; client <= 2; client++) {
        files.put(run + "/client-" + client + "/operations.json", requestOf(client));
        files.put(run + "/client-" + client + "/watch.json", new byte[] {'{', '}'});
      }
    }
    var archive = Files.write(folder.resolve("runs.tar"), Packed.tar(files)).toString();
    var listing = reader().list(archive);
    assertEquals(List.of(archive + "!/a", archive + "!/b"), listing.histories());
    assertEquals(List.of(), listing.skipped());
    assertEquals(2, reader().read(archive + "!/a").transactionCount());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a/client-1", "a/client-1/operations.json", "viper/J1.log", "viper/sub/J3.log"})
  void aPartOfALogInAnArchiveIsRefusedAlone(String name) throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("a/client-1/operations.json", requestOf(1));
    files.put("a/client-2/operations.json", requestOf(2));
    files.put("b/client-3/operations.json", requestOf(3));
    for (var session : List.of("viper/J1", "viper/J2", "viper/sub/J3", "viper/sub/J4", "v/J5")) {
      files.put(session + ".log", VIPER.formatted(files.size()).getBytes(StandardCharsets.UTF_8));
    }
    var archive = Files.write(folder.resolve("runs.tar"), Packed.tar(files));
    assertRefused(Path.of(archive + "!/" + name), "it is one part of a log (");
    assertEquals(1, reader().read(archive + "!/b/client-3").transactionCount());
    assertEquals(1, reader().read(archive + "!/v/J5.log").transactionCount());
    assertEquals(2, reader().read(archive + "!/viper/sub").transactionCount());
  }

  @Test
  void compressedClientsAreRead() throws IOException {
    Files.delete(etcd.resolve("client-2/operations.json"));
    write("etcd/client-2/operations.json.gz", Packed.gzip(requestOf(2)));
    assertEquals(3, reader().read(etcd.toString()).transactionCount());
    write("etcd/client-2/operations.json", requestOf(2));
    assertRefused(etcd, "the same client has another one beside it");
  }

  @Test
  void aClientThatCannotBeReadIsRefused() throws IOException {
    var second = etcd.resolve("client-2/operations.json");
    Files.delete(second);
    Files.createSymbolicLink(second, Path.of("nothing"));
    assertRefused(etcd, "client-2/operations.json in it is a link to nothing");
    Files.delete(second);
    Files.createDirectory(second);
    assertRefused(etcd, "client-2/operations.json in it is a folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"other", "Client-2", "deep/client-2", "client-1/client-2"})
  void aClientInAnotherFolderIsRefused(String name) throws IOException {
    var elsewhere = etcd.resolve(name);
    Files.createDirectories(elsewhere.getParent());
    Files.move(etcd.resolve("client-2"), elsewhere);
    assertRefused(etcd, elsewhere + "/operations.json looks like a part of the log (etcd)");
  }

  @Test
  void aClientAloneIsRefused() {
    assertRefused(etcd.resolve("client-2"), "it is one part of a log (etcd)");
    assertRefused(etcd.resolve("client-2/operations.json"), "it is one part of a log (etcd)");
  }

  @Test
  void sessionsBelowAreRefusedAndListed() throws IOException {
    write("viper/J1.log", VIPER.formatted(7).getBytes(StandardCharsets.UTF_8));
    write("viper/sub/server.log", "J\n".getBytes(StandardCharsets.UTF_8));
    var viper = folder.resolve("viper");
    assertEquals(1, reader().read(viper.toString()).transactionCount());
    assertEquals(1, reader().read(viper + "/J1.log").transactionCount());
    write("viper/sub/J2.log", VIPER.formatted(8).getBytes(StandardCharsets.UTF_8));
    assertRefused(viper, viper + "/sub/J2.log looks like a part of the log (viper)");
    var reader = reader();
    assertEquals(
        List.of(viper.toString(), viper + "/sub"), reader.list(viper.toString()).histories());
    assertEquals(1, reader.read(viper.toString()).transactionCount());
    write("viper/J3.log", VIPER.formatted(9).getBytes(StandardCharsets.UTF_8));
    assertRefused(
        viper.resolve("J1.log"), "it is one part of a log (viper), and " + viper + "/J3.log");
  }
}
