-- The entries of scratchpads. `agent` and `session` say who wrote one; NULL for the operator.
CREATE TABLE scratch_entries(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  pad TEXT NOT NULL,
  agent TEXT,
  session TEXT,
  written_at INTEGER NOT NULL,
  text TEXT NOT NULL) STRICT;

CREATE INDEX scratch_entries_of_pad ON scratch_entries(pad, key);

-- What the scratchpads of a message said when it arrived.
CREATE TABLE message_scratchpads(
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(session, seq)) STRICT, WITHOUT ROWID;
