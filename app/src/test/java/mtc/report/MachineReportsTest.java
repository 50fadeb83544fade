package mtc.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mtc.history.History;
import mtc.history.Scalars;
import mtc.history.Status;
import mtc.verdict.AnomalyKind;
import mtc.verdict.Level;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class MachineReportsTest {
  private static String json(Answer answer) {
    return JsonLine.render(answer, new Answers(answer.path(), 0, List.of(answer)), "1.2.3");
  }

  @Test
  void jsonHasThePromisedFields() {
    assertEquals(
        """
        {"file":"h.edn","format":"jepsen","level":"ser","verdict":"invalid",\
        "history":{"transactions":2,"committed":2,"aborted":0,"indeterminate":0,\
        "sessions":2,"keys":2,"operations":6,"class":"mt"},\
        "anomalies":[{"name":"WriteSkew","elle":"G2-item","count":1,"examples":[{\
        "transactions":[\
        {"id":10,"session":0,"status":"committed","at":"line 1",\
        "ops":[["r",":x",null],["r",":y",null],["w",":x",1]]},\
        {"id":11,"session":1,"status":"committed","at":"line 2",\
        "ops":[["r",":x",null],["r",":y",null],["w",":y",2]]}],\
        "cycle":[\
        {"from":10,"to":11,"type":"rw","key":":y",\
        "why":"T11 overwrote y=nil, which T10 had read"},\
        {"from":11,"to":10,"type":"rw","key":":x",\
        "why":"T10 overwrote x=nil, which T11 had read"}]}]}],\
        "unknown":null,"notes":[],"skipped":[],"millis":{"read":3,"check":1},\
        "version":"1.2.3","schema":"mtc-check-1"}
        """,
        json(Log.writeSkew()));
  }

  @Test
  void jsonTellsWhatIsOpen() {
    var json = json(Log.open());
    assertTrue(
        json.contains(
            """
            "anomalies":[],"unknown":{"reason":"two or more blind writes leave the version \
            order open","keys":[":x"],"transactions":[{"id":10,\
            """),
        json);
  }

  @Test
  void jsonTellsWhatIsWrongWithASingleRead() {
    var json = json(Log.abortedRead());
    assertTrue(
        json.contains("\"cycle\":[],\"why\":\"T11 read x=3, which T10 wrote, but T10 aborted\"}"),
        json);
  }

  @Test
  void anInputErrorIsAnObjectToo() {
    var unread = new Answer.Unread("a\"b", "expected \\ here\n", "12:7");
    assertEquals(
        """
        {"file":"a\\"b","error":{"message":"expected \\\\ here\\n","at":"12:7"},\
        "version":"1.2.3","schema":"mtc-check-1"}
        """,
        json(unread));
    assertEquals(
        """
        {:valid? :unknown, :mtc/file "a\\"b", \
        :mtc/error {:message "expected \\\\ here\\n", :at "12:7"}}
        """,
        EdnLine.render(unread));
  }

  @Test
  void whatWasAskedOfAnInputStandsWithItsError() {
    var json = json(new Answer.Unread("h", Level.SSER, "no real time", ""));
    assertTrue(json.startsWith("{\"file\":\"h\",\"level\":\"sser\",\"error\":"), json);
  }

  @Test
  void levelsThatWereLeftOutStandWithTheOthers() {
    var checked = Log.writeSkew();
    var leftOut = new Answer.LeftOut("h.edn", Level.LIN, "it has lists");
    var input = new Answers("h.edn", 0, List.of(leftOut, checked));
    var json = JsonLine.render(checked, input, "1");
    assertTrue(
        json.contains("\"skipped\":[{\"level\":\"lin\",\"reason\":\"it has lists\"}]"), json);
    assertEquals("", JsonLine.render(leftOut, input, "1"));
  }

  @Test
  void everyKindOfScalarIsExactInJson() {
    var log = new Log();
    var scalars = log.builder.scalars();
    log.begin(0);
    log.r("a", scalars.integer(1L << 53));
    log.r("b", scalars.integer((1L << 53) + 1));
    log.r("c", scalars.hash(0xfedcba9876543210L));
    log.r("d", scalars.string("tab\t \u0001 \ud83d\ude00 \ud83d"));
    log.r("e", scalars.keyword("k"));
    log.r("f", scalars.text(Scalars.Kind.BOOLEAN, "true"));
    log.r("g", Scalars.UNKNOWN);
    log.builder.operation(History.READ_OTHER, log.key("h"), 4);
    log.list("i", 1, 2).append("i", 3).ok();
    var json = json(log.report(Level.SER, Log.single(AnomalyKind.THIN_AIR_READ, 0, 0)));
    assertTrue(
        json.contains(
            """
            "ops":[["r",":a",9007199254740992],["r",":b","9007199254740993"],\
            ["r",":c","0xfedcba9876543210"],["r",":d","tab\\t \\u0001 😀 \\ud83d"],\
            ["r",":e",":k"],["r",":f",true],["r",":g"],["not",":h",4],\
            ["r",":i",[1,2]],["append",":i",3]]\
            """),
        json);
    try (var parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      assertEquals(JsonToken.START_OBJECT, parser.nextToken());
      parser.skipChildren();
      assertNull(parser.nextToken());
    }
  }

  @Test
  void ednHasTheShapeOfElle() {
    assertEquals(
        """
        {:valid? false, :anomaly-types [:G2-item], :anomalies {:G2-item [{:cycle [\
        {:index 10, :type :ok, :process 0, :f :txn, \
        :value [[:r :x nil] [:r :y nil] [:w :x 1]], :mtc/at "line 1"} \
        {:index 11, :type :ok, :process 1, :f :txn, \
        :value [[:r :x nil] [:r :y nil] [:w :y 2]], :mtc/at "line 2"} \
        {:index 10, :type :ok, :process 0, :f :txn, \
        :value [[:r :x nil] [:r :y nil] [:w :x 1]], :mtc/at "line 1"}], \
        :steps [{:type :rw, :key :y, :value nil, :value' 2, \
        :mtc/why "T11 overwrote y=nil, which T10 had read"} \
        {:type :rw, :key :x, :value nil, :value' 1, \
        :mtc/why "T10 overwrote x=nil, which T11 had read"}], \
        :type :G2-item, :mtc/name :WriteSkew}]}, :not #{:repeatable-read}, \
        :also-not #{:serializable :strict-serializable :strong-session-serializable}, \
        :mtc/anomalies [{:name :WriteSkew, :elle :G2-item, :count 1}], \
        :mtc/file "h.edn", :mtc/format :jepsen, :mtc/level :ser, \
        :mtc/history {:transactions 2, :committed 2, :aborted 0, :indeterminate 0, \
        :sessions 2, :keys 2, :operations 6, :class :mt}, :mtc/millis {:read 3, :check 1}}
        """,
        EdnLine.render(Log.writeSkew()));
  }

  @Test
  void ednPutsKindsThatElleCallsTheSameUnderOneName() {
    var log = new Log().begin(0).r("x", 1).r("x", 2).w("x", 3).r("x", 4).ok();
    var edn =
        EdnLine.render(
            log.report(
                Level.SI,
                Log.single(AnomalyKind.NON_REPEATABLE_READS, 1, 0),
                Log.single(AnomalyKind.NOT_MY_OWN_WRITE, 3, 0)));
    assertTrue(edn.contains(":anomaly-types [:internal], :anomalies {:internal [{:op {"), edn);
    assertTrue(edn.contains(":mop [:r :x 2], :type :internal, :mtc/name :NonRepeatableReads"), edn);
    assertTrue(edn.contains("} {:op {"), edn);
    assertTrue(edn.contains(":not #{:read-atomic}"), edn);
  }

  @Test
  void ednTellsWhatIsOpen() {
    var edn = EdnLine.render(Log.open());
    assertTrue(edn.startsWith("{:valid? :unknown, :mtc/file"), edn);
    assertTrue(edn.contains(":mtc/unknown {:reason \"two or more"), edn);
    assertTrue(edn.contains(":keys [:x], :transactions [{:index 10"), edn);
  }

  @Test
  void ednSpellsStatusesAsCompletions() {
    var log = new Log().begin(0).w("x", 3).end(Status.ABORTED).begin(1).r("x", 3).ok();
    var edn = EdnLine.render(log.report(Level.SI, Log.single(AnomalyKind.ABORTED_READ, 1, 1, 0)));
    assertTrue(edn.contains(":writer {:index 10, :type :fail, :process 0"), edn);
  }
}
