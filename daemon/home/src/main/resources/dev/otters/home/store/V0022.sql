-- Turns may wait for the operator. The index of open activations includes them.
DROP INDEX activations_open;
CREATE UNIQUE INDEX activations_open ON activations(session)
  WHERE state IN ('READY', 'LEASED', 'EXPIRED', 'PAUSED', 'BLOCKED');

-- A call of a gated tool. `input` is the model's text, which runs as it is stored or not at all.
CREATE TABLE approvals(
  key INTEGER PRIMARY KEY,
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

CREATE UNIQUE INDEX approvals_of_attempt ON approvals(activation, fence, step, call);
CREATE INDEX approvals_of_session ON approvals(session);
CREATE INDEX approvals_open ON approvals(key) WHERE state IN ('PENDING', 'ALLOWED', 'RUNNING');
