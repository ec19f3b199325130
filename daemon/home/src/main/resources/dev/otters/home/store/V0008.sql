-- What completions used, by kind of token. The rows outlive their session and agent, and keep the names of both.
CREATE TABLE ledger(
  activation TEXT NOT NULL,
  fence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  agent TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  session TEXT NOT NULL,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  cached_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  reasoning_tokens INTEGER NOT NULL,
  estimated INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(activation, fence, step)) STRICT;

INSERT INTO ledger SELECT completions.activation, completions.fence, completions.step, sessions.agent,
  coalesce(agents.name, sessions.agent), sessions.id, completions.model, completions.input_tokens, 0, 0,
  completions.output_tokens, 0, completions.estimated, completions.at
  FROM completions JOIN sessions ON sessions.key = completions.session LEFT JOIN agents ON agents.id = sessions.agent
  ORDER BY completions.at;

DROP TABLE completions;
