package dev.otters.resources.files;

import dev.otters.home.store.Database;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import java.util.List;
import java.util.Optional;

/** Files as operators see them: all of them. Thread-safe. */
public record FileStore(Database database) {
  /** A file with its text. */
  public record Opened(StoredFile file, String text) {}

  /** Returns files in the order of their namespaces and paths. */
  public List<StoredFile> list(Optional<Namespace> below, long offset, int limit) {
    Scope scope = below.map(Scope::below).orElse(Scope.ALL);
    return database.readLong(rows -> FileRows.list(rows, scope, Optional.empty(), offset, limit));
  }

  /** Returns a file by its key; empty if there is none. */
  public Optional<Opened> find(long key) {
    return database.read(
        rows -> FileRows.find(rows, key).map(file -> new Opened(file, FileRows.text(rows, file))));
  }

  /** Deletes a file. Returns whether there was one. */
  public boolean remove(long key) {
    return database.write(
        tx -> {
          Optional<StoredFile> file = FileRows.find(tx, key);
          file.ifPresent(it -> FileRows.delete(tx, it));
          return file.isPresent();
        });
  }

  /** Deletes the files of a namespace, and of those below it if wanted. Returns how many. */
  public long purge(Namespace namespace, boolean recursive) {
    return new FilesProvider().purge(database, namespace, recursive);
  }
}
