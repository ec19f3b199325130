package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.time.Instant;
import java.util.List;

/** Updates a database to the newest schema in one transaction, or rejects it. */
final class Migrator {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS migrations(
        version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT\
      """;

  private record Applied(int version, String name, String hash) {}

  private final List<Migration> known;

  Migrator(List<Migration> known) {
    this.known = known;
  }

  void migrate(Tx tx) {
    tx.execute(TABLE);
    List<Applied> applied =
        tx.list(
            "SELECT version, name, sha256 FROM migrations ORDER BY version",
            row -> new Applied((int) row.number("version"), row.text("name"), row.text("sha256")));
    applied.forEach(this::check);
    known.stream().skip(applied.size()).forEach(migration -> apply(tx, migration));
  }

  private void check(Applied applied) {
    if (applied.version() > known.size()) {
      throw new StoreException(
          Reason.NEWER_SCHEMA,
          "the database has the schema %s of a newer release, and this release knows only %d"
              .formatted(applied.name(), known.size()));
    }
    Migration migration = known.get(applied.version() - 1);
    if (!migration.hash().equals(applied.hash())) {
      throw new StoreException(
          Reason.CHANGED_MIGRATION,
          "the schema step %s differs from the %s that created this database"
              .formatted(migration.name(), applied.name()));
    }
  }

  private static void apply(Tx tx, Migration migration) {
    migration.statements().forEach(tx::execute);
    tx.execute(
        "INSERT INTO migrations(version, name, sha256, applied_at) VALUES(?, ?, ?, ?)",
        migration.version(),
        migration.name(),
        migration.hash(),
        Instant.now());
  }
}
