-- The session that a session is a child of: an older one, so that there are no circles. `read_only` has the resources that it may only read,
-- since an ancestor could do no more when it was created, with blanks between them.
ALTER TABLE sessions ADD COLUMN parent INTEGER REFERENCES sessions(key) ON DELETE SET NULL CHECK(parent < key);
ALTER TABLE sessions ADD COLUMN read_only TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_of_parent ON sessions(parent) WHERE parent IS NOT NULL;
