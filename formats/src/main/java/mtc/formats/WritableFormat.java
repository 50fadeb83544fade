package mtc.formats;

import java.io.IOException;
import java.util.Set;
import mtc.source.Output;

/** A format that histories can also be written in. */
public interface WritableFormat extends Format {
  /** Whether a history in this format is a folder of files, not a single file. */
  default boolean writesFolder() {
    return false;
  }

  /** Whether the format tells what aborted and indeterminate transactions read. */
  default boolean tellsUncommittedReads() {
    return true;
  }

  /** Whether it holds only histories whose log gives the order of versions. */
  default boolean needsVersions() {
    return false;
  }

  /** How the name of a file ends that is in this format and no other; null if none tells. */
  default String fileEnding() {
    return null;
  }

  /** The same with the clock's times, where they are left out unless asked for; else null. */
  default WritableFormat withTimes() {
    return null;
  }

  /** What has to be left out of a history, for its readers to take it. */
  default Set<Superfluous> leavesOut() {
    return Set.of();
  }

  HistoryWriter writer(Output output) throws IOException;
}
