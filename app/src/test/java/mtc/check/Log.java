package mtc.check;

import mtc.history.History;
import mtc.history.HistoryBuilder;
import mtc.history.Status;

/**
 * Histories as text, one transaction per line:
 *
 * <pre>
 * a 1-4 : r(x,0) w(x,1)      session a, from 1 to 4
 * b !   : w(x,2)             aborted
 * b ?   : w(x,3)             indeterminate
 * -     : a(y,1) l(y,[1 2])  no session
 * </pre>
 *
 * <p>Operations are those of {@link OperationText}. The initial value is 0 by default.
 */
public final class Log {
  private Log() {}

  public static HistoryBuilder builder() {
    var builder = new HistoryBuilder("test");
    builder.defaultInitialValue(builder.scalars().integer(0));
    return builder;
  }

  public static History of(String text) {
    return of(builder(), text);
  }

  public static History of(HistoryBuilder builder, String text) {
    var number = 0;
    for (var line : text.strip().lines().toList()) {
      var colon = line.indexOf(':');
      var words = line.substring(0, colon).strip().split("\\s+");
      var session =
          words[0].equals("-")
              ? History.NO_SESSION
              : builder.session(builder.scalars().string(words[0]));
      builder.begin(session, number, ++number);
      var status = Status.COMMITTED;
      for (var i = 1; i < words.length; i++) {
        switch (words[i]) {
          case "!" -> status = Status.ABORTED;
          case "?" -> status = Status.INDETERMINATE;
          default -> time(builder, words[i]);
        }
      }
      operations(builder, line.substring(colon + 1));
      builder.end(status);
    }
    return builder.build();
  }

  private static void time(HistoryBuilder builder, String interval) {
    var dash = interval.indexOf('-');
    var start = Long.parseLong(interval.substring(0, dash));
    var end = interval.substring(dash + 1);
    builder.realTime(start, end.isEmpty() ? History.NEVER : Long.parseLong(end));
    builder.clock(start, end.isEmpty() ? History.NEVER : Long.parseLong(end));
  }

  private static void operations(HistoryBuilder builder, String text) {
    OperationText.parse(
        text,
        (kind, name, values, version) -> {
          var key = builder.key(builder.scalars().string(name));
          if (kind == History.READ_LIST) {
            builder.readList(key);
            values.forEach(builder::element);
          } else {
            builder.operation(kind, key, values.getFirst());
          }
          if (version != null) {
            builder.version(version);
          }
        });
  }
}
