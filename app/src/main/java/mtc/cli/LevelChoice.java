package mtc.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import mtc.cli.HistoryCheck.Wanted;
import mtc.verdict.Level;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Which levels to check, as they were asked for. */
final class LevelChoice {
  private static final String ALL = "all";
  private static final String STRONGEST = "strongest";

  private final List<String> named;
  private final String required;
  private final CommandSpec command;

  /**
   * What the options of a command say.
   *
   * @param named null if none is
   * @param required null if none is
   */
  LevelChoice(List<String> named, String required, CommandSpec command) {
    this.named = named;
    this.required = required;
    this.command = command;
  }

  /** Each name once, where it comes first, in any case, and how it was spelt there. */
  private LinkedHashMap<String, String> names() {
    var names = new LinkedHashMap<String, String>();
    for (var name : named == null ? List.<String>of() : named) {
      names.putIfAbsent(name.strip().toLowerCase(Locale.ROOT), name);
    }
    return names;
  }

  /** Of what is asked for then, no verdict is right or wrong. */
  boolean isStrongest() {
    return names().size() == 1 && names().containsKey(STRONGEST);
  }

  boolean isOne() {
    return named == null
        || names().size() == 1 && Level.named(names().firstEntry().getValue()) != null;
  }

  /** Empty for all, or what those come to; null for what each history's workload is about. */
  List<Wanted> wanted() {
    var names = names();
    var isStrongest = names.remove(STRONGEST) != null;
    var isAll = names.remove(ALL) != null;
    var chosen = new ArrayList<Wanted>();
    for (var name : names.values()) {
      chosen.add(level(name));
    }
    if (isStrongest && (isAll || !chosen.isEmpty())) {
      throw nonsense("-l strongest looks at all levels, and goes with no other");
    }
    if (required != null && !isStrongest) {
      throw nonsense("--require goes with -l strongest");
    }
    return named == null ? null : isAll ? List.of() : chosen;
  }

  /** The level that must hold, or null. */
  Wanted required() {
    return required == null ? null : level(required);
  }

  private Wanted level(String name) {
    var wanted = Wanted.named(name);
    if (wanted != null) {
      return wanted;
    }
    throw nonsense(
        "there is no level '"
            + name.strip()
            + "'; there are "
            + String.join(", ", Level.labels())
            + ", all and strongest; 'mtc help levels' tells them all");
  }

  private ParameterException nonsense(String because) {
    return new ParameterException(command.commandLine(), because);
  }
}
