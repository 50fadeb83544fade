package mtc.formats.etcd;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import mtc.formats.Format;
import mtc.formats.Look;
import mtc.formats.Sample;
import mtc.history.HistoryBuilder;
import mtc.source.FileName;
import mtc.source.Input;
import mtc.source.InputException;
import mtc.source.Source;

/**
 * What etcd's robustness tests leave behind: a folder with {@code client-<n>/operations.json} for
 * each client, a request on each line; or all of them in one file.
 */
public final class EtcdFormat implements Format {
  private static final String OPERATIONS = "operations.json";

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public boolean mayLookLike(Look look) {
    return look == Look.JSON;
  }

  @Override
  public boolean recognises(Sample sample) {
    for (var file : sample.files()) {
      if ((!sample.isFolder() || namesMember(file.name())) && beginsWithRequest(file.head())) {
        return true;
      }
    }
    return false;
  }

  private static boolean beginsWithRequest(byte[] head) {
    var text = new String(head, StandardCharsets.ISO_8859_1).stripLeading();
    return text.startsWith("{")
        && text.contains("\"ClientId\"")
        && text.contains("\"Input\"")
        && text.contains("\"Call\"");
  }

  @Override
  public boolean namesMember(String name) {
    return FileName.withoutCompression(name).equals(OPERATIONS);
  }

  /** A client's file stands in a folder of its own. */
  @Override
  public String logFolder(String memberFolder) {
    return Source.isOfClient(FileName.last(memberFolder))
        ? FileName.folder(memberFolder)
        : memberFolder;
  }

  @Override
  public void read(Input input, HistoryBuilder into) throws IOException {
    var reader = new EtcdReader(into);
    if (input.isFolder()) {
      var clients = new HashSet<String>();
      input.readEach(
          name -> namesMember(FileName.last(name)),
          (name, in) -> {
            if (!clients.add(FileName.folder(name))) {
              throw InputException.of("the same client has another one beside it");
            }
            reader.read(in, name);
          });
    } else {
      try (var in = input.open()) {
        reader.read(in, null);
      }
    }
    reader.finish();
  }
}
