-- After how many turns of a session its model refused more. The limit grows with the turns since.
ALTER TABLE sessions ADD COLUMN fits_turns INTEGER NOT NULL DEFAULT 0;
