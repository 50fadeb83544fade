package mtc.cli;

import picocli.CommandLine.Model.CommandSpec;

/** A command whose options are not all annotated fields, since a list elsewhere says which. */
interface MoreOptions {
  void addOptions(CommandSpec to);
}
