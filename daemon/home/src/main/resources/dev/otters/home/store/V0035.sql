-- The text files that agents keep in namespaces. `agent`, `session` and `activation` say who wrote the text; the file outlives them.
CREATE TABLE resource_files(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  namespace TEXT NOT NULL,
  path TEXT NOT NULL,
  text TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  activation TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  UNIQUE(namespace, path)) STRICT;

CREATE INDEX resource_files_written ON resource_files(written_at);

-- The words of files, and where they are as in memory_words, by their keys.
CREATE VIRTUAL TABLE resource_file_words USING fts5(path, text, scope, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
