-- The sandbox of a session that shares none with others; NULL for that of its agent.
ALTER TABLE sessions ADD COLUMN sandbox TEXT;
CREATE UNIQUE INDEX sessions_by_sandbox ON sessions(sandbox) WHERE sandbox IS NOT NULL;
CREATE INDEX sessions_with_sandbox ON sessions(agent) WHERE sandbox IS NOT NULL;

-- The sandbox that runs a turn; that of an agent has the id of the agent.
ALTER TABLE activations ADD COLUMN sandbox TEXT NOT NULL DEFAULT '';
UPDATE activations SET sandbox = agent;
CREATE INDEX activations_of_sandbox ON activations(sandbox, key)
  WHERE state IN ('READY', 'LEASED', 'EXPIRED');

-- The grants of the sessions that share the sandbox of an agent; NULL if those of an earlier release have different ones.
CREATE TABLE shared_sandboxes(
  agent TEXT PRIMARY KEY,
  grants TEXT) STRICT, WITHOUT ROWID;
INSERT INTO shared_sandboxes
  SELECT agent, CASE WHEN min(grants) = max(grants) THEN min(grants) END FROM sessions
  WHERE id <> 'model-endpoint' GROUP BY agent;

-- The own sandbox of a session is kept like an agent.
ALTER TABLE agents ADD COLUMN owner TEXT;
ALTER TABLE agents ADD COLUMN session TEXT;
