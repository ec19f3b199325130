-- The folders of removed sessions that still have to be removed from the disk.
CREATE TABLE removed_sessions(
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  folder TEXT NOT NULL,
  PRIMARY KEY(agent, folder)) STRICT, WITHOUT ROWID;
