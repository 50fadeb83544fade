package mtc.formats.etcd;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import mtc.formats.Format;
import mtc.formats.Logs;
import org.junit.jupiter.api.Test;

class EtcdFormatTest {
  private static final Format ETCD = new EtcdFormat();

  /** The answer to a request that may or may not have taken effect. */
  private static final String OPEN = "{\"Error\":\"timeout\"}";

  private static final String IS_OF_REVISION_2 =
      "[{\"Key\":\"a\",\"ExpectedRevision\":2,\"ExpectedVersion\":0}]";

  private static String request(int client, int at, String input, String output) {
    return "{\"ClientId\":%d,\"Input\":%s,\"Call\":%d,\"Output\":%s,\"Return\":%d}\n"
        .formatted(client, input, 10 * at, output, 10 * at + 5);
  }

  private static String put(int client, int at, String key, String value, String output) {
    return request(client, at, transaction("null", operation("put", key, value)), output);
  }

  private static String operation(String type, String key, String value) {
    return """
    {"Type":"%s-operation","Range":{"Start":"%s","End":"","Limit":0},"Put":{"Key":"%s",\
    "Value":{"Value":"%s","Hash":0},"LeaseID":0},"Delete":{"Key":"%s"}}\
    """
        .formatted(type, key, key, value, key);
  }

  private static String transaction(String conditions, String operations) {
    return """
    {"Type":"txn","Range":null,"Txn":{"Conditions":%s,"OperationsOnSuccess":[%s],\
    "OperationsOnFailure":null}}\
    """
        .formatted(conditions, operations);
  }

  private static String done(int revision, int deleted) {
    return """
    {"Txn":{"Failure":false,"Results":[{"KVs":null,"Count":0,"Deleted":%d}]},"Range":null,\
    "Revision":%d,"Error":""}\
    """
        .formatted(deleted, revision);
  }

  private static String get(int client, int at, String key, String found, int revision) {
    return request(
        client,
        at,
        "{\"Type\":\"range\",\"Range\":{\"Start\":\"%s\",\"End\":\"\",\"Limit\":0,\"Revision\":0}}"
            .formatted(key),
        "{\"Txn\":null,\"Range\":{\"KVs\":%s,\"Count\":%d},\"Revision\":%d,\"Error\":\"\"}"
            .formatted(found, found.equals("null") ? 0 : 1, revision));
  }

  private static String found(String key, String value, int revision) {
    return "[{\"Key\":\"%s\",\"Value\":{\"Value\":\"%s\",\"Hash\":0},\"ModRevision\":%d}]"
        .formatted(key, value, revision);
  }

  private static String delete(int client, int at, String key, String output) {
    return request(client, at, transaction("null", operation("delete", key, "")), output);
  }

  private static String ifVersion(int version, int at, int revision) {
    var condition = "[{\"Key\":\"a\",\"ExpectedRevision\":0,\"ExpectedVersion\":%d}]";
    return request(
        2,
        at,
        transaction(condition.formatted(version), operation("put", "b", "9")),
        done(revision, 0));
  }

  private static String version(String found, int version) {
    return found.replace("}]", ",\"Version\":%d}]".formatted(version));
  }

  private static String firstKeys(int at, int limit, String found, int count, int revision) {
    return request(
        1,
        at,
        "{\"Type\":\"range\",\"Range\":{\"Start\":\"a\",\"End\":\"c\",\"Limit\":%d}}"
            .formatted(limit),
        "{\"Range\":{\"KVs\":%s,\"Count\":%d},\"Revision\":%d,\"Error\":\"\"}"
            .formatted(found, count, revision));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void requestsAreTransactionsInTheOrderOfRevisions() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", done(2, 0))
                + get(1, 2, "a", found("a", "1", 2), 2)
                + request(0, 3, transaction("null", operation("delete", "a", "")), done(3, 1))
                + get(1, 4, "a", "null", 3)
                + get(1, 5, "b", "null", 3)
                + put(0, 6, "b", "2", OPEN));
    assertEquals(
        """
        0@1 COMMITTED w"a"="1" w:revision=2
        1@2 COMMITTED r"a"="1" r:revision=2
        0@3 COMMITTED r"a"="1" w"a"=:deleted-in-3 w:revision=3
        1@4 COMMITTED r"a"=:deleted-in-3 r:revision=3
        1@5 COMMITTED r"b"=nil r:revision=3
        0@6 INDETERMINATE w"b"="2"
        """,
        Logs.render(history));
    assertNotNull(history.givenVersions());
    assertNull(history.relaxation());
    assertEquals("sser", history.usualLevel());
  }

  @Test
  void everyRevisionIsMadeOnce() throws IOException {
    var history =
        Logs.read(
            ETCD,
            get(0, 1, "a", "null", 1)
                + put(0, 2, "a", "1", done(2, 0))
                + put(1, 3, "b", "1", done(2, 0))
                + get(0, 4, "a", found("a", "1", 2), 4)
                + get(0, 5, "a", found("a", "1", 2), 2));
    assertEquals(
        """
        0@1 COMMITTED r"a"=nil r:revision=nil
        0@2 COMMITTED w"a"="1" r:revision=nil w:revision=2
        1@3 COMMITTED w"b"="1" r:revision=nil w:revision=2
        -@4 INDETERMINATE w:revision=4
        0@4 COMMITTED r"a"="1" r:revision=4
        0@5 COMMITTED r"a"="1" r:revision=2
        """,
        Logs.render(history));
  }

  @Test
  void comparedRevisionsAreReads() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", done(2, 0))
                + request(
                    0, 2, transaction(IS_OF_REVISION_2, operation("put", "a", "2")), done(3, 0)));
    assertTrue(Logs.render(history).contains("r\"a\"=\"1\" w\"a\"=\"2\" w:revision=3"));
  }

  @Test
  void whatTheLogDoesNotTellIsNotTakenForGranted() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", done(2, 0))
                + request(0, 2, transaction("null", operation("delete", "a", "")), OPEN)
                + get(1, 3, "a", "null", 3));
    assertTrue(Logs.render(history).contains("r\"a\"=? r:revision=3"));
    assertNotNull(history.relaxation());
  }

  @Test
  void readsTellWhatRequestsWithoutAnAnswerMade() throws IOException {
    var both = operation("put", "a", "2") + "," + operation("delete", "b", "");
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", done(2, 0))
                + request(1, 2, transaction(IS_OF_REVISION_2, both), OPEN)
                + put(1, 3, "a", "3", OPEN)
                + get(0, 4, "a", found("a", "2", 4), 4)
                + get(0, 5, "b", "null", 4));
    assertEquals(
        """
        0@1 COMMITTED w"a"="1" w:revision=2
        1@2 INDETERMINATE r"a"="1" w"a"="2" w"b"=:deleted-in-4 w:revision=4
        1@3 INDETERMINATE w"a"="3"
        0@4 COMMITTED r"a"="2" r:revision=4
        0@5 COMMITTED r"b"=:deleted-in-4 r:revision=4
        """,
        Logs.render(history));
    assertNull(history.relaxation());
  }

  @Test
  void withoutAnAnswerEitherOutcomeMayBe() throws IOException {
    var input =
        transaction(IS_OF_REVISION_2, operation("delete", "a", ""))
            .replace(
                "\"OperationsOnFailure\":null",
                "\"OperationsOnFailure\":[%s]".formatted(operation("put", "a", "2")));
    var request = request(0, 1, input, OPEN);
    var history = Logs.read(ETCD, request);
    assertEquals(
        """
        0@1 INDETERMINATE w"a"=:deleted-in-0
        0@1 INDETERMINATE w"a"="2"
        """,
        Logs.render(history));
    assertNull(history.relaxation());
    history = Logs.read(ETCD, request + get(1, 2, "a", found("a", "2", 2), 2));
    assertEquals(
        """
        0@1 INDETERMINATE w"a"="2" w:revision=2
        1@2 COMMITTED r"a"="2" r:revision=2
        """,
        Logs.render(history));
    assertEquals(EtcdReader.FAILED_COMPARISON, history.relaxation());
  }

  @Test
  void writesThatTheClientCallsAnErrorMayHaveTakenEffect() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", "{\"ClientError\":\"?\",\"Revision\":-1}")
                + get(1, 2, "a", found("a", "1", 2), 2));
    assertEquals(
        """
        0@1 INDETERMINATE w"a"="1" w:revision=2
        1@2 COMMITTED r"a"="1" r:revision=2
        """,
        Logs.render(history));
  }

  @Test
  void aPartOfAnAnswerProvesNothing() throws IOException {
    var history = Logs.read(ETCD, put(0, 1, "a", "1", "{\"PartialResponse\":true}"));
    assertTrue(Logs.render(history).contains("INDETERMINATE w\"a\"=\"1\""));
    assertNotNull(history.relaxation());
  }

  @Test
  void anAnswerWithoutRevisionsIsRefused() {
    assertTrue(
        Logs.error(ETCD, put(0, 1, "a", "1", done(-1, 0)))
            .contains("the answer has no \"Revision\" of the store"));
    assertTrue(
        Logs.error(ETCD, get(0, 1, "a", "null", 0))
            .contains("the answer has no \"Revision\" of the store"));
    assertTrue(
        Logs.error(ETCD, get(0, 1, "a", found("a", "1", 0), 2)).contains("no \"ModRevision\""));
  }

  @Test
  void whatADeletionFoundWasThere() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", done(2, 0))
                + delete(0, 2, "a", done(3, 1))
                + delete(0, 3, "a", done(4, 1))
                + delete(0, 4, "b", done(5, 1)));
    assertEquals(
        """
        0@1 COMMITTED w"a"="1" w:revision=2
        0@2 COMMITTED r"a"="1" w"a"=:deleted-in-3 w:revision=3
        0@3 COMMITTED r"a"="1" w"a"=:deleted-in-4 w:revision=4
        0@4 COMMITTED r"b"=:there-before-5 w"b"=:deleted-in-5 w:revision=5
        """,
        Logs.render(history));
    assertNull(history.relaxation());
  }

  @Test
  void aDeletionMayHaveFoundWhatWasPutWithoutAnAnswer() throws IOException {
    var open = put(1, 1, "a", "2", OPEN);
    var history = Logs.read(ETCD, open + delete(0, 2, "a", done(3, 1)));
    assertTrue(Logs.render(history).contains("r\"a\"=? w\"a\"=:deleted-in-3"));
    assertNotNull(history.relaxation());
    history =
        Logs.read(ETCD, open + put(0, 2, "a", "1", done(3, 0)) + delete(0, 3, "a", done(4, 1)));
    assertTrue(Logs.render(history).contains("0@3 COMMITTED w\"a\"=:deleted-in-4"));
    assertNull(history.relaxation());
  }

  @Test
  void versionsCountPutsSinceTheDeletion() throws IOException {
    var puts =
        put(0, 1, "a", "1", done(2, 0))
            + delete(0, 2, "a", done(3, 1))
            + put(0, 3, "a", "2", done(4, 0))
            + put(0, 4, "a", "3", done(5, 0));
    var history =
        Logs.read(
            ETCD,
            puts
                + get(1, 5, "a", version(found("a", "3", 5), 2), 5)
                + ifVersion(2, 6, 6)
                + get(1, 7, "a", version(found("a", "3", 5), 3), 6)
                + ifVersion(1, 8, 7)
                + ifVersion(4, 9, 8));
    assertEquals(
        """
        1@5 COMMITTED r"a"="3" r:revision=5
        2@6 COMMITTED r"a"="3" w"b"="9" w:revision=6
        1@7 COMMITTED r"a"=:version-3-of-revision-5 r:revision=6
        2@8 COMMITTED r"a"="2" w"b"="9" w:revision=7
        2@9 COMMITTED r"a"=:version-4 w"b"="9" w:revision=8
        """,
        Logs.render(history).lines().skip(4).map(line -> line + "\n").collect(joining()));
    assertNull(history.relaxation());
    var ofAnotherTime = delete(0, 5, "a", done(6, 1)) + put(0, 6, "a", "4", done(7, 0));
    history = Logs.read(ETCD, puts + ofAnotherTime + ifVersion(2, 7, 8));
    assertTrue(Logs.render(history).contains("r\"a\"=? w\"b\"=\"9\""));
    assertNotNull(history.relaxation());
  }

  @Test
  void versionsMayCountWhatWasWrittenWithoutAnAnswer() throws IOException {
    var puts = put(0, 1, "a", "1", done(2, 0)) + put(1, 2, "a", "2", OPEN);
    var read = found("a", "1", 2);
    assertNull(Logs.read(ETCD, puts + get(1, 3, "a", version(read, 1), 2)).relaxation());
    assertNotNull(Logs.read(ETCD, puts + get(1, 3, "a", version(read, 2), 2)).relaxation());
    assertNull(Logs.read(ETCD, puts + ifVersion(1, 3, 3)).relaxation());
    var history = Logs.read(ETCD, puts + ifVersion(2, 3, 4));
    assertTrue(Logs.render(history).contains("r\"a\"=? w\"b\"=\"9\""));
    assertNotNull(history.relaxation());
  }

  @Test
  void comparedRevisionsAreOfPutsOfTheKey() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "b", "1", done(2, 0))
                + request(
                    0, 2, transaction(IS_OF_REVISION_2, operation("put", "a", "2")), done(3, 0)));
    assertTrue(Logs.render(history).contains("r\"a\"=:revision-2 w\"a\"=\"2\""));
    assertNull(history.relaxation());
  }

  @Test
  void moreThanOneDeletionOfAKeyIsRefused() {
    assertTrue(Logs.error(ETCD, delete(0, 1, "a", done(2, 2))).contains("\"Deleted\" is 0 or 1"));
  }

  @Test
  void limitedReadsCount() throws IOException {
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", done(2, 0))
                + put(0, 2, "b", "2", done(3, 0))
                + firstKeys(3, 1, found("a", "1", 2), 2, 3)
                + firstKeys(4, 1, "null", 0, 2));
    assertEquals(
        """
        0@1 COMMITTED w"a"="1" w:revision=2
        0@2 COMMITTED w"b"="2" w:revision=3
        1@3 COMMITTED r"a"="1" r:revision=3
        1@4 COMMITTED r:revision=2
        """,
        Logs.render(history));
    assertNotNull(history.relaxation());
    assertTrue(
        Logs.error(ETCD, firstKeys(1, 2, found("a", "1", 2), 2, 3))
            .contains("has not as many keys as its \"Count\" says"));
  }

  @Test
  void clientsHaveFoldersOfTheirOwn() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put("run/client-1/operations.json", bytes(put(0, 1, "a", "1", done(2, 0))));
    files.put("run/client-2/operations.json", bytes(get(1, 2, "a", found("a", "1", 2), 2)));
    files.put("run/client-2/watch.json", bytes("{}"));
    var history = Logs.readFolder(null, files);
    assertEquals("etcd", history.format());
    assertEquals(2, history.transactionCount());
    assertEquals("line 1 of client-2/operations.json", history.place(1));
  }

  @Test
  void revokedLeasesAreRefused() {
    assertTrue(
        Logs.error(ETCD, request(0, 1, "{\"Type\":\"leaseRevoke\"}", "{\"Revision\":2}"))
            .contains("a lease is revoked"));
  }

  @Test
  void whatIsNoConditionOperationOrResultIsRefused() {
    var put = operation("put", "a", "1");
    var conditions = transaction("[7,{\"Key\":\"a\",\"ExpectedRevision\":2}]", put);
    assertError("expected a condition, found an integer", request(0, 1, conditions, done(2, 0)));
    var operations = transaction("null", "null," + put);
    assertError("expected an operation, found null", request(0, 1, operations, done(2, 0)));
    var twice = done(2, 0).replace("\"Results\":[", "\"Results\":[[],");
    assertError("expected a result, found an array", put(0, 1, "a", "1", twice));
    var found = found("a", "1", 2).replace("[{", "[\"x\",{");
    assertError("expected a key and its value, found a string", get(0, 1, "a", found, 2));
  }

  @Test
  void whatDoesNotSayWhatItIsAboutIsRefused() {
    var put = operation("put", "a", "1");
    assertError(
        "no \"Key\" of the value", written(put.replace("\"Key\":\"a\",\"Value\"", "\"Value\"")));
    assertError("no \"Value\" of the key", written(put.replace("\"Value\":{", "\"Other\":{")));
    assertError(
        "no \"Put\" of the operation", written("{\"Type\":\"put-operation\",\"Put\":null}"));
    assertError("no \"Key\" that is deleted", written("{\"Type\":\"delete-operation\"}"));
    assertError("no \"Range\" of the operation", written("{\"Type\":\"range-operation\"}"));
    assertError("no \"Type\" of the operation", written("{\"Delete\":{\"Key\":\"a\"}}"));
    assertError("expected a key to delete, found an integer", written("{\"Delete\":1}"));
    assertError("expected a key and its value, found a string", written("{\"Put\":\"a\"}"));
    assertError(
        "no \"Key\" that is compared",
        request(0, 1, transaction("[{\"ExpectedRevision\":2}]", put), done(2, 0)));
    assertError(
        "no \"Start\" of the range",
        request(0, 1, "{\"Type\":\"range\",\"Range\":{\"Limit\":0}}", done(2, 0)));
  }

  private static String written(String operation) {
    return request(0, 1, transaction("null", operation), done(2, 0));
  }

  private static void assertError(String expected, String log) {
    var error = Logs.error(ETCD, log);
    assertTrue(error.contains(expected), error);
  }

  /** Of three that an operation has, one counts; the others may be there or not. */
  @Test
  void operationsOfAnotherTypeMayBeMissing() throws IOException {
    var history =
        Logs.read(
            ETCD,
            written(
                "{\"Type\":\"put-operation\",\"Range\":null,\"Put\":{\"Key\":\"a\","
                    + "\"Value\":{\"Value\":\"1\",\"Hash\":0}},\"Delete\":null}"));
    assertEquals("0@1 COMMITTED w\"a\"=\"1\" w:revision=2\n", Logs.render(history));
  }

  @Test
  void revisionsAndClientsMayBeLarge() throws IOException {
    var far = (1L << 32) + 2;
    var history =
        Logs.read(
            ETCD,
            put(0, 1, "a", "1", OPEN)
                + put(1, 2, "a", "2", done(2, 0))
                    .replace("\"ClientId\":1", "\"ClientId\":4294967296")
                + get(2, 3, "a", found("a", "1", 3).replace(":3}", ":" + far + "}"), 3)
                    .replace("\"Revision\":3,", "\"Revision\":" + far + ","));
    assertEquals(
        """
        0@1 INDETERMINATE w"a"="1" w:revision=4294967298
        4294967296@2 COMMITTED w"a"="2" w:revision=2
        2@3 COMMITTED r"a"="1" r:revision=4294967298
        """,
        Logs.render(history));
  }

  @Test
  void comparedRevisionsMayBeFarApart() throws IOException {
    var far = (1L << 32) + 2;
    var condition = "[{\"Key\":\"a\",\"ExpectedRevision\":2,\"ExpectedVersion\":0}]";
    var history =
        Logs.read(
            ETCD,
            get(0, 1, "a", found("a", "1", 3).replace(":3}", ":" + far + "}"), 3)
                    .replace("\"Revision\":3,", "\"Revision\":" + far + ",")
                + request(0, 2, transaction(condition, operation("put", "a", "2")), done(3, 0)));
    assertTrue(Logs.render(history).contains("r\"a\"=? w\"a\"=\"2\""), Logs.render(history));
  }

  /** Both are kept for what never ended, and for versions that all others come before. */
  @Test
  void timesAndRevisionsHaveAGreatest() throws IOException {
    var never = get(0, 1, "a", "null", 2).replace("\"Return\":15", "\"Return\":" + Long.MAX_VALUE);
    assertError("expected a time, at most 9223372036854775806", never);
    assertEquals(1, Logs.read(ETCD, never.replace("807}", "806}")).transactionCount());
    var late =
        get(0, 1, "a", "null", 2).replace("\"Revision\":2,", "\"Revision\":9223372036854775806,");
    assertError("expected a revision, at most 9223372036854775805", late);
    assertEquals(1, Logs.read(ETCD, late.replace("806,", "805,")).transactionCount());
  }
}
