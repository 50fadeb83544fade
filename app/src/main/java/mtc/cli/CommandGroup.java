package mtc.cli;

import java.util.List;

/** A command that only has commands below it. */
interface CommandGroup {
  List<Object> commands();
}
