-- Lists of sessions, most recently used first, of which a page is read.
CREATE INDEX sessions_by_use ON sessions(updated_at, key);
CREATE INDEX sessions_of_agent_by_use ON sessions(agent, updated_at, key);
