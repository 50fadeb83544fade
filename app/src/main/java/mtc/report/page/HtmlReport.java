package mtc.report.page;

import java.io.IOException;
import java.util.List;
import mtc.report.Answers;
import mtc.report.Document;
import mtc.report.FixedWords;
import mtc.source.Counted;
import mtc.source.Output;
import mtc.verdict.EdgeType;

/** A page that stands alone: no other files, nothing from elsewhere, for the screen and paper. */
public final class HtmlReport extends Document<Section> {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>mtc: isolation check</title>
      <style>
      """;

  private static final String ARROW_HEADS =
      """
      <svg width="0" height="0" class="defs" aria-hidden="true"><defs>
      %s</defs></svg>
      """;

  private static final String LEGEND =
      """
      <p class="aside"><code>r(x)=1</code>: read key x and found 1; <code>r(x)≠1</code>: found
      something else; <code>r(x)=?</code>: what it found is not known. <code>w(x)=1</code>: wrote 1 to
      key x. <code>nil</code>: it has no value yet.</p>
      <details class="legend"><summary>How to read the arrows</summary>
      <p>An arrow leads from the transaction that must come first:
      <b class="so">so</b> one session ran both, <b class="rt">rt</b> one had ended before the other
      started, <b class="wr">wr</b> read what the other wrote, <b class="ww">ww</b> overwrote what
      the other wrote, <b class="rw">rw</b> overwrote what the other had read. Arrows in a circle
      mean that no order of the transactions explains the history.</p></details>
      """;

  public HtmlReport(Output output) {
    super(output);
  }

  @Override
  protected Section part(Answers input) {
    return new Section(input);
  }

  @Override
  protected void write(List<Section> all, Output to) throws IOException {
    write(render(all), to.open());
  }

  static CharSequence render(List<Section> parts) {
    var page = new StringBuilder(HEAD).append(Style.CSS);
    page.append(
        "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#verdicts\">To the verdicts</a>");
    page.append("\n<h1>mtc: isolation check</h1>\n").append(summary(parts));
    heads(page);
    page.append("<table class=\"verdicts\" id=\"verdicts\">\n<tr><th>history</th><th>promise</th>");
    page.append("<th>verdict</th><th>why</th></tr>\n");
    var hasCounterexamples = false;
    for (var part : parts) {
      page.append(part.rows);
      hasCounterexamples |= part.hasCounterexamples();
    }
    page.append("</table>\n").append(hasCounterexamples ? LEGEND : "");
    for (var part : parts) {
      page.append(part.text());
    }
    page.append("<script>\n").append(Script.JS).append("</script>\n");
    return page.append("</body>\n</html>\n");
  }

  /** All of it in a sentence. */
  private static String summary(List<Section> parts) {
    var broken = parts.stream().filter(Section::hasCounterexamples).count();
    var all = Counted.of(parts.size(), "history");
    return "<p class=\"plain\">"
        + all
        + (parts.size() == 1 ? " was" : " were")
        + " checked; "
        + (broken == 0
            ? "no promise was found broken"
            : broken == parts.size() && broken == 1
                ? "it breaks a promise"
                : broken + (broken == 1 ? " breaks" : " break") + " a promise")
        + ".</p>\n";
  }

  private static void heads(StringBuilder page) {
    var markers = new StringBuilder();
    for (var type : EdgeType.values()) {
      var name = FixedWords.of(type);
      markers.append("<marker id=\"head-").append(name).append("\" class=\"").append(name);
      markers.append("\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\"");
      markers.append(
          " markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker>\n");
    }
    page.append(ARROW_HEADS.formatted(markers));
  }
}
