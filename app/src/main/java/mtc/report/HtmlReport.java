package mtc.report;

import java.io.IOException;
import java.util.List;
import mtc.source.Output;

/** A page that stands alone, for people. */
public final class HtmlReport extends Document<HtmlPage> {
  public HtmlReport(Output output) {
    super(output);
  }

  @Override
  HtmlPage part(Answers input) {
    var page = new HtmlPage();
    for (var answer : input.all()) {
      page.add(answer);
    }
    return page;
  }

  @Override
  void write(List<HtmlPage> all, Output to) throws IOException {
    write(HtmlPage.render(all), to.open());
  }
}
