-- Finds the traces that are too old.
CREATE INDEX traces_by_time ON traces(at);
