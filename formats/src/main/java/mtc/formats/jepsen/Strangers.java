package mtc.formats.jepsen;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import mtc.formats.jepsen.Operation.Type;
import mtc.source.InputException;

/**
 * Processes that are neither integers nor the nemesis. They are no clients to Elle, and left out;
 * but if they do what clients do, the log only names its clients otherwise (a JSON writer that
 * quotes numbers), and without what they read and wrote any verdict could be wrong.
 */
final class Strangers {
  /** Where one of them does something first, and whether only clients do that. */
  private record Deed(long line, long column, boolean isClients) {}

  /** By what {@code :f} says, in the order of the log. */
  private final Map<String, Deed> deeds = new LinkedHashMap<>();

  private final Set<String> clients = new HashSet<>();
  private String lastOfClients = "";

  /** A client does this. */
  void know(String function) {
    // Names keep coming up as the same objects.
    if (function != lastOfClients) {
      lastOfClients = function;
      clients.add(function);
    }
  }

  void hear(Operation op) {
    var isClients = op.type != Type.INFO && Function.isOfClients(op.functionName);
    var known = deeds.get(op.functionName);
    if (known == null || isClients && !known.isClients) {
      deeds.put(op.functionName, new Deed(op.line, op.column, isClients));
    }
  }

  /** Refuses the log if one of them does what clients do. */
  void refuse() throws InputException {
    for (var deed : deeds.entrySet()) {
      if (deed.getValue().isClients || clients.contains(deed.getKey())) {
        throw Operation.error(
            deed.getValue().line,
            deed.getValue().column,
            (deed.getKey() == null ? "an operation" : "`:f :" + deed.getKey() + "`")
                + " is what clients do, and its :process is neither an integer nor :nemesis:"
                + " expected an integer");
      }
    }
  }
}
