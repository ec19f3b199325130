-- The bytes of the versions of an agent's durable files, each once, by SHA-256.
CREATE TABLE substrate_blobs(
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY(agent, sha256)) STRICT;

-- The versions of an agent's durable files. `call` names the call that wrote it, if a model did; `restored` is the version that it restores.
CREATE TABLE substrate_versions(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  origin TEXT NOT NULL,
  restored INTEGER,
  author TEXT NOT NULL,
  session TEXT NOT NULL,
  call TEXT NOT NULL,
  created_at INTEGER NOT NULL) STRICT;

CREATE INDEX substrate_versions_of_path ON substrate_versions(agent, path, key);
CREATE INDEX substrate_versions_of_blob ON substrate_versions(agent, sha256);
CREATE INDEX substrate_versions_of_call ON substrate_versions(agent, call) WHERE call <> '';

-- The version that each durable file has. The file on the disk is a copy of it if `written`, and becomes one otherwise.
CREATE TABLE substrate_files(
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  version INTEGER NOT NULL,
  written INTEGER NOT NULL,
  PRIMARY KEY(agent, path)) STRICT, WITHOUT ROWID;

CREATE INDEX substrate_files_to_write ON substrate_files(agent) WHERE NOT written;

-- Copies of durable files that a session changes. `source` is the SHA-256 of the file when it was copied.
CREATE TABLE substrate_drafts(
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  path TEXT NOT NULL,
  target TEXT NOT NULL,
  source TEXT NOT NULL,
  staged_at INTEGER NOT NULL,
  PRIMARY KEY(session, path)) STRICT, WITHOUT ROWID;
