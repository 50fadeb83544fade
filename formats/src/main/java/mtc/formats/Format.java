package mtc.formats;

import java.io.IOException;
import java.util.List;
import mtc.history.HistoryBuilder;
import mtc.source.Input;

/** A way of writing histories down. Each is one class, listed in {@link mtc.reading.Formats}. */
public interface Format {
  /** What {@code --format} calls it. */
  String name();

  /** Whether a file that looks like this may be of this format, broken or cut off. */
  default boolean mayLookLike(Look look) {
    return look == Look.TEXT;
  }

  /** Whether it is one of texts, before which a byte order mark means nothing. */
  default boolean isText() {
    return !mayLookLike(Look.BINARY);
  }

  /** Whether an input that begins like this is of this format, judged by content alone. */
  boolean recognises(Sample sample);

  /**
   * Whether a file of this name would belong to a log that is a folder. Then it must be one that
   * can be read.
   */
  default boolean namesMember(String name) {
    return false;
  }

  /**
   * Whether a file begins like one that belongs to a log that is a folder, whatever it is called:
   * where it stands it is not read.
   */
  default boolean beginsLikeMember(Sample.File file) {
    return recognises(new Sample(true, List.of(file)))
        || recognises(new Sample(false, List.of(file)));
  }

  /** The folder that is the log, if its files stand in folders of their own: that of a member. */
  default String logFolder(String memberFolder) {
    return memberFolder;
  }

  /**
   * Whether somebody may write to the file while it is read: what is there already stays as it is,
   * and what comes is not looked at.
   */
  default boolean toleratesWriters() {
    return false;
  }

  /** Fills the builder; the builder's format is this one's name. */
  void read(Input input, HistoryBuilder into) throws IOException;
}
