-- When a session ends; NULL for never.
ALTER TABLE sessions ADD COLUMN expires_at INTEGER;
CREATE INDEX sessions_expiring ON sessions(expires_at) WHERE expires_at IS NOT NULL AND status <> 'TERMINATED';
