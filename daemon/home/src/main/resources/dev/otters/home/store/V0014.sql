-- Summaries of turns that left the window, and the start of the newest window that could not be summarized.
ALTER TABLE sessions ADD COLUMN not_summarized INTEGER NOT NULL DEFAULT 0;

CREATE INDEX events_compacted ON events(session, seq) WHERE type = 'session.compacted';
