-- The namespaces that a session may reach, with commas between them. They never change.
ALTER TABLE sessions ADD COLUMN grants TEXT NOT NULL DEFAULT '';

-- What agents remember. A memory with `superseded_by`, the id of a newer one, is only its history. `topics` have commas between them.
-- `agent`, `session` and `activation` say who wrote it; it outlives them.
CREATE TABLE memories(
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  namespace TEXT NOT NULL,
  type TEXT NOT NULL,
  topics TEXT NOT NULL,
  text TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  activation TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  superseded_by TEXT) STRICT;

CREATE INDEX memories_of_namespace ON memories(namespace, bytes);
CREATE INDEX memories_before ON memories(superseded_by) WHERE superseded_by IS NOT NULL;

CREATE TABLE memory_topics(
  memory INTEGER NOT NULL REFERENCES memories(key) ON DELETE CASCADE,
  topic TEXT NOT NULL,
  PRIMARY KEY(memory, topic)) STRICT, WITHOUT ROWID;

CREATE INDEX memory_topics_by_topic ON memory_topics(topic);

-- The words of memories that nothing supersedes, by their keys.
CREATE VIRTUAL TABLE memory_words USING fts5(text, topics, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');

-- Who asked a provider of resources for what, and whether mode and grants allowed it.
CREATE TABLE resource_calls(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  agent TEXT NOT NULL,
  session TEXT NOT NULL,
  activation TEXT NOT NULL,
  resource TEXT NOT NULL,
  mode TEXT NOT NULL,
  operation TEXT NOT NULL,
  path TEXT NOT NULL,
  allowed INTEGER NOT NULL) STRICT;
