-- The git repositories of agents. `ref` and `vault` are '' for none.
CREATE TABLE repos(
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  ref TEXT NOT NULL,
  vault TEXT NOT NULL,
  user TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  cloned_at INTEGER NOT NULL,
  PRIMARY KEY(agent, name)) STRICT, WITHOUT ROWID;
