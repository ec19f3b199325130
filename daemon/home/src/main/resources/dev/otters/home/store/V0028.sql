-- The last failure of a turn, for operators.
ALTER TABLE activations ADD COLUMN error TEXT;
ALTER TABLE activations ADD COLUMN error_at INTEGER;

-- A follower of the journal asks for later numbers, so the number of a deleted move is never used again.
CREATE TABLE journal(
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  activation TEXT NOT NULL,
  at INTEGER NOT NULL,
  move TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL,
  owner TEXT,
  reason TEXT) STRICT;

INSERT INTO journal SELECT * FROM activation_journal;
DROP TABLE activation_journal;
ALTER TABLE journal RENAME TO activation_journal;
CREATE INDEX activation_journal_of_session ON activation_journal(session);
CREATE INDEX activation_journal_by_age ON activation_journal(at);
