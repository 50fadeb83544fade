package mtc.formats.numeric;

import java.io.IOException;
import mtc.formats.HistoryWriter;
import mtc.history.History;

/** Writes a history transaction by transaction, its keys, values and sessions as numbers. */
public abstract class NumericWriter implements HistoryWriter {
  protected final NumericView view;

  protected NumericWriter(NumericView view) {
    this.view = view;
  }

  @Override
  public void write(History segment) throws IOException {
    view.segment(segment);
    view.expectNoVersions();
    for (var t = 0; t < segment.transactionCount(); t++) {
      transaction(segment, t);
    }
  }

  protected abstract void transaction(History history, int t) throws IOException;
}
