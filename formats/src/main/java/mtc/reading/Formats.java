package mtc.reading;

import java.util.List;
import mtc.formats.Format;
import mtc.formats.Sample;
import mtc.formats.chronos.ChronosFormat;
import mtc.formats.cobra.CobraFormat;
import mtc.formats.dbcop.DbcopFormat;
import mtc.formats.dbcop.DbcopHistFormat;
import mtc.formats.dbcop.DbcopJsonFormat;
import mtc.formats.etcd.EtcdFormat;
import mtc.formats.jepsen.BlockFormat;
import mtc.formats.jepsen.FressianFormat;
import mtc.formats.jepsen.JepsenFormat;
import mtc.formats.jepsen.TextFormat;
import mtc.formats.porcupine.PorcupineFormat;
import mtc.formats.text.AwditFormat;
import mtc.formats.text.OperationLinesFormat;
import mtc.formats.viper.ViperFormat;

/** All formats, in the order in which they are tried. */
public final class Formats {
  /** Those that the first bytes prove come before those that take any text of their shape. */
  public static final List<Format> ALL =
      List.of(
          new CobraFormat(),
          new ViperFormat(),
          new DbcopFormat(),
          new ChronosFormat(),
          new EtcdFormat(),
          JepsenFormat.edn(),
          JepsenFormat.json(),
          new BlockFormat(),
          new FressianFormat(),
          new TextFormat(),
          new DbcopJsonFormat(),
          new PorcupineFormat(),
          new DbcopHistFormat(),
          OperationLinesFormat.polySi(),
          OperationLinesFormat.plume(),
          new AwditFormat());

  private Formats() {}

  /** The format of a name, or null. */
  public static Format named(String name) {
    for (var format : ALL) {
      if (format.name().equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** The first format among them that a file begins like a member of, or null. */
  static Format ofMember(Sample.File file, List<Format> among) {
    var text = file.hasMark() ? file.withoutMark() : file;
    for (var format : among) {
      if (format.beginsLikeMember(format.isText() ? text : file)) {
        return format;
      }
    }
    return null;
  }

  /** The first format that knows the sample, or null. */
  static Format of(Sample sample, List<Format> among) {
    var text = sample.withoutMarks();
    for (var format : among) {
      if (format.recognises(format.isText() ? text : sample)) {
        return format;
      }
    }
    return null;
  }
}
