-- Sessions with their logs, activations with their journal, tokens. Times are milliseconds since the epoch.
CREATE TABLE meta(
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL) STRICT;

CREATE TABLE sessions(
  key INTEGER PRIMARY KEY,
  agent TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  status_reason TEXT,
  last_seq INTEGER NOT NULL DEFAULT 0,
  turns INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE(agent, id)) STRICT;

CREATE TABLE events(
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  turn TEXT,
  activation TEXT,
  fence INTEGER,
  created_at INTEGER NOT NULL,
  processed_at INTEGER,
  body TEXT NOT NULL,
  PRIMARY KEY(session, seq),
  UNIQUE(session, id)) STRICT;

CREATE INDEX events_pending ON events(session) WHERE type = 'user.message' AND processed_at IS NULL;

CREATE TABLE activations(
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  turn TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL DEFAULT 0,
  acked_fence INTEGER NOT NULL DEFAULT -1,
  owner TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  unknowns INTEGER NOT NULL DEFAULT 0,
  interrupted INTEGER NOT NULL DEFAULT 0,
  not_before INTEGER,
  leased_at INTEGER,
  created_at INTEGER NOT NULL) STRICT;

CREATE UNIQUE INDEX activations_open ON activations(session)
  WHERE state IN ('READY', 'LEASED', 'EXPIRED', 'BLOCKED');

CREATE INDEX activations_of_agent ON activations(agent, key)
  WHERE state IN ('READY', 'LEASED', 'EXPIRED');

CREATE TABLE activation_journal(
  seq INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  activation TEXT NOT NULL,
  at INTEGER NOT NULL,
  move TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL,
  owner TEXT,
  reason TEXT) STRICT;

CREATE INDEX activation_journal_of_session ON activation_journal(session);

CREATE INDEX activation_journal_by_age ON activation_journal(at);

CREATE TABLE tokens(
  jti TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  agent TEXT,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL) STRICT;

CREATE INDEX tokens_of_agent ON tokens(agent);
