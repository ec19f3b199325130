-- Whether a session was created with grants: it may have been told things that other sessions must not read. Revoked grants change nothing.
ALTER TABLE sessions ADD COLUMN granted INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET granted = 1 WHERE grants <> '';
