-- What agents learned. `dedupe` is a hash of the kind, the title and the detail; `turn` is the activation that recorded it.
CREATE TABLE learnings(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  agent TEXT NOT NULL REFERENCES agents(id) ON DELETE CASCADE,
  dedupe TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  session TEXT NOT NULL,
  turn TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  UNIQUE(agent, dedupe)) STRICT;

CREATE INDEX learnings_of_agent ON learnings(agent, key);
