package dev.otters.agents.repo;

import dev.otters.home.store.Database;
import dev.otters.home.store.Row;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table of repositories. The rows of an agent are removed with the agent. */
record RepoRows(Database database) {
  /** A row. */
  record Stored(Repo repo, Repo.Pin pin) {}

  List<Stored> all() {
    return database.read(rows -> rows.list("SELECT * FROM repos", RepoRows::read));
  }

  List<Stored> of(UUID agent) {
    return database.read(
        rows ->
            rows.list("SELECT * FROM repos WHERE agent = ? ORDER BY name", RepoRows::read, agent));
  }

  Optional<Stored> find(UUID agent, String name) {
    return of(agent).stream().filter(it -> it.repo().name().equals(name)).findFirst();
  }

  /** Stores a repository, or another commit of it. */
  void put(Repo repo, Repo.Pin pin) {
    database.update(
        tx -> {
          int _ =
              tx.execute(
                  "INSERT OR REPLACE INTO repos(agent, name, url, ref, vault, user, commit_id,"
                      + " files, bytes, cloned_at, digest) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  repo.agent(),
                  repo.name(),
                  repo.url().toString(),
                  repo.ref(),
                  repo.vault(),
                  repo.user(),
                  pin.commit(),
                  pin.files(),
                  pin.bytes(),
                  pin.at(),
                  pin.digest());
        });
  }

  void delete(Repo repo) {
    database.update(
        tx -> {
          int _ =
              tx.execute(
                  "DELETE FROM repos WHERE agent = ? AND name = ?", repo.agent(), repo.name());
        });
  }

  private static Stored read(Row row) {
    return new Stored(
        new Repo(
            row.uuid("agent"),
            row.text("name"),
            URI.create(row.text("url")),
            row.text("ref"),
            row.text("vault"),
            row.text("user"),
            !row.text("digest").isEmpty()),
        new Repo.Pin(
            row.text("commit_id"),
            row.number("files"),
            row.number("bytes"),
            row.time("cloned_at"),
            row.text("digest")));
  }
}
