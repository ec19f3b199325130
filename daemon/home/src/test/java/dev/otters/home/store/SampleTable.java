package dev.otters.home.store;

/** A table of keys and numbers, as the first step of a schema. */
final class SampleTable {
  static final Migration FIRST =
      new Migration(
          1,
          """
          -- a comment; not a statement
          CREATE TABLE a(k TEXT PRIMARY KEY, n INTEGER) STRICT;

          CREATE INDEX i ON a(n);
          """);

  private SampleTable() {}

  static void put(Database database, String key, long number) {
    database.update(tx -> tx.execute("INSERT INTO a(k, n) VALUES(?, ?)", key, number));
  }

  static long count(Database database) {
    return database.read(rows -> rows.number("SELECT count(*) AS n FROM a"));
  }
}
