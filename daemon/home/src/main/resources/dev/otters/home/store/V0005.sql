-- The daemon's own conversation: texts by their SHA-256, the prompt of each agent, the context of each attempt, what was paid for.
CREATE TABLE blobs(
  hash TEXT PRIMARY KEY,
  body TEXT NOT NULL) STRICT;

CREATE TABLE prompts(
  agent TEXT PRIMARY KEY,
  blocks TEXT NOT NULL,
  tools TEXT NOT NULL) STRICT;

ALTER TABLE activations ADD COLUMN context TEXT;

CREATE TABLE completions(
  activation TEXT NOT NULL,
  fence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  session INTEGER NOT NULL REFERENCES sessions(key) ON DELETE CASCADE,
  model TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(activation, fence, step)) STRICT;

CREATE INDEX completions_of_session ON completions(session);

CREATE INDEX events_messages ON events(activation) WHERE type = 'user.message';
