package mtc.report.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mtc.cli.Main;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens the pages in a real browser and looks at what it made of them. */
class PageInBrowserTest {
  /** Pictures to look at stay here. */
  private static final Path PICTURES = Path.of(System.getProperty("mtc.pictures", "build/pages"));

  private static final int WIDE = 1200;
  private static final int NARROW = 360;

  @TempDir static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    if (Browser.program() == null) {
      System.out.println("There is no chromium here: the pages are not tested in a browser.");
    }
    Assumptions.assumeTrue(Browser.program() != null, "there is no chromium on the PATH");
    browser = Browser.start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  /** Checks histories and gives the page. */
  private static Path page(String name, String... args) throws IOException {
    var page = folder.resolve(name + ".html");
    Files.deleteIfExists(page);
    var line = new ArrayList<>(List.of("check", "--html", page.toString()));
    line.addAll(List.of(args));
    var err = new ByteArrayOutputStream();
    Main.run(
        InputStream.nullInputStream(),
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
        new PrintStream(err, true, UTF_8),
        line.toArray(String[]::new));
    assertTrue(Files.exists(page), err.toString(UTF_8));
    return page;
  }

  private static Path written(String name, CharSequence history) throws IOException {
    return Files.writeString(folder.resolve(name + ".edn"), history);
  }

  /** Everything that is wrong with a page as the browser shows it, a line each. */
  private static final String FAULTS =
      """
      (() => {
        const wrong = [];
        const say = (what, element) =>
          wrong.push(what + ": " + element.outerHTML.slice(0, 160));
        if (document.documentElement.scrollWidth > innerWidth)
          wrong.push("the page scrolls sideways: " + document.documentElement.scrollWidth);
        for (const inner of document.querySelectorAll(".inner")) {
          const frame = inner.getBoundingClientRect();
          const lanes = [...inner.querySelectorAll(".lane")].map(l => l.getBoundingClientRect());
          const bars = [...inner.querySelectorAll(".bar")];
          const boxes = bars.map(bar => bar.getBoundingClientRect());
          bars.forEach((bar, i) => {
            const box = boxes[i];
            if (!lanes.some(lane => box.top >= lane.top && box.bottom <= lane.bottom))
              say("a bar outside of the lanes", bar);
            if (box.left < frame.left - 1 || box.right > frame.right + 1)
              say("a bar outside of the drawing", bar);
            if (bar.scrollWidth > bar.clientWidth + 1) say("a bar too narrow", bar);
            for (let j = 0; j < i; j++) {
              const other = boxes[j];
              if (box.left < other.right - 0.5 && other.left < box.right - 0.5
                  && box.top < other.bottom && other.top < box.bottom)
                say("bars that overlap, of " + bars[j].textContent, bar);
            }
          });
          for (const part of inner.querySelectorAll(".chip, .fault-name, .tick")) {
            const box = part.getBoundingClientRect();
            if (box.left < frame.left - 1 || box.right > frame.right + 1
                || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
              say("outside of the drawing", part);
          }
          for (const line of inner.querySelectorAll("line")) {
            const box = line.getBoundingClientRect();
            if (box.left < frame.left - 1 || box.right > frame.right + 1)
              say("an arrow outside of the drawing", line);
          }
        }
        const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
        const known = new Set(ids);
        if (known.size != ids.length) wrong.push("an id twice");
        for (const link of document.querySelectorAll("a[href]"))
          if (!known.has(link.getAttribute("href").slice(1))) say("a link to nothing", link);
        for (const text of document.querySelectorAll("svg text, img")) say("text in a picture", text);
        return wrong.slice(0, 20).join("\\n");
      })()
      """;

  /** Text too faint for its background, by the formula of WCAG 2: below 4.5 to 1. */
  private static final String FAINT =
      """
      (() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const colour = css => {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = css;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        };
        const light = c => {
          const [r, g, b] = c.slice(0, 3).map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const behind = element => {
          for (let e = element; e; e = e.parentElement) {
            const c = colour(getComputedStyle(e).backgroundColor);
            if (c[3] > 250) return c;
          }
          return colour("Canvas");
        };
        const wrong = new Set();
        for (const e of document.querySelectorAll("body *")) {
          const own = [...e.childNodes].some(n => n.nodeType == 3 && n.textContent.trim());
          if (!own || ["SCRIPT", "STYLE"].includes(e.tagName)) continue;
          const a = light(colour(getComputedStyle(e).color)), b = light(behind(e));
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < 4.5)
            wrong.add(ratio.toFixed(2) + " " + e.tagName + "." + e.className);
        }
        return [...wrong].join("\\n");
      })()
      """;

  private static void assertFaultless(Path page) {
    for (var width : new int[] {WIDE, WIDE / 2, NARROW}) {
      browser.open(page, width, width == NARROW);
      assertEquals("", browser.evaluate(FAULTS), page + " at " + width);
      assertEquals(List.of(), browser.complaints);
      assertEquals(List.of(page.toUri().toString()), browser.requests, "nothing is fetched");
    }
  }

  private static void picture(String name, Path page) throws IOException {
    for (var dark : new boolean[] {false, true}) {
      for (var width : new int[] {WIDE, NARROW}) {
        browser.open(page, width, dark);
        var file = name + "-" + width + (dark ? "-dark" : "-light") + ".png";
        browser.screenshot(PICTURES.resolve(file));
      }
    }
  }

  @Test
  void everyCaseHasAFaultlessPart() throws IOException {
    var line = new ArrayList<>(List.of("-l", "all"));
    try (var cases = Files.list(Path.of("cases"))) {
      cases.map(c -> c.resolve("history.edn").toString()).sorted().forEach(line::add);
    }
    var page = page("cases", line.toArray(String[]::new));
    assertFaultless(page);
    for (var name :
        List.of(
            "ThinAirRead",
            "AbortedRead",
            "FutureRead",
            "NotMyLastWrite",
            "NotMyOwnWrite",
            "IntermediateRead",
            "NonRepeatableReads",
            "SessionGuaranteeViolation",
            "NonMonotonicRead",
            "FracturedRead",
            "CausalityViolation",
            "LongFork",
            "LostUpdate",
            "WriteSkew",
            "NotLinearizable",
            "StaleRead",
            "IncompatibleOrder",
            "DuplicateElements")) {
      var count =
          "[...document.querySelectorAll('h3')].filter(h => h.textContent.startsWith('%s'))";
      assertTrue(!browser.evaluate(count.formatted(name) + ".length").equals("0"), name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cases/write-skew/history.edn",
        "cases/long-fork/history.edn",
        "cases/lin-repeated-values-violation/history.edn",
        "pages/stale-read-in-a-partition.edn"
      })
  void theseArePicturesToLookAt(String history) throws IOException {
    var name = history.replace("/history.edn", "").replace(".edn", "").replaceAll(".*/", "");
    var page = page(name, "-l", "all", history);
    assertFaultless(page);
    picture(name, page);
  }

  @Test
  void textStandsOutFromItsBackground() throws IOException {
    var page =
        page(
            "contrast",
            "-l",
            "all",
            "cases/lin-repeated-values-violation/history.edn",
            "cases/open-order-valid/history.edn",
            "cases/aborted-read/history.edn",
            "pages/stale-read-in-a-partition.edn",
            "missing.edn");
    for (var dark : new boolean[] {false, true}) {
      browser.open(page, WIDE, dark);
      browser.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
      assertEquals("", browser.evaluate(FAINT), dark ? "dark" : "light");
    }
  }

  @Test
  void aFaultIsABandWithItsName() throws IOException {
    browser.open(page("band", "-l", "sser", "pages/stale-read-in-a-partition.edn"), WIDE, false);
    assertEquals(
        "start-partition", browser.evaluate("document.querySelector('.fault-name').textContent"));
    var isIn =
        """
        (name => { const band = document.querySelector(".band").getBoundingClientRect();
          const bar = [...document.querySelectorAll(".bar")]
            .find(b => b.textContent.startsWith(name)).getBoundingClientRect();
          return bar.left >= band.left && bar.right <= band.right; })("%s")
        """;
    assertEquals("true", browser.evaluate(isIn.formatted("T12")));
    assertEquals("false", browser.evaluate(isIn.formatted("T17")));
    var caption = browser.evaluate("document.querySelector('figcaption').textContent");
    assertTrue(caption.contains("start-partition (from 7 ms into the log, for 14 ms)"), caption);
  }

  @Test
  void aCounterexampleOfSeveralLevelsIsShownOnce() throws IOException {
    browser.open(page("once", "-l", "all", "cases/causality-violation/history.edn"), WIDE, false);
    assertEquals("1", browser.evaluate("document.querySelectorAll('figure').length"));
    assertEquals("9", browser.evaluate("document.querySelectorAll('.verdicts td.invalid').length"));
    assertEquals("9", browser.evaluate("document.querySelectorAll('.verdicts td a').length"));
  }

  @Test
  void linearizabilityIsToldStepByStep() throws IOException {
    var page = page("lin", "-l", "lin", "cases/lin-repeated-values-violation/history.edn");
    browser.open(page, WIDE, false);
    var told =
        browser.evaluate("document.querySelector('.stuck').innerText").replaceAll("\\s+", " ");
    assertTrue(
        told.startsWith(
            "T10 cannot be placed: it found register to be 1. But when it was its turn, register"
                + " could only be 2 or 3"),
        told);
    assertTrue(told.contains("at first nil 1 T1 w(register)=1 1 2 T3 w(register)=2 2"), told);
    assertTrue(told.contains("then T10 r(register)=1 cannot be"), told);
    assertEquals(
        "T10 r(register)=1", browser.evaluate("document.querySelector('.at-fault').textContent"));
  }

  /** Of a violation in time the words say what came too late, as the arrows do. */
  @Test
  void realTimeIsToldByWhatCameAfterWhat() throws IOException {
    var seen =
        written(
            "seen",
            """
            {:process 0, :type :invoke, :f :write, :value 1}
            {:process 1, :type :invoke, :f :read}
            {:process 1, :type :ok, :f :read, :value 1}
            {:process 2, :type :invoke, :f :read}
            {:process 2, :type :ok, :f :read, :value nil}
            {:process 0, :type :ok, :f :write, :value 1}
            """);
    browser.open(page("seen", "-l", "lin", seen.toString()), WIDE, false);
    var told = "document.querySelector('section p.what, h3 + p').textContent";
    assertTrue(
        browser.evaluate(told).startsWith("One transaction had already seen a write"),
        browser.evaluate(told));
    var comments = "cases/workload-comments-violation/history.edn";
    browser.open(page("comments", "-l", "sser", comments), WIDE, false);
    assertTrue(
        browser.evaluate(told).startsWith("A transaction saw the effect of something that began"),
        browser.evaluate(told));
  }

  /** The steps before it may be many; what cannot be is what the drawing begins with. */
  @Test
  void whatCannotBePlacedIsInSight() throws IOException {
    var history = generated("lwt", "--lwt --txns 200 --sessions 8 --violation");
    for (var width : new int[] {WIDE, NARROW}) {
      browser.open(page("lwt", "-l", "lin", history.toString()), width, false);
      assertEquals(
          "T1825 T1825, T1827",
          browser.evaluate(
              """
              (() => { const box = document.querySelector('.scroll').getBoundingClientRect();
                const name = bar => bar.textContent.split(" ")[0];
                const isIn = bar => bar.left >= box.left && bar.left < box.right;
                return name(document.querySelector('.at-fault')) + " "
                  + [...document.querySelectorAll('.bar.heart')]
                    .filter(bar => isIn(bar.getBoundingClientRect())).map(name).join(", "); })()
              """),
          "at " + width);
      var told = browser.evaluate("document.querySelector('.told').textContent");
      assertTrue(told.startsWith("T1825"), told);
    }
  }

  @Test
  void aNarrowWindowHasAVerdictBesideItsLevel() throws IOException {
    browser.open(page("narrow", "-l", "all", "cases/write-skew/history.edn"), NARROW, false);
    assertEquals(
        "beside",
        browser.evaluate(
            """
            (() => { const row = [...document.querySelectorAll('.verdicts tr')]
                .find(r => r.cells[1].innerText.endsWith("serializability ser"));
              const top = cell => cell.getBoundingClientRect().top;
              return Math.abs(top(row.cells[1]) - top(row.cells[2])) < 8
                ? "beside" : "below"; })()
            """));
  }

  @Test
  void keysGoFromLinkToLinkAndFromBarToBar() throws IOException {
    browser.open(page("keys", "-l", "ser", "cases/long-fork/history.edn"), WIDE, false);
    var seen = new ArrayList<String>();
    for (var i = 0; i < 40 && (seen.isEmpty() || !seen.getLast().startsWith("The same")); i++) {
      browser.press("Tab");
      seen.add(browser.evaluate("document.activeElement.textContent"));
    }
    assertEquals(
        List.of(
            "To the verdicts",
            "cases/long-fork/history.edn",
            "LongFork",
            "How to read the arrows",
            "T4",
            "T6",
            "T5",
            "T7",
            "−",
            "+",
            "all",
            "◂",
            "▸",
            "T4 r(x)=nil w(x)=1",
            "The same as a table: 4 transactions, in full"),
        seen);
    browser.evaluate("document.querySelector('.bar.own').focus()");
    var went = new ArrayList<String>();
    for (var key : List.of("ArrowDown", "ArrowLeft", "ArrowUp", "n", "p", "p")) {
      browser.press(key);
      went.add(browser.evaluate("document.activeElement.textContent").substring(0, 2));
      var told = browser.evaluate("document.querySelector('.told').textContent");
      assertTrue(told.startsWith(went.getLast()), told);
    }
    assertEquals(List.of("T6", "T5", "T6", "T5", "T6", "T4"), went);
  }

  @Test
  void thePointerTellsOfTheBarUnderIt() throws IOException {
    browser.open(page("pointer", "-l", "ser", "cases/write-skew/history.edn"), WIDE, false);
    browser.evaluate("document.querySelector('.timeline').scrollIntoView()");
    var at = "Math.round(document.querySelectorAll('.bar')[1].getBoundingClientRect().%s + 8)";
    browser.point(
        Integer.parseInt(browser.evaluate(at.formatted("left"))),
        Integer.parseInt(browser.evaluate(at.formatted("top"))));
    var told = browser.evaluate("document.querySelector('.told').textContent");
    assertTrue(told.startsWith("T3 · session 1 · line 5"), told);
  }

  @Test
  void aLongTimelineZoomsAndHasAMap() throws IOException {
    browser.open(page("zoom", "-l", "ser", circle(120).toString()), WIDE, false);
    var width = "document.querySelector('.inner').offsetWidth";
    var before = Integer.parseInt(browser.evaluate(width));
    assertTrue(before > WIDE, "wider than the window: " + before);
    assertEquals("false", browser.evaluate("document.querySelector('.map').hidden"));
    browser.evaluate("document.querySelector('[aria-label=\"zoom in\"]').click()");
    assertTrue(Integer.parseInt(browser.evaluate(width)) > before);
    browser.evaluate("document.querySelector('[aria-label=\"show all of it\"]').click()");
    assertTrue(Integer.parseInt(browser.evaluate(width)) <= WIDE);
    assertEquals("true", browser.evaluate("document.querySelector('.map').hidden"));
  }

  @Test
  void everythingCanBeReadWithoutScripts() throws IOException {
    var page = page("plain", "-l", "all", "cases/long-fork/history.edn");
    browser.scripts(false);
    try {
      browser.open(page, NARROW, false);
      assertEquals("true", browser.evaluate("document.querySelector('.tools').hidden"));
      assertEquals("true", browser.evaluate("document.querySelector('.told').hidden"));
      assertEquals(
          "4", browser.evaluate("document.querySelectorAll('a.bar:not([tabindex])').length"));
      assertEquals("", browser.evaluate(FAULTS));
      var text = browser.evaluate("document.querySelector('.all table').textContent");
      assertTrue(text.contains("r(y)=1") && text.contains("session 3"), text);
    } finally {
      browser.scripts(true);
    }
  }

  @Test
  void paperGetsAllOfIt() throws IOException {
    browser.open(page("paper", "-l", "ser", circle(30).toString()), WIDE, true);
    browser.media("print", true);
    try {
      assertEquals(
          "none", browser.evaluate("getComputedStyle(document.querySelector('.tools')).display"));
      assertEquals(
          "rgb(255, 255, 255)",
          browser.evaluate("getComputedStyle(document.body).backgroundColor"));
      assertEquals(
          "true",
          browser.evaluate(
              "document.querySelector('.inner').offsetWidth <= document.body.offsetWidth"));
      browser.resize(WIDE / 2, WIDE);
      assertEquals(
          "true",
          browser.evaluate(
              """
              [...document.querySelectorAll(".tick")].map(t => t.getBoundingClientRect())
                .every((t, i, all) => i == 0 || all[i - 1].right <= t.left + 1)
              """));
      // What is folded up on the screen is on paper.
      assertEquals(
          "true", browser.evaluate("document.querySelector('.middle .box').checkVisibility()"));
      assertTrue(browser.print() > 20_000);
    } finally {
      browser.media("", false);
    }
  }

  @Test
  void aCircleOfThreeHundredTransactionsIsFaultless() throws IOException {
    var page = page("circle", "-l", "ser", circle(300).toString());
    assertFaultless(page);
    assertEquals("300", browser.evaluate("document.querySelectorAll('.bar.own').length"));
    assertEquals("300", browser.evaluate("document.querySelectorAll('.inner line').length"));
    assertTrue(Files.size(page) < 2_000_000, "" + Files.size(page));
    picture("circle-of-300", page);
  }

  @Test
  void aThousandAnomaliesAreFaultlessAndFewBytes() throws IOException {
    var history = new StringBuilder();
    for (var i = 0; i < 1000; i++) {
      var keys = " :x" + i + " ";
      history.append(transaction(2 * i, "[:r" + keys + "nil] [:w" + keys + "1]"));
      history.append(transaction(2 * i + 1, "[:r" + keys + "nil] [:w" + keys + "2]"));
    }
    var page =
        page(
            "thousand",
            "-l",
            "ser,si",
            "--examples",
            "1000",
            written("thousand", history).toString());
    assertEquals("", outline(page));
    assertEquals("1000", browser.evaluate("document.querySelectorAll('h4').length"));
    assertTrue(Files.size(page) < 2_000_000, "" + Files.size(page));
  }

  @Test
  void evenTenThousandAnomaliesMakeNoLargePage() throws IOException {
    var history = new StringBuilder();
    for (var i = 0; i < 10_000; i++) {
      var key = " :x" + i % 5000 + " ";
      history.append(transaction(i, "[:r" + key + "nil] [:w" + key + (1 + i / 5000) + "]"));
    }
    var page = page("many", "-l", "all", "--examples", "5000", written("many", history).toString());
    assertTrue(Files.size(page) < 2_000_000, "" + Files.size(page));
    var text = Files.readString(page);
    assertTrue(text.contains("more examples are left out"), text.substring(text.length() - 20_000));
  }

  @Test
  void aNemesisThatNeverRestsMakesNoLargePage() throws IOException {
    var history = new StringBuilder();
    for (var i = 0; i < 20_000; i++) {
      var name = i % 2 == 0 ? ":start-" + i : ":bump-" + i % 50;
      history.append("{:type :info, :process :nemesis, :f ").append(name).append("}\n");
    }
    history.append(transaction(0, "[:r :x nil] [:w :x 1]"));
    history.append(transaction(1, "[:r :x nil] [:w :x 2]"));
    for (var i = 2; i < 250; i++) {
      history.append(transaction(i, "[:r :y nil]"));
    }
    var page = page("nemesis", "-l", "ser", written("nemesis", history).toString());
    assertFaultless(page);
    assertTrue(Files.size(page) < 200_000, "" + Files.size(page));
    var caption = browser.evaluate("document.querySelector('figcaption').textContent");
    assertTrue(caption.contains(" more."), caption);
  }

  private static String outline(Path page) {
    browser.open(page, NARROW, false);
    assertEquals(List.of(), browser.complaints);
    return browser.evaluate(FAULTS);
  }

  @Test
  void hostileNamesStayText() throws IOException {
    var script =
        "<script>document.title = 'owned'</script><img src=x onerror=\\\"document.title=1\\\">";
    var name =
        "\"" + script + "</details></table>&amp;\u202E\u0000'`--><!--" + "long".repeat(200) + "\"";
    var history =
        transaction(0, "[:r %s nil] [:w %s 1]".formatted(name, name))
            + transaction(1, "[:r %s nil] [:w %s 2]".formatted(name, name));
    var page = page("hostile", "-l", "all", written("<b>&\"hostile", history).toString());
    assertFaultless(page);
    assertEquals("mtc: isolation check", browser.evaluate("document.title"));
    assertEquals("1", browser.evaluate("document.querySelectorAll('script').length"));
    assertEquals("0", browser.evaluate("document.querySelectorAll('img').length"));
    var whole = browser.evaluate("document.querySelector('.ops .fold').textContent");
    assertTrue(whole.contains("long".repeat(200)), "the whole name can be unfolded");
  }

  @Test
  void ofALongLogOnlyTheNeighbourhoodIsDrawn() throws IOException {
    var history =
        generated("long", "--txns 5000 --sessions 20 --keys 500 --anomaly WriteSkew,LongFork");
    var page = page("long", "-l", "sser", history.toString());
    assertFaultless(page);
    assertTrue(Files.size(page) < 200_000, "" + Files.size(page));
    assertFalse(browser.evaluate("document.querySelector('.log').innerText").isEmpty());
    picture("long-log", page);
  }

  private static Path generated(String name, String options) {
    var history = folder.resolve(name + ".edn");
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    var line = ("generate history " + options + " " + history).split(" ");
    Main.run(InputStream.nullInputStream(), nowhere, nowhere, line);
    return history;
  }

  /** Each transaction reads what the next one overwrites: a circle of anti-dependencies. */
  private static Path circle(int size) throws IOException {
    var history = new StringBuilder();
    for (var i = 0; i < size; i++) {
      history.append("{:type :invoke, :process ").append(i).append(", :f :txn, :value []}\n");
      if (i % 12 == 11 || i == size - 1) {
        for (var j = i - i % 12; j <= i; j++) {
          var reads = "[:r :k" + j + " nil] [:r :k" + (j + 1) % size + " nil] [:w :k" + j + " 1]";
          history.append("{:type :ok, :process ").append(j);
          history.append(", :f :txn, :value [").append(reads).append("]}\n");
        }
      }
    }
    return written("circle" + size, history);
  }

  private static String transaction(int process, String operations) {
    var rest = ", :process " + process + ", :f :txn, :value [" + operations + "]}\n";
    return "{:type :invoke" + rest + "{:type :ok" + rest;
  }

  /** A planted anomaly has keys of its own; what ran at the time is there all the same. */
  @Test
  void whereNobodyElseIsOnTheKeysOthersShowTheTimeAndTheExampleIsInSight() throws IOException {
    var history = generated("planted", "--anomaly WriteSkew");
    browser.open(page("planted", "-l", "ser", history.toString()), NARROW, false);
    assertEquals("8", browser.evaluate("document.querySelectorAll('.bar:not(.own)').length"));
    assertTrue(
        browser
            .evaluate("document.querySelector('figcaption').textContent")
            .contains("Grey: 8 others at that time, on other keys."));
    assertEquals(
        "true",
        browser.evaluate(
            """
            (() => { const box = document.querySelector('.scroll').getBoundingClientRect();
              const bar = document.querySelector('.bar.own').getBoundingClientRect();
              const name = document.querySelector('.lane-name').getBoundingClientRect();
              return document.querySelector('.scroll').scrollLeft > 0
                && name.left >= box.left && name.right < box.right
                && bar.left >= box.left && bar.left < box.right; })()
            """));
  }
}
