-- The files of users' messages, in parts, and the bytes of text that they stand for in their conversation.
CREATE TABLE files(
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  part INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY(session, hash, part)) STRICT;

ALTER TABLE events ADD COLUMN attached INTEGER NOT NULL DEFAULT 0;
