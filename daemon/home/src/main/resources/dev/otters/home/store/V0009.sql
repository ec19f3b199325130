-- How users know a session: the name that they gave it, and the beginning of its first message.
ALTER TABLE sessions ADD COLUMN name TEXT;
ALTER TABLE sessions ADD COLUMN title TEXT NOT NULL DEFAULT '';

UPDATE sessions SET title = coalesce((SELECT iif(json_valid(body), substr(json_extract(body, '$.text'), 1, 200), '') FROM events
  WHERE session = sessions.key AND seq = 1), '');

CREATE UNIQUE INDEX sessions_by_name ON sessions(agent, name) WHERE name IS NOT NULL;
