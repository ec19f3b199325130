-- Ids that clients hold are never given again: a late decision must not allow another call, nor a late removal another wake.
CREATE TABLE new_approvals(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  activation TEXT NOT NULL,
  fence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  call TEXT NOT NULL,
  tool TEXT NOT NULL,
  input TEXT NOT NULL,
  state TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL) STRICT;

INSERT INTO new_approvals SELECT * FROM approvals;
DROP TABLE approvals;
ALTER TABLE new_approvals RENAME TO approvals;
CREATE UNIQUE INDEX approvals_of_attempt ON approvals(activation, fence, step, call);
CREATE INDEX approvals_of_session ON approvals(session);
CREATE INDEX approvals_open ON approvals(key) WHERE state IN ('PENDING', 'ALLOWED', 'RUNNING');

CREATE TABLE new_wakes(
  key INTEGER PRIMARY KEY AUTOINCREMENT,
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

INSERT INTO new_wakes SELECT * FROM wakes;
DROP TABLE wakes;
ALTER TABLE new_wakes RENAME TO wakes;
CREATE INDEX wakes_of_session ON wakes(session, state);
CREATE INDEX wakes_of_agent ON wakes(agent, due_at) WHERE state = 'PENDING';
CREATE INDEX wakes_due ON wakes(due_at, agent) WHERE state = 'PENDING';

-- The last key of a session. Work that outlives its session must not find another one under its key.
CREATE TABLE session_keys(last INTEGER NOT NULL) STRICT;
INSERT INTO session_keys SELECT coalesce(max(key), 0) FROM sessions;

-- The number of a program's request in its session, by which the oldest ones are found.
ALTER TABLE activations ADD COLUMN number INTEGER;
UPDATE activations SET number = numbered.n FROM (SELECT key, row_number() OVER (PARTITION BY session ORDER BY key) AS n FROM activations
  WHERE id LIKE 'program:%') AS numbered WHERE activations.key = numbered.key;
CREATE UNIQUE INDEX activations_of_programs ON activations(session, number) WHERE number IS NOT NULL;

-- The unit of the budget that stopped a turn for good; NULL for turns of older releases.
ALTER TABLE activations ADD COLUMN budget_unit TEXT;
