package mtc.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mtc.formats.WritableFormat;
import mtc.reading.Formats;

/** The files of a history that is a folder, to be put into archives. */
final class Sessions {
  /** How many transactions there are if all files are read. */
  static final int TRANSACTIONS = 4;

  private static final Map<String, byte[]> FILES = cobra();

  private Sessions() {}

  static List<String> names() {
    return new ArrayList<>(FILES.keySet());
  }

  static byte[] bytes(String name) {
    return FILES.get(name);
  }

  private static Map<String, byte[]> cobra() {
    var edn =
        """
        {:index 0, :type :ok, :process 0, :f :txn, :value [[:w 1 1]]}
        {:index 1, :type :ok, :process 1, :f :txn, :value [[:r 1 1] [:w 2 1]]}
        {:index 2, :type :ok, :process 2, :f :txn, :value [[:r 2 1] [:w 1 2]]}
        {:index 3, :type :ok, :process 0, :f :txn, :value [[:r 1 2]]}
        """;
    var history = Oracles.read(MemoryFiles.file(Seeds.utf8(edn)), Oracles.EDN);
    var written = Oracles.write(history, (WritableFormat) Formats.named("cobra"));
    return new LinkedHashMap<>(written.contents());
  }
}
