-- How large a conversation is, so that no turn adds up its session; how attempts ended; what was only estimated.
ALTER TABLE events ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

UPDATE events SET total = sums.total FROM (SELECT session, seq, sum(iif(type IN ('user.message', 'agent.message', 'agent.tool_use',
  'agent.tool_result'), octet_length(body), 0)) OVER (PARTITION BY session ORDER BY seq) AS total FROM events) AS sums
  WHERE events.session = sums.session AND events.seq = sums.seq;

UPDATE sessions SET bytes = coalesce((SELECT total FROM events WHERE session = key AND seq = last_seq), 0);

-- The most that a model took of a session after it had refused more.
ALTER TABLE sessions ADD COLUMN fits INTEGER;
ALTER TABLE sessions ADD COLUMN fits_model TEXT;

ALTER TABLE activations ADD COLUMN acked_outcome TEXT;

ALTER TABLE completions ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0;

CREATE INDEX events_of_users ON events(session, seq) WHERE type = 'user.message';
