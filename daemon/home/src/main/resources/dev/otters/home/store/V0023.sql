-- A wake begins a turn as a message does, so the indexes of messages include it.
DROP INDEX events_pending;
DROP INDEX events_messages;
DROP INDEX events_of_users;
CREATE INDEX events_pending ON events(session) WHERE type IN ('user.message', 'wake.fired') AND processed_at IS NULL;
CREATE INDEX events_messages ON events(activation) WHERE type IN ('user.message', 'wake.fired');
CREATE INDEX events_of_users ON events(session, seq) WHERE type IN ('user.message', 'wake.fired');

-- Turns with a lower rank start first: 0 for messages, then wakes by their priority.
ALTER TABLE activations ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;

-- A wake is due once, or again after `every` milliseconds or at the times of `cron` in `zone`. `activation` is the turn whose model asked
-- for it, and NULL if the operator did.
CREATE TABLE wakes(
  key INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  note TEXT NOT NULL,
  dedupe TEXT,
  activation TEXT,
  priority TEXT NOT NULL,
  every INTEGER,
  cron TEXT,
  zone TEXT,
  state TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL) STRICT;

CREATE INDEX wakes_of_session ON wakes(session, state);
CREATE INDEX wakes_of_agent ON wakes(agent, due_at) WHERE state = 'PENDING';
CREATE INDEX wakes_due ON wakes(due_at, agent) WHERE state = 'PENDING';
