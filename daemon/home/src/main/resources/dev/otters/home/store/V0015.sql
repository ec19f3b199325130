-- What budgets count: sums by session, by agent and by day, and the budgets that an operator gave to sessions.
ALTER TABLE sessions ADD COLUMN spent_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN spent_cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN budget_tokens INTEGER;
ALTER TABLE sessions ADD COLUMN budget_cost INTEGER;

CREATE TABLE spending(
  agent TEXT NOT NULL,
  day TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  PRIMARY KEY(agent, day)) STRICT;

UPDATE sessions SET spent_tokens = sums.tokens, spent_cost = sums.cost FROM (SELECT agent, session, sum(input_tokens + output_tokens) AS
  tokens, coalesce(sum(cost), 0) AS cost FROM ledger GROUP BY agent, session) AS sums
  WHERE sums.agent = sessions.agent AND sums.session = sessions.id;

INSERT INTO spending SELECT agent, '', sum(input_tokens + output_tokens), coalesce(sum(cost), 0) FROM ledger GROUP BY agent;
