-- The position of a call among those of its agent that were allowed, or that were not, so that each agent keeps its newest ones.
ALTER TABLE resource_calls ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE resource_calls SET number = place FROM (
  SELECT key AS found, row_number() OVER (PARTITION BY agent, allowed ORDER BY key) AS place FROM resource_calls)
  WHERE key = found;
CREATE INDEX resource_calls_of_agent ON resource_calls(agent, allowed, number);
