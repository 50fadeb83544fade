package mtc.run.sql;

import java.util.List;

/** All dialects. */
public final class Dialects {
  public static final List<Dialect> ALL =
      List.of(
          new H2(),
          new Sqlite(),
          new HsqlDb(),
          new Derby(),
          new DuckDb(),
          new Postgres(),
          new MariaDb());

  private Dialects() {}

  public static List<String> names() {
    return ALL.stream().map(Dialect::name).toList();
  }

  /** By the name of the database; null if there is none. */
  public static Dialect named(String name) {
    for (var dialect : ALL) {
      if (dialect.name().equals(name)) {
        return dialect;
      }
    }
    return null;
  }

  /** By a URL; {@link Standard} if no other knows it. */
  public static Dialect of(String url) {
    for (var dialect : ALL) {
      if (url.startsWith(dialect.scheme())) {
        return dialect;
      }
    }
    return new Standard();
  }
}
